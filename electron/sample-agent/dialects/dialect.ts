import type { AgentDescription } from '../card.ts';
import type { Failure, Outcome } from '../failures.ts';
import type { JsonObject, StreamItem, Task } from '../model.ts';
import type { SendRequest } from '../requests.ts';

export type OperationName = 'send' | 'stream' | 'get' | 'list' | 'cancel' | 'subscribe' | 'push' | 'extendedCard';

/** One protocol version on the wire: its method names and shapes. Everything behind it works on the 1.0 model. */
export interface Dialect {
  version: '1.0' | '0.3';
  /** JSON-RPC method name -> operation. */
  methods: ReadonlyMap<string, OperationName>;
  /** A streaming call that fails before its first item: a plain JSON answer, or a stream holding just the error. */
  streamFailure: 'json' | 'sse';
  /** `SubscribeToTask` on a finished task: refused, or answered with the task alone. */
  subscribeToFinished: 'refuse' | 'task';
  readSend(params: JsonObject): Outcome<SendRequest>;
  /** The `result` of GetTask and CancelTask, which no version wraps. */
  writeTask(task: Task): unknown;
  /** The `result` of SendMessage and of each stream frame. */
  writeItem(item: StreamItem): unknown;
  writeCard(agent: AgentDescription): unknown;
  /** The `error` member. */
  writeError(failure: Failure): unknown;
}
