import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entry, RequestEntry } from '../../shared/model/entry.ts';
import { startSampleAgent } from '../sample-agent/index.ts';
import { MASK } from './mask.ts';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { eventText, startAgent, streamEvents } from './testing/event-server.ts';
import { startHttp, type TestServer } from './testing/servers.ts';

const engines = testEngines();
const servers: { close(): Promise<void> }[] = [];
const using = async <T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
  const started = await server;
  servers.push(started);
  return started;
};
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

const answerTask = (response: Parameters<Parameters<typeof startAgent>[0]>[0], id: unknown) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const task = { id: 'task-1', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task } }));
};

describe('connecting', () => {
  it('reads the card, chooses an interface and records the exchange', async () => {
    const agent = await using(startAgent(() => undefined));
    const engine = await engines.start();
    const view = value(await engine.call('agents.add', { url: agent.url }));
    expect(view).toMatchObject({ connection: 'connected', name: 'Test agent', host: `127.0.0.1:${agent.port}` });
    expect(view.negotiated).toMatchObject({ binding: 'JSONRPC', dialect: '1.0', url: `${agent.url}/rpc` });
    const rows = await rowsOf(engine, engine.liveSession);
    expect(rows.map(({ kind }) => kind)).toEqual(['request', 'response', 'result', 'end', 'note']);
    const { entry } = value(await engine.call('entries.get', { session: engine.liveSession, seq: 1 }));
    const { headers } = entry as RequestEntry;
    expect(headers).toContainEqual(['A2A-Version', '1.0']);
  });

  it('revalidates a known card and keeps it on 304', async () => {
    let asked = 0;
    const card = await using(
      startHttp((request, response) => {
        asked += 1;
        if (request.headers['if-none-match'] === '"v1"') return response.writeHead(304).end();
        response.writeHead(200, { 'Content-Type': 'application/json', ETag: '"v1"' });
        response.end('{"name":"A","supportedInterfaces":[], "odd" : 1.0}');
      }),
    );
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: card.url }));
    const again = value(await engine.call('card.fetch', { agent: id }));
    expect(asked).toBe(2);
    expect(again).toMatchObject({ notModified: true, etag: '"v1"', source: 'well-known' });
    expect(again.raw).toBe('{"name":"A","supportedInterfaces":[], "odd" : 1.0}');
  });

  it('falls back to the old address and says so', async () => {
    const paths: (string | undefined)[] = [];
    const old: TestServer = await using(
      startHttp((request, response) => {
        paths.push(request.url);
        if (request.url !== '/.well-known/agent.json') return response.writeHead(404).end();
        response.end(
          JSON.stringify({ name: 'Old', url: `${old.url}/a2a`, version: '1', protocolVersion: '0.3.0', skills: [] }),
        );
      }),
    );
    const engine = await engines.start();
    const view = value(await engine.call('agents.add', { url: old.url }));
    expect(paths).toEqual(['/.well-known/agent-card.json', '/.well-known/agent.json']);
    expect(view.negotiated?.dialect).toBe('0.3');
    const card = value(await engine.call('card.get', { agent: view.id }));
    expect(card.source).toBe('agent-json');
    expect(card.issues).toContainEqual(expect.objectContaining({ code: 'card-old-address', severity: 'note' }));
  });

  it.each([
    [401, 'needs-access', ['401', 'gateway', '/.well-known/agent-card.json']],
    [502, 'unreachable', ['502']],
    [404, 'unreachable', ['404', '/.well-known/agent.json']],
  ] as const)('answers %i with what to do', async (status, connection, words) => {
    const server = await using(
      startHttp((_, response) => {
        response.writeHead(status, { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Bearer realm="gateway"' });
        response.end('<html>no</html>');
      }),
    );
    const engine = await engines.start();
    const headers: [string, string][] = [['Authorization', 'Bearer good-token']];
    const view = value(await engine.call('agents.add', { url: server.url, options: { headers } }));
    expect(view).toMatchObject({ connection, error: { httpStatus: status } });
    for (const word of words) expect(view.error?.message).toContain(word);
    expect(JSON.stringify(view)).not.toContain('good-token');
  });

  it('of an unreachable agent keeps it in the list, over a restart', async () => {
    const dataDir = engines.folder();
    const closed = await startHttp(() => undefined);
    await closed.close();
    const first = await engines.start({ dataDir });
    const headers: [string, string][] = [
      ['X-Api-Key', 'very-secret'],
      ['X-Plain', 'p'],
    ];
    const view = value(await first.call('agents.add', { url: closed.url, options: { headers } }));
    expect(view).toMatchObject({ connection: 'unreachable', error: { code: 'network' } });
    expect(view.options.headers).toEqual([
      ['X-Api-Key', MASK],
      ['X-Plain', 'p'],
    ]);
    await first.close();
    expect(fs.readFileSync(join(dataDir, 'agents.json'), 'utf8')).not.toContain('very-secret');
    const second = await engines.start({ dataDir });
    const [kept] = value(await second.call('agents.list', {}));
    expect(kept).toMatchObject({ id: view.id, url: closed.url, connection: 'idle' });
  });
});

