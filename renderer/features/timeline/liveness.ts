import type { Row } from '../../../shared/model/row.ts';
import { type AnyTaskState, stateClass } from '../../../shared/model/task.ts';

/** How a stream came to its end without being closed properly. */
const CUT_CAUSES = new Set(['cut', 'reset', 'timeout']);

/** Whether something more is expected in a list, and how the last stream ended. */
export interface Liveness {
  push(row: Row): void;
  /** Exchanges that have begun and not ended. */
  readonly open: ReadonlyMap<number, { stream: boolean; answered: boolean }>;
  /** `at` of the last row, ms. */
  readonly lastAt: number;
  readonly lastSeq: number;
  /** State that the rows stated last. */
  readonly state: AnyTaskState | undefined;
  /**
   * How the last stream ended, when it was cut or the person stopped listening while the task went on. `seq` is that of
   * the last event before its end.
   */
  readonly broken: { seq: number; cause: string; task?: string; agent: string } | undefined;
}

export function createLiveness(): Liveness {
  return new RowLiveness();
}

class RowLiveness implements Liveness {
  open = new Map<number, { stream: boolean; answered: boolean }>();
  lastAt = 0;
  lastSeq = 0;
  state: AnyTaskState | undefined;
  broken: Liveness['broken'];

  push(row: Row): void {
    const before = this.lastSeq;
    // Keep-alive comments say that the line is up, not that something happened.
    if (row.kind !== 'comment') {
      this.lastAt = row.at;
      this.lastSeq = row.seq;
    }
    if (row.state !== undefined) this.state = row.state;
    if (row.kind === 'request') {
      this.open.set(row.exchange, { stream: false, answered: false });
      if (row.name === 'SendStreamingMessage' || row.name === 'SubscribeToTask') this.broken = undefined;
      return;
    }
    if (row.state !== undefined && stateClass(row.state) === 'terminal') this.broken = undefined;
    const exchange = row.exchange === 0 ? undefined : this.open.get(row.exchange);
    if (!exchange) return;
    exchange.answered = true;
    if (row.stream) exchange.stream = true;
    if (row.kind !== 'end') return;
    this.open.delete(row.exchange);
    const unfinished = this.state === undefined || stateClass(this.state) === 'active';
    const { name } = row;
    if (exchange.stream && unfinished && name !== undefined && (CUT_CAUSES.has(name) || name === 'aborted'))
      this.broken = {
        seq: before,
        cause: name,
        agent: row.agent,
        ...(row.task === undefined ? {} : { task: row.task }),
      };
  }
}
