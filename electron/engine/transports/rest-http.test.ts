import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { Engine } from '../engine.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { cardOf } from '../testing/event-server.ts';
import { startHttp, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

interface Got {
  line: string;
  headers: Record<string, unknown>;
  body: string;
}
type Answer = (response: ServerResponse, got: Got) => void;

/** An agent whose card has one HTTP+JSON interface at `/api`; `got` fills with what it was asked. */
async function connected(answer: Answer, entry: Record<string, unknown> = {}, options: AgentOptions = {}) {
  const got: Got[] = [];
  const server: TestServer = await startHttp(async (request, response) => {
    if (request.url === '/.well-known/agent-card.json') {
      const one = { url: `${server.url}/api`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', ...entry };
      return response.end(JSON.stringify({ ...cardOf(''), supportedInterfaces: [one] }));
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const asked = {
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: String(Buffer.concat(parts)),
    };
    got.push(asked);
    answer(response, asked);
  });
  servers.push(server);
  const engine = await engines.start();
  const { id, negotiated } = value(await engine.call('agents.add', { url: server.url, options }));
  return { engine, id, server, got, negotiated };
}

async function call(engine: Engine, agent: string, operation: OperationName, request: Record<string, unknown>) {
  const { exchange } = value(await engine.call('calls.start', { agent, operation, request }));
  return value(await engine.call('calls.outcome', { exchange }));
}

async function entriesOf(engine: Engine): Promise<Entry[]> {
  const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
  const lines = content.trimEnd().split('\n').slice(1);
  return lines.map((line) => JSON.parse(line) as Entry);
}

const json = (response: ServerResponse, status: number, body: unknown, type = 'application/a2a+json') =>
  response.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(body));

const done = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } };
const rpcError = (code: number, status: string, message: string, reason: string) => ({
  error: {
    code,
    status,
    message,
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }],
  },
});

describe('a request', () => {
  it('has its method, path, tenant and lines', async () => {
    const { engine, id, got } = await connected((response) => json(response, 200, { task: done }), { tenant: 'a b' });
    expect(await send(engine, id, 'hi', 'SendMessage')).toMatchObject({ outcome: 'ok', task: { id: 't' } });
    await call(engine, id, 'CancelTask', { id: 'job:1' });
    expect(got.map(({ line }) => line)).toEqual([
      'POST /api/a%20b/message:send',
      'POST /api/a%20b/tasks/job%3A1:cancel',
    ]);
    expect(got[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'a2a-version': '1.0' });
    expect(got[0]?.headers.accept).toContain('application/a2a+json');
    expect(JSON.parse(got[0]?.body ?? '')).not.toHaveProperty('tenant');
  });

  it('that asks for something has no body', async () => {
    const { engine, id, got } = await connected((response) => json(response, 200, { tasks: [], nextPageToken: '' }));
    const request = { contextId: 'c', status: 'TASK_STATE_WORKING', pageSize: 1, includeArtifacts: true };
    expect(await call(engine, id, 'ListTasks', request)).toMatchObject({ outcome: 'ok', reading: { type: 'tasks' } });
    expect(got[0]).toMatchObject({
      line: 'GET /api/tasks?contextId=c&status=TASK_STATE_WORKING&pageSize=1&includeArtifacts=true',
      body: '',
    });
    expect(got[0]?.headers).not.toHaveProperty('content-type');
  });

  it('of 0.3 is in the form of its proto', async () => {
    const { engine, id, got } = await connected(
      (response) => json(response, 201, { task: { ...done, history: [{ messageId: 'm', content: [{ text: 'x' }] }] } }),
      { protocolVersion: '0.3' },
    );
    expect(await send(engine, id, 'hi', 'SendMessage')).toMatchObject({ outcome: 'warn', task: { id: 't' } });
    expect(got[0]?.line).toBe('POST /api/v1/message:send');
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ message: { content: [{ text: 'hi' }] } });
    expect(got[0]?.headers).not.toHaveProperty('a2a-version');
  });

  it('in a binding that the card does not have is refused in plain words', async () => {
    const { engine, id, server } = await connected((response) => response.end('{}'));
    const call = { agent: id, operation: 'GetTask', request: { id: 't' }, options: { binding: 'GRPC' } } as const;
    const reply = await engine.call('calls.start', call);
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-supported' } });
    if (!reply.ok) expect(reply.error.message).toContain(`no GRPC interface: it offers HTTP+JSON at ${server.url}/api`);
  });
});

