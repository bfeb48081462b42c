import type { AgentCard } from '../../model/card.ts';
import type { BindingId, DialectId, HeaderLines } from '../../model/entry.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Decoded } from '../../model/issue.ts';
import type { OperationName } from '../../model/operation.ts';
import type { TaskPushNotificationConfig } from '../../model/push.ts';
import type { Task } from '../../model/task.ts';

export interface ListTasksResponse {
  tasks: Task[];
  nextPageToken: string;
  pageSize?: number;
  totalSize?: number;
}

export interface ListPushConfigsResponse {
  configs: TaskPushNotificationConfig[];
  nextPageToken?: string;
}

/** The decoded `result` of each kind, in the 1.0 model. */
export interface Results {
  send: StreamResponse;
  stream: StreamResponse;
  task: Task;
  tasks: ListTasksResponse;
  push: TaskPushNotificationConfig;
  pushes: ListPushConfigsResponse;
  empty: Record<string, never>;
  card: AgentCard;
}

/**
 * One protocol version's JSON. Decoders take any JSON value, never throw, never drop: unknown keys stay on the value.
 * A value of a wrong type becomes an issue and is spelled in the type of the model (text of it, a list of one, an object
 * around it), a missing required field its ProtoJSON default; so what is returned always has the model's types.
 * A well-formed 1.0 value is returned as it is, without a copy. Pointers of issues start at the value given.
 */
export interface Dialect {
  id: DialectId;
  /** Version and extension header lines of a request (1.0 §3.2.6, 0.3 `X-A2A-Extensions`). */
  headers(extensions: readonly string[]): HeaderLines;
  /**
   * Encodes a 1.0-model request as `params` of JSON-RPC, as the message of a gRPC call, or as the fields of an HTTP+JSON
   * one, those of its path included. Undefined when this version cannot say the operation in this binding.
   */
  encode(operation: OperationName, request: unknown, binding?: BindingId): Record<string, unknown> | undefined;
  /**
   * Decodes the `result` of an operation, or one stream item. The binding (JSON-RPC when left out) matters for 0.3 only,
   * whose HTTP bodies follow the proto and not the JSON schema.
   */
  decode<K extends keyof Results>(kind: K, result: unknown, binding?: BindingId): Decoded<Results[K]>;
  /** Decodes an Agent Card of this version into the 1.0 shape. */
  decodeCard(card: unknown): Decoded<AgentCard>;
}
