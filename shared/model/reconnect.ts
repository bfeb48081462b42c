/** `waiting` counts down to the next attempt, `retrying` has sent it, the other two end the matter. */
export type ReconnectPhase = 'waiting' | 'retrying' | 'connected' | 'gave-up';

/** How the stream was lost, or the last attempt to open it again. */
export type LostCause =
  | 'cut'
  | 'reset'
  | 'timeout'
  /** Closed properly while the task went on. */
  | 'closed'
  /** The person dropped it to see what happens. */
  | 'dropped'
  /** The agent could not be reached, or answered with an error that may pass. */
  | 'failed'
  /** The person asked for it. */
  | 'asked';

/** Why nobody tries any more. */
export type GaveUpCause =
  /** Every attempt was made. */
  | 'exhausted'
  /** The agent closes each subscription without anything new. */
  | 'silent'
  /** The agent says that this task cannot be subscribed to. */
  | 'refused'
  /** The agent wants other credentials. */
  | 'access'
  | 'stopped'
  /** The task came to rest meanwhile. */
  | 'at-rest'
  /** Loupe does not try by itself. */
  | 'off'
  /** Loupe, or the recording, ended. */
  | 'closing';

/** One step of opening a broken stream again; on rows, and in the detail of `reconnect` notes. */
export interface Reconnect {
  phase: ReconnectPhase;
  /** Counts from 1; 0 when none was made. */
  attempt: number;
  /** Attempts that are made at most. */
  of: number;
  /** Milliseconds until the attempt, on `waiting`. */
  inMs?: number;
  cause: LostCause | GaveUpCause;
}

/** Detail of a `reconnect` note. */
export interface ReconnectDetail extends Reconnect {
  task: string;
  message: string;
}

/** Detail of a `gap` note. */
export interface GapDetail {
  task: string;
  /** Milliseconds since the session started: the last thing that was heard of the task. */
  from: number;
  message: string;
}

/** Something that a fetched task holds and no event of its streams said. */
export interface TaskDifference {
  what: 'state' | 'artifact' | 'artifact-content' | 'message';
  /** Artifact or message. */
  id?: string;
  message: string;
}

/** Detail of a `reconciled` note. */
export interface ReconciledDetail {
  task: string;
  differences: TaskDifference[];
  message: string;
}
