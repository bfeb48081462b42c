import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Agent } from './agent.ts';
import { traceExtension } from './card.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialectFor, dialects, newestDialect } from './dialects/index.ts';
import { type Failure, refuse } from './failures.ts';
import { headerOf, readBody, sendJson } from './http-io.ts';
import { answerOnce } from './operations.ts';
import { type RpcCall, type RpcId, readCall } from './rpc-envelope.ts';
import { SseStream } from './sse-stream.ts';
import { planStream, type StreamName, serveFailedStream, serveStream } from './streams.ts';

/** Answers one POST of the JSON-RPC endpoint. Errors of JSON-RPC come with HTTP 200 (section 9.5). */
export async function answerRpc(request: IncomingMessage, response: ServerResponse, agent: Agent): Promise<void> {
  const version = versionOf(request);
  const spoken = dialectFor(version);
  const dialect = spoken ?? newestDialect;
  echoExtension(request, response, dialect);
  const body = await readBody(request);
  if (!body.ok) {
    if (body.cause === 'too-large') {
      sendFailure(response, dialect, null, refuse('InvalidRequest', 'The body is too long.').failure, 413);
    }
    return;
  }
  if (!isJson(headerOf(request, 'content-type'))) {
    const { failure } = refuse('ContentTypeNotSupported', 'Content-Type must be application/json.');
    sendFailure(response, dialect, null, failure);
    return;
  }
  const { id, call } = readCall(body.text);
  const usable = call.ok && !spoken ? unknownVersion(version) : call;
  if (!usable.ok) sendFailure(response, dialect, id, usable.failure);
  else await answerCall(response, agent, dialect, usable.value);
}

async function answerCall(response: ServerResponse, agent: Agent, dialect: Dialect, call: RpcCall): Promise<void> {
  const operation = dialect.methods.get(call.method);
  if (operation === undefined) {
    sendFailure(response, dialect, call.id, unknownMethod(call.method, dialect));
  } else if (operation === 'stream' || operation === 'subscribe') {
    answerStream(response, agent, dialect, operation, call);
  } else {
    const result = await answerOnce(agent, dialect, operation, call.params);
    if (response.destroyed) return;
    if (result.ok) sendJson(response, 200, { jsonrpc: '2.0', id: call.id, result: result.value });
    else sendFailure(response, dialect, call.id, result.failure);
  }
}

function answerStream(
  response: ServerResponse,
  agent: Agent,
  dialect: Dialect,
  operation: StreamName,
  { id, params }: RpcCall,
): void {
  const plan = planStream(agent, dialect, operation, params);
  if (plan.ok) serveStream(new SseStream(response), plan.value, dialect, id);
  else if (dialect.streamFailure === 'sse') serveFailedStream(response, id, dialect.writeError(plan.failure));
  else sendFailure(response, dialect, id, plan.failure);
}

function sendFailure(response: ServerResponse, dialect: Dialect, id: RpcId, failure: Failure, status = 200): void {
  sendJson(response, status, { jsonrpc: '2.0', id, error: dialect.writeError(failure) });
}

/** The header decides; section 3.6.1 allows a query parameter of the same name in its place. */
function versionOf(request: IncomingMessage): string | undefined {
  const header = headerOf(request, 'a2a-version');
  if (header !== undefined) return header;
  const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
  return query.get('A2A-Version') ?? undefined;
}

function unknownVersion(version: string | undefined) {
  const known = dialects.map((one) => one.version).join(' and ');
  return refuse('VersionNotSupported', `This agent speaks A2A ${known}, not ${version}.`);
}

/** A name of another version is the likely cause, so the message says which one knows it. */
function unknownMethod(method: string, dialect: Dialect): Failure {
  const other = dialects.find((one) => one.methods.has(method));
  const hint = other
    ? ` It belongs to A2A ${other.version}; this request speaks ${dialect.version} (header A2A-Version).`
    : '';
  return refuse('MethodNotFound', `There is no method ${method}.${hint}`).failure;
}

/** Names the extension as activated when the client asked for it. */
function echoExtension(request: IncomingMessage, response: ServerResponse, dialect: Dialect): void {
  const asked = [headerOf(request, 'a2a-extensions'), headerOf(request, 'x-a2a-extensions')].join(',').split(',');
  if (!asked.some((one) => one.trim() === traceExtension.uri)) return;
  response.setHeader(dialect.version === '0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions', traceExtension.uri);
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(a2a\+)?json\s*(;|$)/i.test(contentType ?? '');
}
