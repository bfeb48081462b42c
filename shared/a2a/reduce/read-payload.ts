import { isObject, parseJson } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Decoded, Issue } from '../../model/issue.ts';
import { TEST_DELIVERY } from '../../model/push.ts';
import type { DeliveryFormat } from '../../model/receiver.ts';
import { readGrpcStatus } from '../bindings/grpc-status.ts';
import { readErrorBody, readHttpError } from '../bindings/http-error.ts';
import { unframe } from '../bindings/jsonrpc.ts';
import { detectCardDialect, dialects } from '../dialects/index.ts';
import type { A2AError } from '../errors.ts';
import type { ResultKind } from '../operations.ts';
import { readAdcpDelivery } from './delivery-body.ts';
import type { ExchangeState } from './exchange-state.ts';
import { withIssue } from './exchange-state.ts';
import type { Reading } from './reading.ts';
import { isPlainUpdate } from './well-formed.ts';

/** What the JSON of one frame said. */
export interface Payload {
  reading: Reading;
  issues: Issue[];
}

/** What a delivery said. */
export interface DeliveryPayload extends Payload {
  format?: DeliveryFormat;
  idempotencyKey?: string;
}

const NO_ISSUES: Issue[] = [];

const unreadable = (message: string, issues: Issue[] = NO_ISSUES): Payload => ({
  reading: { type: 'unreadable', message },
  issues,
});

const failed = (error: A2AError, issues: Issue[] = NO_ISSUES): Payload => ({
  reading: { type: 'error', error },
  issues,
});

export const holdsEvent = (event: StreamResponse): boolean =>
  event.statusUpdate !== undefined ||
  event.artifactUpdate !== undefined ||
  event.task !== undefined ||
  event.message !== undefined;

/** The `result` of a JSON-RPC answer, or the error in its place. */
function open(exchange: ExchangeState, payload: unknown): { result?: unknown; error?: A2AError; issues: Issue[] } {
  const answer = unframe(payload);
  let issues = answer.issues;
  if (answer.id !== undefined && answer.id !== null && exchange.rpcId !== undefined && answer.id !== exchange.rpcId) {
    issues = withIssue(issues, {
      code: 'rpc-id',
      severity: 'warning',
      message: `The answer has id ${JSON.stringify(answer.id)}, the request had ${JSON.stringify(exchange.rpcId)}.`,
      pointer: '/id',
      clause: 'JSON-RPC 2.0 §5',
    });
  }
  return answer.error !== undefined ? { error: answer.error, issues } : { result: answer.result, issues };
}

const isEnvelope = (payload: unknown): boolean =>
  isObject(payload) && 'jsonrpc' in payload && ('result' in payload || 'error' in payload);

const usesJsonRpc = (exchange: ExchangeState, payload: unknown): boolean =>
  exchange.binding === 'JSONRPC' || (exchange.binding === undefined && isEnvelope(payload));

/** One item of an event stream. `name` is the SSE event name. */
export function readItem(exchange: ExchangeState, payload: unknown, name: string | undefined, text: string): Payload {
  let result = payload;
  let framed = NO_ISSUES;
  if (usesJsonRpc(exchange, payload)) {
    const envelope = payload as { jsonrpc?: unknown; id?: unknown; result?: unknown; error?: unknown };
    const usual =
      isObject(payload) &&
      envelope.jsonrpc === '2.0' &&
      envelope.id === exchange.rpcId &&
      envelope.error === undefined &&
      isObject(envelope.result);
    if (usual) result = envelope.result;
    else {
      const answer = open(exchange, payload);
      if (answer.error !== undefined) return failed(answer.error, answer.issues);
      result = answer.result;
      framed = answer.issues;
    }
  } else if (isObject(payload) && (payload.error !== undefined || name === 'error')) {
    return failed(bareError(payload, text));
  }
  if (framed.length === 0 && exchange.dialect.id === '1.0' && isPlainUpdate(result)) {
    return { reading: { type: 'event', event: result }, issues: NO_ISSUES };
  }
  const decoded = exchange.dialect.decode('stream', result, exchange.binding);
  const issues = framed.length === 0 ? decoded.issues : [...framed, ...decoded.issues];
  const event = decoded.value;
  if (event === undefined || !holdsEvent(event)) return unreadable(reason(decoded), issues);
  return { reading: { type: 'event', event }, issues };
}

/** An error object without a JSON-RPC envelope: HTTP+JSON, or a server that sends the inner object only. */
function bareError(payload: Record<string, unknown>, text: string): A2AError {
  const error: A2AError = { ...(readErrorBody(payload) ?? { message: '' }), told: true };
  if (error.message === '') error.message = text;
  if (error.code === undefined && typeof payload.code === 'number' && payload.code < 0) error.code = payload.code;
  return error;
}

function withChallenge({ challenge }: ExchangeState, error: A2AError): A2AError {
  return challenge === undefined ? error : { ...error, challenge };
}

const reason = (decoded: Decoded<unknown>): string => decoded.issues[0]?.message ?? 'The JSON has no known shape.';

/** The status that ended a gRPC call. */
export function readStatus(text: string): Payload {
  const parsed = parseJson(text);
  return failed(readGrpcStatus(parsed.ok ? parsed.value : undefined));
}

