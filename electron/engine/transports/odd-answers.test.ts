import type { ServerResponse } from 'node:http';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { Row } from '../../../shared/model/row.ts';
import type { Engine } from '../engine.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { bodyOf, cardOf, eventText, startAgent } from '../testing/event-server.ts';
import { startHttp, startRaw, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

type Answer = Parameters<typeof startAgent>[0];

async function connected(answer: Answer, settings: Record<string, unknown> = {}) {
  const server = await startAgent(answer);
  servers.push(server);
  const engine = await engines.start();
  for (const [key, chosen] of Object.entries(settings))
    value(await engine.call('settings.set', { key, value: chosen }));
  const { id } = value(await engine.call('agents.add', { url: server.url }));
  return { engine, id, server };
}

const rowsNow = (engine: Engine): Promise<Row[]> => rowsOf(engine, engine.liveSession);
const eventsOf = async (engine: Engine): Promise<Row[]> =>
  (await rowsNow(engine)).filter(
    ({ kind }) => kind === 'status' || kind === 'task' || kind === 'message' || kind === 'text',
  );

async function until(engine: Engine, holds: (rows: Row[]) => boolean): Promise<Row[]> {
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await rowsNow(engine);
    if (holds(rows)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('waited in vain');
}

/** Frames of the last exchange with their verbatim text. */
async function framesOf(engine: Engine): Promise<{ framing: string; text: string }[]> {
  const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
  const entries = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = entries[entries.length - 1].exchange;
  return entries
    .filter(({ kind, exchange }) => kind === 'frame' && exchange === last)
    .map(({ framing, body }) => ({
      framing,
      text: body.text ?? Buffer.from(body.base64, 'base64').toString('latin1'),
    }));
}

const COMPLETED = 'TASK_STATE_COMPLETED';
/** The JSON of one stream item without the event stream around it. */
const itemText = (id: unknown, index: number, state?: string): string => eventText(id, index, state).slice(6).trim();

describe('JSON values one after the other', () => {
  const TYPES: [type: string, begin: string, end: string][] = [
    ['application/x-ndjson', '', '\n'],
    ['application/jsonl; charset=utf-8', '', '\r\n'],
    ['application/json-seq', '\x1e', '\n'],
  ];
  it.each(TYPES)('of type %s are read as they come', async (type, begin, end) => {
    let response: ServerResponse | undefined;
    let id: unknown;
    const { engine, id: agent } = await connected((res, call) => {
      response = res;
      id = call.id;
      res.writeHead(200, { 'Content-Type': type });
      res.write(`${begin}${itemText(id, 1)}${end}`);
    });
    const outcome = send(engine, agent, 'go');
    await until(engine, (rows) => rows.some(({ text }) => text.includes('step 1')));
    response?.write(end);
    response?.end(`${begin}${itemText(id, 2, COMPLETED)}${end}`);
    expect(await outcome).toMatchObject({ outcome: 'warn', task: { state: COMPLETED } });
    expect((await framesOf(engine)).map(({ framing }) => framing)).toEqual(['line', 'line', 'line']);
    const head = (await rowsNow(engine)).find(({ kind, stream }) => kind === 'response' && stream);
    expect(head?.marks).toMatchObject({ findings: 1, severity: 'warning' });
  });

  it('that break off are cut, and keep the rest as the tail', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(`${itemText(call.id, 1)}\n{"jsonrpc":`, () => response.destroy());
    });
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'cut' });
    expect((await framesOf(engine))[1]).toEqual({ framing: 'tail', text: '{"jsonrpc":' });
  });

  it('with one bad line go on after it', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.end(`${itemText(call.id, 1)}\nnonsense\n${itemText(call.id, 2, COMPLETED)}`);
    });
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'warn', task: { state: COMPLETED } });
    expect((await rowsNow(engine)).filter(({ kind }) => kind === 'unreadable')).toHaveLength(1);
  });

  it('are a body where no stream was asked for', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      const task = { id: 't', contextId: 'c', status: { state: COMPLETED } };
      response.end(`${JSON.stringify({ jsonrpc: '2.0', id: call.id, result: { task } })}\n`);
    });
    expect(await send(engine, id, 'go', 'SendMessage')).toMatchObject({ outcome: 'ok' });
    expect((await framesOf(engine)).map(({ framing }) => framing)).toEqual(['body']);
  });
});

