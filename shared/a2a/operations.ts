import type { DialectId } from '../model/entry.ts';
import type { OperationName } from '../model/operation.ts';

/** What the `result` of an operation is, so that a decoder is chosen by table and not by name. */
export type ResultKind = 'send' | 'stream' | 'task' | 'tasks' | 'push' | 'pushes' | 'empty' | 'card';

export interface Operation {
  name: OperationName;
  /** JSON-RPC method per version; a missing version cannot say this operation. */
  methods: Partial<Record<DialectId, string>>;
  result: ResultKind;
  /** The answer is a stream of StreamResponse. */
  streaming: boolean;
  /** Safe to repeat without changing the agent's state. */
  idempotent: boolean;
}

const row = (
  name: OperationName,
  v03: string | undefined,
  result: ResultKind,
  idempotent: boolean,
): [OperationName, Operation] => [
  name,
  {
    name,
    methods: v03 === undefined ? { '1.0': name } : { '1.0': name, '0.3': v03 },
    result,
    streaming: result === 'stream',
    idempotent,
  },
];

/** One row per operation (1.0 §3.1 and the 0.3 method names). */
export const operations = Object.fromEntries([
  row('SendMessage', 'message/send', 'send', false),
  row('SendStreamingMessage', 'message/stream', 'stream', false),
  row('GetTask', 'tasks/get', 'task', true),
  row('ListTasks', undefined, 'tasks', true),
  row('CancelTask', 'tasks/cancel', 'task', true),
  row('SubscribeToTask', 'tasks/resubscribe', 'stream', true),
  row('CreateTaskPushNotificationConfig', 'tasks/pushNotificationConfig/set', 'push', false),
  row('GetTaskPushNotificationConfig', 'tasks/pushNotificationConfig/get', 'push', true),
  row('ListTaskPushNotificationConfigs', 'tasks/pushNotificationConfig/list', 'pushes', true),
  row('DeleteTaskPushNotificationConfig', 'tasks/pushNotificationConfig/delete', 'empty', true),
  row('GetExtendedAgentCard', 'agent/getAuthenticatedExtendedCard', 'card', true),
]) as Record<OperationName, Operation>;
