/** `waiting` counts down to the next question, `asking` has sent it. */
export type WatchPhase = 'waiting' | 'asking' | 'paused' | 'ended';

/** Why a task is not asked for any more. */
export type WatchEnd =
  /** It came to a state that no task leaves. */
  | 'terminal'
  /** It waits for the person; only their message takes it further. */
  | 'at-rest'
  | 'stopped'
  /** The agent does not know the task, or not any more. */
  | 'not-found'
  /** The agent refuses the question itself. */
  | 'refused'
  /** The agent wants other credentials. */
  | 'access'
  /** Too many questions in a row came to nothing. */
  | 'failing'
  | 'agent-removed'
  /** Loupe, or the recording, ended. */
  | 'closing';

/** Detail of a `watch` note. */
export interface WatchDetail {
  task: string;
  phase: 'begun' | 'paused' | 'resumed' | 'ended';
  /** Milliseconds between two questions at first. */
  intervalMs?: number;
  cause?: WatchEnd;
  message: string;
}
