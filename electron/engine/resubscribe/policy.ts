import type { EngineSettings } from '../../../shared/contract/engine-settings.ts';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { EndCause } from '../../../shared/model/entry.ts';
import type { LostCause } from '../../../shared/model/reconnect.ts';
import { type AnyTaskState, stateClass } from '../../../shared/model/task.ts';
import { RETRY_LINE_LIMIT_MS, SILENT_SUBSCRIPTIONS_LIMIT, STABLE_SUBSCRIPTION_MS } from '../limits.ts';

/** How a stream came to its end on the wire. */
export interface StreamEnd {
  cause: EndCause;
  /** The person asked for the cut. */
  dropped: boolean;
}

const BROKEN: ReadonlySet<EndCause> = new Set(['cut', 'reset', 'timeout']);

/**
 * Whether a stream was lost while its task goes on, and how. The task's state decides, not the socket: a stream that was
 * closed properly at an active state is lost as well (1.0 §3.1.2), and one that broke at AUTH_REQUIRED was one that the
 * agent keeps open (1.0 §7.6.1). `known` is the last state before this stream.
 */
export function lostCause(end: StreamEnd, view: OutcomeView, known?: AnyTaskState): LostCause | undefined {
  if (end.cause === 'aborted' || view.error?.a2a !== undefined) return undefined;
  const state = view.task?.state ?? known;
  const broken = BROKEN.has(end.cause);
  const waits = state === 'TASK_STATE_AUTH_REQUIRED' && broken;
  if (stateClass(state) !== 'active' && !waits) return undefined;
  // A message was the whole answer.
  if (view.outcome === 'complete' || view.outcome === 'warn') return undefined;
  if (end.dropped) return 'dropped';
  return broken ? (end.cause as LostCause) : 'closed';
}

/** What the end of an attempt that brought no stream means for the next one. */
export type AttemptEnd = 'again' | 'refused' | 'access';

/** Errors of servers that may be gone the next time: internal, and those JSON-RPC leaves to the server. */
const PASSING_CODES = new Set([-32603, -32000]);
const PASSING_STATUS = new Set([408, 425, 429]);
const PASSING_GRPC = new Set([
  'UNAVAILABLE',
  'INTERNAL',
  'UNKNOWN',
  'RESOURCE_EXHAUSTED',
  'DEADLINE_EXCEEDED',
  'ABORTED',
]);
const GUARDED_GRPC = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED']);

export function attemptEnd({ error }: OutcomeView): AttemptEnd {
  if (error === undefined) return 'again';
  const { code, a2a } = error;
  const status = error.httpStatus ?? a2a?.httpStatus;
  if (code === 'auth' || (a2a?.grpcStatus !== undefined && GUARDED_GRPC.has(a2a.grpcStatus))) return 'access';
  if (a2a?.code !== undefined) return PASSING_CODES.has(a2a.code) ? 'again' : 'refused';
  if (a2a?.grpcStatus !== undefined) return PASSING_GRPC.has(a2a.grpcStatus) ? 'again' : 'refused';
  if (status !== undefined && status >= 400) return status >= 500 || PASSING_STATUS.has(status) ? 'again' : 'refused';
  return code === 'bad-input' || code === 'not-supported' || code === 'tls' ? 'refused' : 'again';
}

/** How far the attempts for one task have come. */
export interface Progress {
  /** Attempts made; the next one is one more. */
  attempt: number;
  /** Subscriptions in a row that ended without anything new. */
  silent: number;
}

export const NO_ATTEMPT: Progress = { attempt: 0, silent: 0 };

/** What a subscription that was opened and ended again means for counting. */
export function afterSubscription({ attempt, silent }: Progress, news: boolean, lastedMs: number): Progress {
  if (!news) return { attempt, silent: silent + 1 };
  return lastedMs >= STABLE_SUBSCRIPTION_MS ? NO_ATTEMPT : { attempt, silent: 0 };
}

export type BackOff = Pick<EngineSettings, 'resubscribeWaitsMs' | 'resubscribeJitter'>;

/**
 * The next attempt, or why there is none. `retryMs` is what a `retry:` line of the stream asked for; a wait is never
 * shorter than that. `random` gives numbers from 0 to 1.
 */
export function nextAttempt(
  { attempt, silent }: Progress,
  { resubscribeWaitsMs: waits, resubscribeJitter: jitter }: BackOff,
  random: () => number,
  retryMs = 0,
): { attempt: number; inMs: number } | 'exhausted' | 'silent' {
  if (silent >= SILENT_SUBSCRIPTIONS_LIMIT) return 'silent';
  const wait = waits[attempt];
  if (wait === undefined) return 'exhausted';
  const spread = jitter === 0 ? wait : wait * (1 + jitter * (2 * random() - 1));
  const inMs = Math.max(Math.round(spread), Math.min(retryMs, RETRY_LINE_LIMIT_MS));
  return { attempt: attempt + 1, inMs };
}
