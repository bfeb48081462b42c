import { afterEach, describe, expect, it } from 'vitest';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import { send, testEngines, value } from '../testing/engines.ts';
import { bodyOf, cardOf, eventText, startAgent } from '../testing/event-server.ts';
import { startHttp, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

type Answer = Parameters<typeof startAgent>[0];

async function connected(answer: Answer, options = {}, card = {}) {
  const server = await startAgent(answer, card);
  servers.push(server);
  const engine = await engines.start();
  const { id } = value(await engine.call('agents.add', { url: server.url, options }));
  return { engine, id, server };
}

const entriesOf = async (engine: Awaited<ReturnType<typeof connected>>['engine']): Promise<Entry[]> => {
  const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
  return content
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Entry);
};

describe('a request', () => {
  it('has the version and extension lines of 1.0, and a growing id', async () => {
    const ids: unknown[] = [];
    const { engine, id } = await connected(
      (response, call) => {
        ids.push(call.id);
        response.end(eventText(call.id, 0));
      },
      { extensions: ['https://a.example/x', 'https://a.example/y'], headers: [['x-mine', '1']] },
    );
    await send(engine, id, 'a', 'SendMessage');
    await send(engine, id, 'b', 'SendMessage');
    expect(ids).toEqual([1, 2]);
    const request = (await entriesOf(engine)).filter((entry) => entry.kind === 'request').pop();
    const headers = Object.fromEntries(request?.kind === 'request' ? request.headers : []);
    expect(headers).toMatchObject({ 'A2A-Version': '1.0', 'Content-Type': 'application/json', 'x-mine': '1' });
    expect(headers['A2A-Extensions']).toContain('https://a.example/y');
  });

  it('of 0.3 has its method and both spellings of the extension line', async () => {
    let seen: { method?: string; headers?: Record<string, unknown> } = {};
    const server: TestServer = await startHttp(async (request, response) => {
      if (request.method === 'GET') {
        const card = { name: 'Old', url: `${server.url}/`, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' };
        return response.end(JSON.stringify(card));
      }
      seen = { ...(await bodyOf(request)), headers: request.headers };
      response.end('{}');
    });
    servers.push(server);
    const engine = await engines.start();
    const options = { extensions: ['https://a.example/x'] };
    const { id } = value(await engine.call('agents.add', { url: server.url, options }));
    await send(engine, id, 'a', 'SendMessage');
    expect(seen.method).toBe('message/send');
    expect(seen.headers).toMatchObject({
      'a2a-extensions': 'https://a.example/x',
      'x-a2a-extensions': 'https://a.example/x',
    });
    const reply = await engine.call('calls.start', { agent: id, operation: 'ListTasks', request: {} });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-supported' } });
  });

  it('carries the tenant of the chosen interface', async () => {
    let params: unknown;
    const [plain] = cardOf('').supportedInterfaces as Record<string, unknown>[];
    const { engine, id, server } = await connected((response, call) => {
      ({ params } = call);
      response.end('{}');
    });
    const options = { tenant: 'acme', endpoint: `${server.url}/rpc` };
    const call = { agent: id, operation: 'GetTask', request: { id: 't' }, options } as const;
    const { exchange } = value(await engine.call('calls.start', call));
    value(await engine.call('calls.outcome', { exchange }));
    expect(plain).toBeDefined();
    expect(params).toEqual({ tenant: 'acme', id: 't' });
  });
});

describe('an answer', () => {
  const cases: [string, Answer, Partial<OutcomeView>][] = [
    [
      'to a stream request that is plain JSON is an error of the call',
      (response, { id }) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32004, message: 'No streams here' } }));
      },
      { outcome: 'error' },
    ],
    [
      'without events is an error',
      (response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(),
      { outcome: 'error' },
    ],
    [
      'that stops before a last state is a cut',
      (response, { id }) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(eventText(id, 0), () => response.destroy());
      },
      { outcome: 'cut' },
    ],
    [
      'that ends properly after a last state is complete',
      (response, { id }) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
        response.end(eventText(id, 0, 'TASK_STATE_COMPLETED'));
      },
      { outcome: 'complete' },
    ],
    [
      'with an HTML error page is an HTTP error',
      (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>'),
      { outcome: 'error' },
    ],
  ];
  it.each(cases)('%s', async (_, answer, expected) => {
    const { engine, id } = await connected(answer);
    expect(await send(engine, id, 'go')).toMatchObject(expected);
  });

  it('that is a stream though none was asked for is read as one', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(eventText(call.id, 0, 'TASK_STATE_COMPLETED'));
    });
    await send(engine, id, 'go', 'SendMessage');
    const frames = (await entriesOf(engine)).filter((entry) => entry.kind === 'frame');
    expect(frames.map((entry) => entry.kind === 'frame' && entry.framing)).toEqual(['body', 'sse']);
  });

  it('cut in a body that is no stream keeps what came as the tail', async () => {
    const { engine, id } = await connected((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"jsonrpc":"2.0",', () => response.destroy());
    });
    const outcome = await send(engine, id, 'go', 'SendMessage');
    expect(outcome).toMatchObject({ outcome: 'error', error: { code: 'network' } });
    const last = (await entriesOf(engine)).filter((entry) => entry.kind === 'frame').pop();
    expect(last).toMatchObject({ framing: 'tail', body: { text: '{"jsonrpc":"2.0",' } });
  });
});
