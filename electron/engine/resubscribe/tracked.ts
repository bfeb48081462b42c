import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { GapDetail, GaveUpCause, LostCause, Reconnect, ReconnectDetail } from '../../../shared/model/reconnect.ts';
import type { Row, RowKind } from '../../../shared/model/row.ts';
import type { AnyTaskState } from '../../../shared/model/task.ts';
import type { Recorder } from '../recorder.ts';
import type { Session } from '../session.ts';
import { NO_ATTEMPT, type Progress } from './policy.ts';
import { gapWords, reconnectWords } from './words.ts';

/** One task whose events come over streams, and how it stands with opening them again. */
export interface Tracked {
  readonly agent: string;
  readonly task: string;
  readonly recorder: Recorder;
  /** Those of the call that told of the task; its subscriptions use the same. */
  options: AgentOptions;
  tenant: string | undefined;
  /** Last state that an event stated. */
  state: AnyTaskState | undefined;
  progress: Progress;
  /** `idle`: nothing is to be done. */
  phase: 'idle' | Reconnect['phase'];
  cause: LostCause;
  timer: NodeJS.Timeout | undefined;
  /** Milliseconds that the stream asked for with `retry:`. */
  retryMs: number;
  /** Since when nothing was heard, in milliseconds of the session; undefined while nothing is missing. */
  lostAt: number | undefined;
  /** Exchanges that told of the task. */
  readonly exchanges: Set<number>;
  /** The subscription that is being made. */
  pending: number | undefined;
}

export const track = (recorder: Recorder, agent: string, task: string): Tracked => ({
  agent,
  task,
  recorder,
  options: {},
  tenant: undefined,
  state: undefined,
  progress: NO_ATTEMPT,
  phase: 'idle',
  cause: 'cut',
  timer: undefined,
  retryMs: 0,
  lostAt: undefined,
  exchanges: new Set(),
  pending: undefined,
});

/** The request of a subscription, or of a fetch, of a tracked task. */
export const requestFor = ({ task, tenant }: Tracked): Record<string, unknown> =>
  tenant === undefined ? { id: task } : { tenant, id: task };

/** Writes one step into the log. */
export function noteStep(
  tracked: Tracked,
  step: { phase: Reconnect['phase']; cause: LostCause | GaveUpCause; of: number; inMs?: number },
  more: { exchange?: number; why?: string } = {},
): void {
  const { agent, task, recorder, progress } = tracked;
  const { exchange, why } = more;
  const reconnect: Reconnect = { attempt: progress.attempt, ...step };
  const detail: ReconnectDetail = { task, ...reconnect, message: reconnectWords(reconnect, why) };
  const at = exchange === undefined ? {} : { exchange };
  recorder.note({ agent, ...at, what: 'reconnect', detail: { ...detail } });
}

/** Writes where events may be missing: after what was heard last, before what comes now. */
export function noteGap({ agent, task, recorder }: Tracked, exchange: number, from: number): void {
  const detail: GapDetail = { task, from, message: gapWords(from, recorder.now()) };
  recorder.note({ agent, exchange, what: 'gap', detail: { ...detail } });
}

/** Rows of an exchange that are no events of the task. */
const BESIDE: ReadonlySet<RowKind> = new Set(['request', 'response', 'end', 'error', 'unreadable', 'comment', 'note']);
/** Rows looked at, so that a long stream of comments costs nothing. */
const LOOK_BACK_ROWS = 5_000;

/** When the last event of an ended exchange came, in milliseconds of the session; else when the exchange ended. */
export function lastHeard(session: Session, exchange: number): number {
  const { end } = session.exchange(exchange);
  const last = end === undefined ? session.rows.length - 1 : session.indexOf(end);
  for (let index = last; index >= Math.max(0, last - LOOK_BACK_ROWS); index -= 1) {
    if (session.rows.exchangeAt(index) !== exchange) continue;
    const row = session.rows.at(index) as Row;
    if (!BESIDE.has(row.kind)) return row.at;
  }
  return session.rows.at(last)?.at ?? 0;
}

/** Whether a subscription told more than one snapshot of a state that was known. */
export function broughtNews(session: Session, exchange: number, known: AnyTaskState | undefined): boolean {
  const { request, end } = session.exchange(exchange);
  const from = request === undefined ? 0 : session.indexOf(request);
  const to = end === undefined ? session.rows.length - 1 : session.indexOf(end);
  let events = 0;
  for (let index = from; index <= to; index += 1) {
    if (session.rows.exchangeAt(index) !== exchange) continue;
    const row = session.rows.at(index) as Row;
    if (BESIDE.has(row.kind)) continue;
    events += 1;
    if (events > 1 || row.kind !== 'task' || row.state !== known) return true;
  }
  return false;
}
