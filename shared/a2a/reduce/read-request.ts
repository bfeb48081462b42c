import { isObject, parseJson } from '../../lib/json.ts';
import type { RequestEntry } from '../../model/entry.ts';
import type { Message } from '../../model/message.ts';
import { TEST_DELIVERY } from '../../model/push.ts';
import type { ExchangeState } from './exchange-state.ts';
import type { Reading } from './reading.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `/tasks/{id}`, `/tasks/{id}:cancel` and what lies below a task; the id may be percent-encoded. */
function taskInPath(url: string): string | undefined {
  const match = /\/tasks\/([^/?#]+?)(?::(?:cancel|subscribe))?(?:[/?#]|$)/.exec(url);
  if (!match?.[1]) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
}

/** The task in a resource name of the 0.3 proto: `tasks/{id}` and what lies below it. */
function taskInName(params: Record<string, unknown>): string | undefined {
  const name = textOf(params.name) ?? textOf(params.parent);
  return name === undefined ? undefined : /^tasks\/(.*?)(?:\/pushNotificationConfigs(?:\/|$)|$)/.exec(name)?.[1];
}

/** The user's message in the 1.0 model; the stream decoder knows every spelling of a message. */
function messageOf(exchange: ExchangeState, value: unknown): Message | undefined {
  if (!isObject(value)) return undefined;
  const wrapped = exchange.dialect.id === '1.0' || !('kind' in value) ? { message: value } : value;
  return exchange.dialect.decode('stream', wrapped, exchange.binding).value?.message;
}

/** Reads what a request asked for, and notes its ids and its JSON-RPC id on the exchange. */
export function readRequest(exchange: ExchangeState, entry: RequestEntry): Reading {
  const reading: Extract<Reading, { type: 'sent' }> = { type: 'sent' };
  if (entry.binding !== undefined) reading.binding = entry.binding;
  // What it carries is made up, and its address is no agent's.
  if (entry.operation === TEST_DELIVERY) return reading;
  const body = entry.body.text;
  const parsed = body === undefined || body === '' ? undefined : parseJson(body);
  const root = parsed?.ok ? parsed.value : undefined;
  let params: unknown = root;
  if (isObject(root) && ('jsonrpc' in root || 'method' in root)) {
    exchange.rpcId = root.id;
    if (typeof root.method === 'string') reading.method = root.method;
    params = root.params;
  }
  let task: string | undefined;
  let context: string | undefined;
  if (isObject(params)) {
    const message = messageOf(exchange, params.message);
    if (message) {
      reading.message = message;
      task = textOf(message.taskId);
      context = textOf(message.contextId);
    } else {
      const id =
        textOf(params.taskId) ?? (exchange.result === 'task' || exchange.streaming ? textOf(params.id) : undefined);
      task =
        id ?? (exchange.dialect.id === '0.3' && exchange.operation !== 'ListTasks' ? textOf(params.id) : undefined);
      context = textOf(params.contextId);
      if (exchange.binding === 'GRPC') task ??= taskInName(params);
    }
  }
  task ??= taskInPath(entry.url);
  if (task !== undefined) reading.task = task;
  if (context !== undefined) reading.context = context;
  exchange.task = task;
  exchange.context = context;
  exchange.sentContext = context;
  return reading;
}