describe('a stream call', () => {
  const cases: [string, Answer, Partial<OutcomeView>, RegExp?][] = [
    [
      'that is answered with the task as plain JSON is usable',
      (response, { id }) => {
        const task = { id: 't', contextId: 'c', status: { state: COMPLETED } };
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task } }));
      },
      { outcome: 'warn' },
    ],
    [
      'that is refused with 401 says what the agent wants',
      (response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="agents"' }).end(),
      { outcome: 'error' },
      /Bearer realm="agents"/,
    ],
    [
      'that gets an HTML page with 200 is an error',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Sign in</p>'),
      { outcome: 'error' },
    ],
    [
      'that gets an error page is an error of HTTP with its status',
      (response) => response.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>504 Gateway Time-out</h1>'),
      { outcome: 'error' },
      /504/,
    ],
    [
      'that gets a body with a byte order mark is read',
      (response, { id }) => {
        const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] };
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(`\uFEFF${JSON.stringify({ jsonrpc: '2.0', id, result: { message } })}`);
      },
      { outcome: 'warn' },
    ],
  ];
  it.each(cases)('%s', async (_, answer, expected, words = /./) => {
    const { engine, id } = await connected(answer);
    const outcome = await send(engine, id, 'go');
    expect(outcome).toMatchObject(expected);
    if (outcome.outcome === 'error') expect(outcome.error?.message).toMatch(words);
  });

  it('keeps method and body over a 308', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(eventText(call.id, 1, COMPLETED));
    });
    const moved: TestServer = await startHttp(async (request, response) => {
      if (request.method === 'GET') return response.end(JSON.stringify(cardOf(`${moved.url}/old`)));
      const call = await bodyOf(request);
      if (request.url === '/old') return response.writeHead(308, { Location: '/new' }).end();
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      return response.end(eventText(call.id, 1, COMPLETED));
    });
    servers.push(moved);
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
    const { id: other } = value(await engine.call('agents.add', { url: moved.url }));
    expect(await send(engine, other, 'go')).toMatchObject({ outcome: 'complete' });
  });
});

describe('an event stream', () => {
  it.each([
    ['CR', '\r'],
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('with %s at its line ends gives the same events', async (_, end) => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const text = [0, 1].map((index) => eventText(call.id, index)).join('') + eventText(call.id, 2, COMPLETED);
      response.end(`\uFEFF: hello\n\n${text}`.replace(/\n/g, end));
    });
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
    expect(await eventsOf(engine)).toHaveLength(3);
  });

  it('that is compressed is read as it comes, and cut when it breaks off', async () => {
    for (const way of ['whole', 'broken'] as const) {
      let finish = () => {};
      const { engine, id } = await connected((response, call) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' });
        const gzip = zlib.createGzip();
        gzip.pipe(response);
        gzip.write(eventText(call.id, 1));
        gzip.flush();
        finish = () => (way === 'whole' ? gzip.end(eventText(call.id, 2, COMPLETED)) : response.destroy());
      });
      const outcome = send(engine, id, 'go');
      await until(engine, (rows) => rows.some(({ text }) => text.includes('step 1')));
      finish();
      expect(await outcome).toMatchObject({ outcome: way === 'whole' ? 'complete' : 'cut' });
    }
  });

  it('takes events of 1.6 MB, and 10,000 of them', async () => {
    const { engine, id } = await connected((response, call) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const wide = call.params.message as { parts: { text: string }[] };
      if (wide.parts[0]?.text === 'large') {
        const big = eventText(call.id, 1).replace('step 1', 'x'.repeat(1_600_000));
        response.end(big + big + eventText(call.id, 2, COMPLETED));
        return;
      }
      let text = '';
      for (let index = 0; index < 10_000; index += 1) text += eventText(call.id, index);
      response.end(text + eventText(call.id, 10_000, COMPLETED));
    });
    expect(await send(engine, id, 'large')).toMatchObject({ outcome: 'complete' });
    expect((await eventsOf(engine)).map(({ size }) => size > 1_600_000)).toEqual([true, true, false]);
    expect(await send(engine, id, 'many')).toMatchObject({ outcome: 'complete' });
    expect(await eventsOf(engine)).toHaveLength(3 + 10_001);
  });
});

describe('time limits', () => {
  const raw = async (answer: Parameters<typeof startRaw>[0], settings: Record<string, number>) => {
    const server = await startRaw(answer);
    servers.push(server);
    const engine = await engines.start();
    for (const [key, chosen] of Object.entries(settings))
      value(await engine.call('settings.set', { key, value: chosen }));
    const options = { endpoint: server.url };
    const { id } = value(await engine.call('agents.add', { url: server.url, options }));
    return { engine, id };
  };

  it('count from the last header byte that came, and hold for the next call', async () => {
    const { engine, id } = await raw(
      (request, socket) => {
        if (request.startsWith('GET')) return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
        const head = [
          'HTTP/1.1 200 OK\r\n',
          'Content-Type: ',
          'text/event-stream\r\n',
          'Connection: close\r\n',
          '\r\n',
        ];
        const rpcId = Number(/"id":(\d+)/.exec(request)?.[1]);
        head.push(eventText(rpcId, 1, COMPLETED));
        const timer = setInterval(() => {
          const piece = head.shift();
          if (piece !== undefined) return void socket.write(piece);
          clearInterval(timer);
          socket.end();
        }, 60);
        socket.on('close', () => clearInterval(timer));
      },
      { requestTimeoutMs: 200 },
    );
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
    value(await engine.call('settings.set', { key: 'requestTimeoutMs', value: 20 }));
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'error', error: { code: 'timeout' } });
  });

  it('of silence within a stream end it as cut, naming the setting', async () => {
    const { engine, id } = await connected(
      (response, call) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(eventText(call.id, 1));
      },
      { streamIdleTimeoutMs: 80 },
    );
    const outcome = await send(engine, id, 'go');
    expect(outcome).toMatchObject({ outcome: 'cut', error: { code: 'timeout' } });
    expect(outcome.error?.message).toContain('streamIdleTimeoutMs');
  });
});
