/** A JSON object whose members are not known beforehand (metadata, data parts, params). */
export type JsonObject = Record<string, unknown>;

export type Role = 'ROLE_USER' | 'ROLE_AGENT';

export type TaskState =
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_AUTH_REQUIRED'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED'
  | 'TASK_STATE_REJECTED';

/** Exactly one of `text`, `raw` (base64), `url` and `data` is present; `data` may be any JSON value, null included. */
export interface Part {
  text?: string;
  raw?: string;
  url?: string;
  data?: unknown;
  filename?: string;
  mediaType?: string;
  metadata?: JsonObject;
}

export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  role: Role;
  parts: Part[];
  metadata?: JsonObject;
  extensions?: string[];
  referenceTaskIds?: string[];
}

export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: JsonObject;
}

export interface TaskStatus {
  state: TaskState;
  message?: Message;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
  metadata?: JsonObject;
}

export interface StatusUpdate {
  taskId: string;
  contextId: string;
  status: TaskStatus;
  metadata?: JsonObject;
}

export interface ArtifactUpdate {
  taskId: string;
  contextId: string;
  artifact: Artifact;
  append?: true;
  lastChunk?: true;
  metadata?: JsonObject;
}

/** One item of a stream, in the wrapper of A2A 1.0 (section 3.2.3, StreamResponse). */
export type StreamItem =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: StatusUpdate }
  | { artifactUpdate: ArtifactUpdate };

const terminalStates: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
]);

const interruptedStates: ReadonlySet<TaskState> = new Set(['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED']);

/** The wire name of each state in 0.3, in the order of the 1.0 enum. */
export const stateNames03: Readonly<Record<TaskState, string>> = {
  TASK_STATE_SUBMITTED: 'submitted',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_CANCELED: 'canceled',
  TASK_STATE_INPUT_REQUIRED: 'input-required',
  TASK_STATE_REJECTED: 'rejected',
  TASK_STATE_AUTH_REQUIRED: 'auth-required',
};

/** Tells whether `name` is one of the eight named states of 1.0. */
export function isTaskState(name: unknown): name is TaskState {
  return typeof name === 'string' && Object.hasOwn(stateNames03, name);
}

/** True for a state no task leaves. */
export function isTerminal(state: TaskState): boolean {
  return terminalStates.has(state);
}

/** True for a state that ends a turn: a terminal one, or one that waits for the user. */
export function endsTurn(state: TaskState): boolean {
  return terminalStates.has(state) || interruptedStates.has(state);
}

/** Narrows a parsed JSON value to an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
