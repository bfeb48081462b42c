import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import { type AnyTaskState, stateClass } from '../../../shared/model/task.ts';
import type { WatchEnd } from '../../../shared/model/watch.ts';
import {
  POLL_FAILURES_LIMIT,
  POLL_GROWTH,
  POLL_STEADY_ANSWERS,
  POLL_WAIT_LIMIT_MS,
  RETRY_AFTER_LIMIT_MS,
} from '../limits.ts';
import { attemptEnd } from '../resubscribe/policy.ts';

/** JSON-RPC code of TaskNotFound (1.0 §5.4). */
const TASK_NOT_FOUND = -32001;

/** What one answer means: the task, a failure that may pass, or the end. */
export type PollResult = { kind: 'task' } | { kind: 'failed' } | { kind: 'over'; end: WatchEnd };

/** Reads the outcome of one question. */
export function pollResult(view: OutcomeView): PollResult {
  if (view.error === undefined && view.reading?.type === 'task') return { kind: 'task' };
  const a2a = view.error?.a2a;
  const status = view.error?.httpStatus ?? a2a?.httpStatus;
  const unknown = a2a?.code === TASK_NOT_FOUND || a2a?.grpcStatus === 'NOT_FOUND' || status === 404 || status === 410;
  if (unknown) return { kind: 'over', end: 'not-found' };
  if (view.outcome === 'aborted') return { kind: 'over', end: 'stopped' };
  const end = attemptEnd(view);
  return end === 'again' ? { kind: 'failed' } : { kind: 'over', end };
}

/** Whether a task of this state need not be asked for again. A person's own watch waits for others to answer. */
export function restOf(state: AnyTaskState | undefined, automatic: boolean): WatchEnd | undefined {
  const kind = stateClass(state);
  if (kind === 'terminal') return 'terminal';
  return kind === 'interrupted' && automatic ? 'at-rest' : undefined;
}

/** MethodNotFound and UnsupportedOperation. */
const CANNOT_STREAM: ReadonlySet<number> = new Set([-32601, -32004]);

/**
 * Whether a call leaves a task that nobody tells of: a message brought one that goes on and the agent has no streams, or
 * the agent refused to stream it. `streams` is what the card says; undefined when there is none.
 */
export function wantsWatch(operation: OperationName, view: OutcomeView, streams: () => boolean | undefined): boolean {
  if (operation === 'SubscribeToTask') return CANNOT_STREAM.has(view.error?.a2a?.code ?? 0);
  return operation === 'SendMessage' && stateClass(view.task?.state) === 'active' && streams() === false;
}

/** How the questions went so far. */
export interface Pace {
  /** Answers in a row without news. */
  unchanged: number;
  /** Questions in a row that came to nothing. */
  failures: number;
}

/**
 * Milliseconds until the next question. The wait grows while nothing new is said, doubles with each failure, and is never
 * shorter than what the agent asked for with Retry-After.
 */
export function waitFor(intervalMs: number, { unchanged, failures }: Pace, retryAfterMs = 0): number {
  const steps = failures > 0 ? 0 : Math.max(0, unchanged - POLL_STEADY_ANSWERS + 1);
  const grown = failures > 0 ? intervalMs * 2 ** failures : intervalMs * POLL_GROWTH ** steps;
  const limit = Math.max(intervalMs, POLL_WAIT_LIMIT_MS);
  return Math.round(Math.max(Math.min(grown, limit), Math.min(retryAfterMs, RETRY_AFTER_LIMIT_MS)));
}

export const tooManyFailures = ({ failures }: Pace): boolean => failures >= POLL_FAILURES_LIMIT;

/** Milliseconds that a Retry-After line asks for, as seconds or as a date (RFC 9110 §10.2.3); 0 when it says nothing. */
export function retryAfterMs(line: string | undefined, nowMs: number): number {
  if (line === undefined || line.trim() === '') return 0;
  const seconds = Number(line);
  const ms = Number.isNaN(seconds) ? Date.parse(line) - nowMs : seconds * 1_000;
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}
