import type { LostCause } from '../../../shared/model/reconnect.ts';
import type { Row } from '../../../shared/model/row.ts';
import { type AnyTaskState, isStale, stateClass } from '../../../shared/model/task.ts';
import type { ReconnectView } from '../../state/reconnects.ts';

const BROKEN = new Set(['cut', 'reset', 'timeout']);
/** Ends that mean something only while the task goes on. */
const LEFT = new Set(['aborted', 'complete']);

/** A stream that ended while its task went on. */
export interface Broken {
  /** The last whole event before its end, and when it came, ms. */
  seq: number;
  heardAt: number;
  /** Of the end, ms. */
  at: number;
  cause: string;
  /** The connection went away inside an event. */
  inside: boolean;
  task?: string;
  agent: string;
  /** What the engine found first; it knows what the person did. */
  lost?: LostCause;
  /** Last step of opening it again. */
  reconnect?: ReconnectView;
}

/** Whether something more is expected in a list, and how the last stream ended. */
export interface Liveness {
  push(row: Row): void;
  /** Exchanges that have begun and not ended. */
  readonly open: ReadonlyMap<number, { stream: boolean; answered: boolean }>;
  /** `at` of the last row that says something new, ms. */
  readonly lastAt: number;
  readonly lastSeq: number;
  /** State that the rows stated last. */
  readonly state: AnyTaskState | undefined;
  /** The last stream, when it was cut or the person stopped listening, and none was opened since. */
  readonly broken: Broken | undefined;
}

export function createLiveness(): Liveness {
  return new RowLiveness();
}

class RowLiveness implements Liveness {
  open = new Map<number, { stream: boolean; answered: boolean; sends: boolean; listens: boolean }>();
  lastAt = 0;
  lastSeq = 0;
  state: AnyTaskState | undefined;
  broken: Broken | undefined;
  /** The last row that was understood. */
  private whole = { seq: 0, at: 0 };
  private last: Row['kind'] | undefined;

  push(row: Row): void {
    if (row.reconnect) this.step(row);
    if (row.kind === 'note') return;
    const before = { last: this.last, whole: this.whole };
    // Keep-alive comments say that the line is up, not that something happened.
    if (row.kind !== 'comment') {
      this.lastAt = row.at;
      this.lastSeq = row.seq;
      this.last = row.kind;
      if (row.kind !== 'unreadable') this.whole = { seq: row.seq, at: row.at };
    }
    if (row.kind === 'request') {
      const sends = row.message !== undefined;
      this.open.set(row.exchange, { stream: false, answered: false, sends, listens: row.name === 'SubscribeToTask' });
      if (sends) this.broken = undefined;
      return;
    }
    const asked = this.open.get(row.exchange);
    const stale = asked !== undefined && !asked.stream && !asked.sends && isStale(this.state, row.state);
    if (row.state !== undefined && !stale) this.state = row.state;
    if (row.state !== undefined && stateClass(row.state) === 'terminal') this.broken = undefined;
    const exchange = row.exchange === 0 ? undefined : this.open.get(row.exchange);
    if (!exchange) return;
    exchange.answered = true;
    if (row.stream) {
      exchange.stream = true;
      if (exchange.listens) this.broken = undefined;
    }
    if (row.kind !== 'end') return;
    this.open.delete(row.exchange);
    if (exchange.stream && this.goesOn(row)) {
      this.broken = {
        seq: before.whole.seq,
        heardAt: before.whole.at,
        at: row.at,
        cause: row.name ?? '',
        inside: before.last === 'unreadable',
        agent: row.agent,
        ...(row.task === undefined ? {} : { task: row.task }),
      };
    }
  }

  private goesOn({ name = '' }: Row): boolean {
    const broken = BROKEN.has(name);
    if (!broken && !LEFT.has(name)) return false;
    // A proper end without any state was the end of an answer that is no task.
    if (this.state === undefined) return name !== 'complete';
    // Streams of tasks that wait for sign-in are kept open by those agents that do not close them.
    return stateClass(this.state) === 'active' || (broken && this.state === 'TASK_STATE_AUTH_REQUIRED');
  }

  private step(row: Row): void {
    const { broken } = this;
    const { reconnect } = row;
    if (!broken || !reconnect || broken.agent !== row.agent || broken.task !== row.task) return;
    if (reconnect.phase === 'connected') {
      this.broken = undefined;
      return;
    }
    this.broken = { ...broken, reconnect: { ...reconnect, at: row.at } };
    if (reconnect.phase === 'waiting') this.broken.lost ??= reconnect.cause as LostCause;
  }
}
