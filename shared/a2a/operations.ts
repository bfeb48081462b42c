import type { BindingId, DialectId } from '../model/entry.ts';
import { OPERATION_NAMES, type OperationName } from '../model/operation.ts';

/** What the `result` of an operation is, so that a decoder is chosen by table and not by name. */
export type ResultKind = 'send' | 'stream' | 'task' | 'tasks' | 'push' | 'pushes' | 'empty' | 'card';

/** How HTTP+JSON says an operation (1.0 §11.3, 0.3 §3.5.3). */
export interface RestRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL. `{name}` stands for that field of the request in the 1.0 model. */
  path: string;
  /**
   * What carries the fields that are not in the path. `bare`: the text of 1.0 gives the operation a POST without a body.
   */
  fields: 'body' | 'query' | 'bare';
  /** Method to try when the first one is answered with 404 or 405: the text and the proto disagree. */
  other?: 'GET' | 'POST';
}

export interface Operation {
  name: OperationName;
  /** JSON-RPC method per version; a missing version cannot say this operation. */
  methods: Partial<Record<DialectId, string>>;
  rest: Record<DialectId, RestRoute>;
  /** Method of the service `A2AService` per version; a missing version cannot say this operation. */
  grpc: Partial<Record<DialectId, string>>;
  result: ResultKind;
  /** The answer is a stream of StreamResponse. */
  streaming: boolean;
  /** Safe to repeat without changing the agent's state. */
  idempotent: boolean;
}

interface Row {
  /** JSON-RPC and gRPC method of 0.3; those of 1.0 have the operation's name. */
  rpc03?: string;
  grpc03?: string;
  result: ResultKind;
  once?: true;
  rest: RestRoute;
  /** Where 0.3 differs from the route of 1.0 below `/v1`. */
  rest03?: Partial<RestRoute>;
}

const route = (method: RestRoute['method'], path: string): RestRoute => ({
  method,
  path,
  fields: method === 'POST' ? 'body' : 'query',
});

const TASK = '/tasks/{id}';
const CONFIGS = '/tasks/{taskId}/pushNotificationConfigs';
const CONFIG = `${CONFIGS}/{id}`;

/** One row per operation (1.0 §3.1, §5.3; the 0.3 names from its method table and its proto). */
const ROWS: Record<OperationName, Row> = {
  SendMessage: {
    rpc03: 'message/send',
    grpc03: 'SendMessage',
    result: 'send',
    once: true,
    rest: route('POST', '/message:send'),
  },
  SendStreamingMessage: {
    rpc03: 'message/stream',
    grpc03: 'SendStreamingMessage',
    result: 'stream',
    once: true,
    rest: route('POST', '/message:stream'),
  },
  GetTask: { rpc03: 'tasks/get', grpc03: 'GetTask', result: 'task', rest: route('GET', TASK) },
  // 0.3 lists tasks over HTTP+JSON only.
  ListTasks: { result: 'tasks', rest: route('GET', '/tasks') },
  CancelTask: { rpc03: 'tasks/cancel', grpc03: 'CancelTask', result: 'task', rest: route('POST', `${TASK}:cancel`) },
  SubscribeToTask: {
    rpc03: 'tasks/resubscribe',
    grpc03: 'TaskSubscription',
    result: 'stream',
    rest: { method: 'POST', path: `${TASK}:subscribe`, fields: 'bare', other: 'GET' },
    // Servers of 0.3 take GET, and only some of them POST.
    rest03: { method: 'GET', other: 'POST' },
  },
  CreateTaskPushNotificationConfig: {
    rpc03: 'tasks/pushNotificationConfig/set',
    grpc03: 'CreateTaskPushNotificationConfig',
    result: 'push',
    once: true,
    rest: route('POST', CONFIGS),
  },
  GetTaskPushNotificationConfig: {
    rpc03: 'tasks/pushNotificationConfig/get',
    grpc03: 'GetTaskPushNotificationConfig',
    result: 'push',
    rest: route('GET', CONFIG),
  },
  ListTaskPushNotificationConfigs: {
    rpc03: 'tasks/pushNotificationConfig/list',
    grpc03: 'ListTaskPushNotificationConfig',
    result: 'pushes',
    rest: route('GET', CONFIGS),
  },
  DeleteTaskPushNotificationConfig: {
    rpc03: 'tasks/pushNotificationConfig/delete',
    grpc03: 'DeleteTaskPushNotificationConfig',
    result: 'empty',
    rest: route('DELETE', CONFIG),
  },
  GetExtendedAgentCard: {
    rpc03: 'agent/getAuthenticatedExtendedCard',
    grpc03: 'GetAgentCard',
    result: 'card',
    rest: route('GET', '/extendedAgentCard'),
    rest03: { path: '/card' },
  },
};

const both = (name: string, v03: string | undefined): Partial<Record<DialectId, string>> =>
  v03 === undefined ? { '1.0': name } : { '1.0': name, '0.3': v03 };

function operationOf(name: OperationName): Operation {
  const { rpc03, grpc03, result, once, rest, rest03 } = ROWS[name];
  const older = { ...rest, ...rest03 };
  return {
    name,
    methods: both(name, rpc03),
    rest: { '1.0': rest, '0.3': { ...older, path: `/v1${older.path}` } },
    grpc: both(name, grpc03),
    result,
    streaming: result === 'stream',
    idempotent: once !== true,
  };
}

/** Whether a name is one of an operation; requests for cards and tokens have names of their own. */
export const isOperation = (name: string | undefined): name is OperationName =>
  (OPERATION_NAMES as readonly (string | undefined)[]).includes(name);

/** Whether a version can say an operation over a binding. */
export const canSay = (operation: OperationName, binding: BindingId, dialect: DialectId): boolean => {
  const { methods, grpc } = operations[operation];
  if (binding === 'HTTP+JSON') return true;
  return (binding === 'GRPC' ? grpc : methods)[dialect] !== undefined;
};

/** Every operation in every binding and version. */
export const operations = Object.fromEntries(OPERATION_NAMES.map((name) => [name, operationOf(name)])) as Record<
  OperationName,
  Operation
>;