describe('a subscription', () => {
  const stream = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ task: done })}\n\n`);
  };

  it('is asked for with POST', async () => {
    const { engine, id, got } = await connected(stream);
    expect(await call(engine, id, 'SubscribeToTask', { id: 't' })).toMatchObject({ outcome: 'complete' });
    expect(got.map(({ line }) => line)).toEqual(['POST /api/tasks/t:subscribe']);
    expect(got[0]).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  });

  it.each([404, 405])('is asked for with GET after a %d, in the same exchange', async (status) => {
    const { engine, id, got } = await connected((response, { line }) =>
      line.startsWith('POST') ? json(response, status, { detail: 'no' }, 'application/json') : stream(response),
    );
    const outcome = await call(engine, id, 'SubscribeToTask', { id: 't' });
    expect(outcome).toMatchObject({ outcome: 'complete', task: { id: 't' } });
    expect(outcome.error).toBeUndefined();
    expect(got.map(({ line }) => line)).toEqual(['POST /api/tasks/t:subscribe', 'GET /api/tasks/t:subscribe']);
    const entries = (await entriesOf(engine)).filter(
      (entry) => 'exchange' in entry && entry.exchange === outcome.exchange,
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'request',
      'head',
      'frame',
      'note',
      'request',
      'head',
      'frame',
      'end',
    ]);
    const refusedBody = entries[2]?.seq ?? 0;
    const rows = await rowsOf(engine, engine.liveSession);
    expect(rows.find((row) => row.seq === refusedBody)).toMatchObject({ kind: 'error', status });
    const view = value(await engine.call('entries.get', { session: engine.liveSession, seq: refusedBody }));
    expect(view.reading).toMatchObject({ type: 'error', error: { httpStatus: status } });
  });

  it('to a task nobody knows is not asked for twice', async () => {
    const { engine, id, got } = await connected((response) =>
      json(response, 404, rpcError(404, 'NOT_FOUND', 'no', 'TASK_NOT_FOUND')),
    );
    expect(await call(engine, id, 'SubscribeToTask', { id: 't' })).toMatchObject({ error: { a2a: { code: -32001 } } });
    expect(got).toHaveLength(1);
  });

  it('can be stopped while the second request runs', async () => {
    const { engine, id } = await connected((response, { line }) => {
      if (line.startsWith('POST')) json(response, 405, {});
    });
    const request = { agent: id, operation: 'SubscribeToTask', request: { id: 't' } } as const;
    const { exchange } = value(await engine.call('calls.start', request));
    setTimeout(() => void engine.call('calls.abort', { exchange }), 150);
    expect(value(await engine.call('calls.outcome', { exchange }))).toMatchObject({ outcome: 'aborted' });
  });
});

describe('an answer', () => {
  const problem = {
    type: 'https://a2a-protocol.org/errors/unsupported-operation',
    title: 'Cannot send to a finished task',
    status: 501,
  };
  it.each<[string, Answer, Record<string, unknown>]>([
    [
      'in the shape of google.rpc',
      (response) => json(response, 400, rpcError(400, 'FAILED_PRECONDITION', 'is finished', 'UNSUPPORTED_OPERATION')),
      { code: 'rpc', httpStatus: 400, message: 'is finished', a2a: { code: -32004, reason: 'UNSUPPORTED_OPERATION' } },
    ],
    [
      'in the shape of problem+json',
      (response) => json(response, 501, problem, 'application/problem+json'),
      {
        code: 'rpc',
        httpStatus: 501,
        a2a: { code: -32004 },
        message: expect.stringContaining('unsupported-operation'),
      },
    ],
    [
      'with a message alone',
      (response) => json(response, 409, { message: 'not cancelable' }),
      { code: 'rpc', httpStatus: 409, message: 'not cancelable' },
    ],
    [
      'with a code of JSON-RPC',
      (response) => json(response, 404, { code: -32001, message: 'gone' }),
      { code: 'rpc', httpStatus: 404, a2a: { code: -32001, name: 'TaskNotFound' } },
    ],
    [
      'that is a web page',
      (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not here</h1>'),
      { code: 'http', httpStatus: 404, message: 'Not here' },
    ],
    [
      'that asks for credentials',
      (response) => json(response, 401, { error: 'unauthorized' }, 'application/json'),
      { code: 'auth', httpStatus: 401 },
    ],
  ])('%s is an error', async (_, answer, error) => {
    const { engine, id } = await connected(answer);
    expect(await call(engine, id, 'CancelTask', { id: 't' })).toMatchObject({ outcome: 'error', error });
  });

  it.each<[string, Answer]>([
    ['204', (response) => response.writeHead(204).end()],
    ['200 without a body', (response) => response.writeHead(200).end()],
    ['200 with an empty object', (response) => json(response, 200, {})],
  ])('%s means deleted', async (_, answer) => {
    const { engine, id, got } = await connected(answer);
    const request = { taskId: 't', id: 'c' };
    expect(await call(engine, id, 'DeleteTaskPushNotificationConfig', request)).toMatchObject({ outcome: 'ok' });
    expect(got[0]?.line).toBe('DELETE /api/tasks/t/pushNotificationConfigs/c');
  });

  it('that streams may end in an error event', async () => {
    const { engine, id } = await connected((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ task: { ...done, status: { state: 'TASK_STATE_WORKING' } } })}\r\n\r\n`);
      const error = JSON.stringify(rpcError(500, 'INTERNAL', 'broke', 'INVALID_AGENT_RESPONSE'));
      response.end(`event: error\r\ndata: ${error}\r\n\r\n`);
    });
    expect(await send(engine, id, 'go')).toMatchObject({
      outcome: 'error',
      error: { code: 'rpc', message: 'broke', a2a: { code: -32006 } },
    });
  });
});
