import type { Row } from '../../../shared/model/row.ts';
import type { Exchanges } from '../../state/exchanges.ts';
import type { Place } from '../../state/selection.ts';

/**
 * Which rows belong to a place. `later` is true for a row that may still turn out to belong to it: a request that
 * names nothing, whose exchange has not been answered yet.
 */
export interface Scope {
  /** Two scopes of the same key are the same. */
  key: string;
  has(row: Row): boolean;
  later(row: Row): boolean;
}

const EVERYTHING: Scope = { key: 'session', has: () => true, later: () => false };

/** Agent places and the start page have no timeline; they get the whole session. */
export function scopeOf(place: Place, exchanges: Exchanges): Scope {
  if (place.kind === 'task') {
    const { agent, task } = place;
    return {
      key: `task ${agent} ${task}`,
      has: (row) =>
        row.task === undefined
          ? row.exchange !== 0 && exchanges.ofTask(row.exchange, agent, task)
          : row.task === task && row.agent === agent,
      later: (row) => row.task === undefined && row.agent === agent,
    };
  }
  if (place.kind === 'context') {
    const { agent, context } = place;
    return {
      key: `context ${agent} ${context}`,
      has: (row) =>
        row.context === undefined
          ? row.exchange !== 0 && exchanges.ofContext(row.exchange, agent, context)
          : row.context === context && row.agent === agent,
      later: (row) => row.context === undefined && row.agent === agent,
    };
  }
  return EVERYTHING;
}