/** The whole body of an answer that was no stream. */
export function readBody(exchange: ExchangeState, text: string): Payload {
  const { status, contentType } = exchange;
  const parsed = parseJson(text);
  if (parsed.ok && exchange.binding !== 'HTTP+JSON' && isEnvelope(parsed.value)) {
    const answer = open(exchange, parsed.value);
    if (answer.error !== undefined) {
      if (status >= 400) answer.error.httpStatus = status;
      return failed(withChallenge(exchange, answer.error), answer.issues);
    }
    if (status < 400) return readResult(exchange, answer.result, answer.issues);
  }
  if (status >= 400) return failed(withChallenge(exchange, readHttpError(status, contentType, text)));
  // Whoever takes deliveries answers with whatever it likes.
  const free = exchange.operation === TEST_DELIVERY;
  if (exchange.result === 'empty' && (free || text.trim() === '' || parsed.ok)) {
    return { reading: { type: 'empty' }, issues: NO_ISSUES };
  }
  if (!parsed.ok) return readLines(exchange, text, parsed.message);
  if (exchange.operation === 'GetAgentCard') return readCard(parsed.value);
  if (usesJsonRpc(exchange, parsed.value)) {
    const answer = open(exchange, parsed.value);
    if (answer.error !== undefined) return failed(answer.error, answer.issues);
    return readResult(exchange, answer.result, answer.issues);
  }
  if (isObject(parsed.value) && isObject(parsed.value.error)) return failed(bareError(parsed.value, text));
  return readResult(exchange, parsed.value, NO_ISSUES);
}

function readCard(card: unknown): Payload {
  const decoded = dialects[detectCardDialect(card) ?? '1.0'].decodeCard(card);
  if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
  return { reading: { type: 'card', card: decoded.value }, issues: decoded.issues };
}

/** JSON Lines instead of an event stream, or no JSON at all. */
function readLines(exchange: ExchangeState, text: string, message: string): Payload {
  if (!exchange.streaming) return unreadable(message);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => parseJson(line).ok)) return unreadable(message);
  const found = `${lines.length} lines of JSON came as ${exchange.contentType || 'no content type'}`;
  return unreadable(`${found}; text/event-stream was expected.`, [
    {
      code: 'content-type',
      severity: 'warning',
      message: `${found}; text/event-stream was expected.`,
      clause: '1.0 §9.4.2',
    },
  ]);
}

function readResult(exchange: ExchangeState, result: unknown, framed: Issue[]): Payload {
  if (exchange.result === 'empty') return { reading: { type: 'empty' }, issues: framed };
  const payload = decodeResult(exchange, exchange.result, result);
  const issues = framed.length === 0 ? payload.issues : [...framed, ...payload.issues];
  if (!exchange.streaming || payload.reading.type !== 'event') return { reading: payload.reading, issues };
  return {
    reading: payload.reading,
    issues: withIssue(issues, {
      code: 'not-a-stream',
      severity: 'warning',
      message: `A streaming operation was answered with ${exchange.contentType || 'no content type'} instead of text/event-stream.`,
      clause: '1.0 §3.1.2',
    }),
  };
}

function decodeResult(exchange: ExchangeState, kind: ResultKind, result: unknown): Payload {
  const { dialect } = exchange;
  switch (kind) {
    case 'send':
    case 'stream': {
      const decoded = dialect.decode('send', result, exchange.binding);
      if (decoded.value === undefined || !holdsEvent(decoded.value)) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'event', event: decoded.value, whole: true }, issues: decoded.issues };
    }
    case 'task': {
      const decoded = dialect.decode('task', result, exchange.binding);
      if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'task', task: decoded.value }, issues: decoded.issues };
    }
    case 'tasks': {
      const decoded = dialect.decode('tasks', result, exchange.binding);
      if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'tasks', list: decoded.value }, issues: decoded.issues };
    }
    case 'push': {
      const decoded = dialect.decode('push', result, exchange.binding);
      if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'push', config: decoded.value }, issues: decoded.issues };
    }
    case 'pushes': {
      const decoded = dialect.decode('pushes', result, exchange.binding);
      if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'pushes', list: decoded.value }, issues: decoded.issues };
    }
    case 'card': {
      const decoded = dialect.decode('card', result, exchange.binding);
      if (decoded.value === undefined) return unreadable(reason(decoded), decoded.issues);
      return { reading: { type: 'card', card: decoded.value }, issues: decoded.issues };
    }
    case 'empty':
      return { reading: { type: 'empty' }, issues: NO_ISSUES };
  }
}

/** The body of a webhook delivery: a stream item, the bare task of 0.3, or what AdCP sends. Its own words say which. */
export function readDelivery(text: string): DeliveryPayload {
  const parsed = parseJson(text);
  if (!parsed.ok) return unreadable(parsed.message);
  // Some senders wrap the event like an answer; the decoder wants what is inside.
  const body = isEnvelope(parsed.value) ? unframe(parsed.value).result : parsed.value;
  const adcp = readAdcpDelivery(body);
  if (adcp) {
    const { task, issue, idempotencyKey } = adcp;
    const reading: Reading = { type: 'event', event: { task } };
    return { reading, issues: [issue], format: 'adcp', ...(idempotencyKey !== undefined && { idempotencyKey }) };
  }
  const older = isObject(body) && typeof body.kind === 'string';
  const decoded = dialects[older ? '0.3' : '1.0'].decode('stream', body);
  if (decoded.value === undefined || !holdsEvent(decoded.value)) return unreadable(reason(decoded), decoded.issues);
  const format = older ? '0.3' : 'a2a';
  return { reading: { type: 'event', event: decoded.value }, issues: decoded.issues, format };
}
