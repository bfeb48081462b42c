import type { JsonObject } from '../lib/json.ts';
import type { Artifact } from './artifact.ts';
import type { Message } from './message.ts';

export const TASK_STATES = [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
] as const;

export type TaskState = (typeof TASK_STATES)[number];

/** Unknown states stay visible as received. */
export type AnyTaskState = TaskState | (string & {});

export interface TaskStatus {
  state: AnyTaskState;
  message?: Message;
  /** As received; not every agent states a zone. */
  timestamp?: string;
}

export interface Task {
  id: string;
  contextId?: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
  metadata?: JsonObject;
}

export type StateClass = 'active' | 'interrupted' | 'terminal' | 'unknown';

const CLASS_OF: ReadonlyMap<string, StateClass> = new Map<string, StateClass>([
  ['TASK_STATE_SUBMITTED', 'active'],
  ['TASK_STATE_WORKING', 'active'],
  ['TASK_STATE_INPUT_REQUIRED', 'interrupted'],
  ['TASK_STATE_AUTH_REQUIRED', 'interrupted'],
  ['TASK_STATE_COMPLETED', 'terminal'],
  ['TASK_STATE_FAILED', 'terminal'],
  ['TASK_STATE_CANCELED', 'terminal'],
  ['TASK_STATE_REJECTED', 'terminal'],
]);

/** The class of a state (1.0 §4.1.3); a state this version does not know is `unknown`. */
export function stateClass(state: AnyTaskState | undefined): StateClass {
  // Nearly every event of a stream says this, and comparing costs less than looking it up.
  if (state === 'TASK_STATE_WORKING') return 'active';
  return CLASS_OF.get(state ?? '') ?? 'unknown';
}

/**
 * Whether a state is older than the one known: a task never leaves a terminal state (1.0 §3.1.2), but the answer to a
 * question about it may arrive after the event that ended it.
 */
export const isStale = (known: AnyTaskState | undefined, state: AnyTaskState | undefined): boolean =>
  state !== undefined && stateClass(known) === 'terminal' && stateClass(state) !== 'terminal';