describe('calling', () => {
  it('records 20,000 events of a fast agent, all and in order, with a page attached', async () => {
    const agent = await using(startAgent((response, { id }) => streamEvents(response, id, 20_000)));
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const taken: number[] = [];
    const feed = engine.openFeed({ session: engine.liveSession, after: 0 }, ({ rows }) => {
      taken.push(...rows.map(({ seq }) => seq));
      feed.ack(taken[taken.length - 1] ?? 0);
    });
    const outcome = await send(engine, id, 'go');
    expect(outcome).toMatchObject({ outcome: 'complete', task: { id: 'task-1', state: 'TASK_STATE_COMPLETED' } });
    const rows = await rowsOf(engine, engine.liveSession);
    const texts = rows.filter(({ kind }) => kind === 'text').map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 20_000 }, (_, index) => `step ${index}`));
    expect(taken).toEqual(rows.map(({ seq }) => seq));
    feed.close();
    await engine.close();
  });

  it('fills in a message id, never changes the text, and shows the reply', async () => {
    let params: { message?: { messageId?: string; parts?: unknown } } = {};
    const agent = await using(
      startAgent((response, call) => {
        ({ params } = call as { params: typeof params });
        answerTask(response, call.id);
      }),
    );
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const outcome = await send(engine, id, '  two  spaces\r\n ж ', 'SendMessage');
    expect(outcome.outcome).toBe('ok');
    expect(params.message?.messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(params.message?.parts).toEqual([{ text: '  two  spaces\r\n ж ' }]);
  });

  it('masks secrets in the log, also where the agent sends them back', async () => {
    const agent = await using(
      startAgent((response, { id, params }) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const task = { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, history: [params.message] };
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { task } })}\n\n`);
      }),
    );
    const engine = await engines.start();
    const headers: [string, string][] = [['Authorization', 'Bearer token-of-mine']];
    const { id } = value(await engine.call('agents.add', { url: agent.url, options: { headers } }));
    const metadata = { iac_code_api_key: 'sk-very-secret' };
    const message = { role: 'ROLE_USER', parts: [{ text: 'hello' }], metadata };
    const call = { agent: id, operation: 'SendStreamingMessage', request: { message } } as const;
    const { exchange } = value(await engine.call('calls.start', call));
    value(await engine.call('calls.outcome', { exchange }));
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).not.toContain('sk-very-secret');
    expect(content).not.toContain('token-of-mine');
    const entries = content
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as Entry);
    const frame = entries.find((entry) => entry.kind === 'frame' && entry.framing === 'sse');
    expect(frame && 'body' in frame && frame.body.masked).toEqual(['/result/task/history/0/metadata/iac_code_api_key']);
  });

  it('sends secrets to no other origin than the agent was entered with', async () => {
    let sent: unknown;
    const other: TestServer = await using(
      startHttp((request, response) => {
        sent = request.headers;
        response.end('{}');
      }),
    );
    const interfaces = [{ url: other.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    const agent = await using(startAgent(() => undefined, { supportedInterfaces: interfaces }));
    const engine = await engines.start();
    const headers: [string, string][] = [
      ['Authorization', 'Bearer abc'],
      ['X-Plain', 'p'],
    ];
    const { id } = value(await engine.call('agents.add', { url: agent.url, options: { headers } }));
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'hello' }] } };
    const asked = await engine.call('calls.start', { agent: id, operation: 'SendMessage', request });
    expect(asked).toMatchObject({ ok: false, error: { code: 'consent', detail: { to: other.url, because: 'card' } } });
    expect(sent).toBeUndefined();
    value(await engine.call('access.consent', { from: agent.url, to: other.url, answer: 'without' }));
    await send(engine, id, 'hello', 'SendMessage');
    expect(sent).toMatchObject({ 'x-plain': 'p' });
    expect(sent).not.toHaveProperty('authorization');
    const rows = await rowsOf(engine, engine.liveSession);
    expect(rows.some(({ kind, text }) => kind === 'note' && text.includes('Authorization'))).toBe(true);
  });

  it('stops listening on request, and when the engine closes', async () => {
    const agent = await using(
      startAgent((response, { id }) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(eventText(id, 0));
      }),
    );
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'x' }] } };
    const call = { agent: id, operation: 'SendStreamingMessage', request } as const;
    const { exchange } = value(await engine.call('calls.start', call));
    setTimeout(() => void engine.call('calls.abort', { exchange }), 60);
    expect(value(await engine.call('calls.outcome', { exchange })).outcome).toBe('aborted');

    value(await engine.call('calls.start', call));
    const session = engine.liveSession;
    await engine.close();
    const reopened = await engines.start({ dataDir });
    expect(value(await reopened.call('app.info', {})).recovered).toBeUndefined();
    const rows = await rowsOf(reopened, session);
    expect(rows.filter(({ kind }) => kind === 'end').map(({ name }) => name)).toEqual([
      'complete',
      'aborted',
      'aborted',
    ]);
  });
});

describe('the sample agent', () => {
  it('is started on demand, answers, and is found again under its new address', async () => {
    const dataDir = engines.folder();
    const startSample = () => startSampleAgent({ port: 0, pace: 0 });
    const first = await engines.start({ dataDir, startSample });
    const view = value(await first.call('agents.sample', {}));
    expect(view).toMatchObject({ sample: true, connection: 'connected' });
    expect(['complete', 'paused']).toContain((await send(first, view.id, 'hello')).outcome);
    await first.close();

    const second = await engines.start({ dataDir, startSample });
    expect(['complete', 'paused']).toContain((await send(second, view.id, 'hello')).outcome);
    expect(value(await second.call('agents.list', {}))).toHaveLength(1);
  });
});
