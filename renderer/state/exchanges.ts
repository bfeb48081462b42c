import type { Row } from '../../shared/model/row.ts';

/** What the rows of one exchange said they are about. */
interface Link {
  agent: string;
  tasks: string[];
  contexts: string[];
}

/**
 * Which tasks and contexts an exchange belongs to. A request that begins a new context names neither, nor does the head
 * of its answer; the rows that follow do.
 */
export interface Exchanges {
  push(row: Row): void;
  ofTask(exchange: number, agent: string, task: string): boolean;
  ofContext(exchange: number, agent: string, context: string): boolean;
  /** Task and context first named in the exchange. */
  first(exchange: number): { task?: string; context?: string } | undefined;
}

export function createExchanges(): Exchanges {
  const links = new Map<number, Link>();
  return {
    push(row) {
      if (row.exchange === 0) return;
      let link = links.get(row.exchange);
      if (!link) {
        link = { agent: row.agent, tasks: [], contexts: [] };
        links.set(row.exchange, link);
      }
      if (row.task !== undefined && !link.tasks.includes(row.task)) link.tasks.push(row.task);
      if (row.context !== undefined && !link.contexts.includes(row.context)) link.contexts.push(row.context);
    },
    ofTask(exchange, agent, task) {
      const link = links.get(exchange);
      return link !== undefined && link.agent === agent && link.tasks.includes(task);
    },
    ofContext(exchange, agent, context) {
      const link = links.get(exchange);
      return link !== undefined && link.agent === agent && link.contexts.includes(context);
    },
    first(exchange) {
      const link = links.get(exchange);
      if (!link) return undefined;
      return {
        ...(link.tasks[0] === undefined ? {} : { task: link.tasks[0] }),
        ...(link.contexts[0] === undefined ? {} : { context: link.contexts[0] }),
      };
    },
  };
}
