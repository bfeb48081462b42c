import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { done } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import { createSocketPool } from '../http/agents.ts';
import { createHttpClient } from '../http/client.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { startLinking, withArtifact } from '../testing/linking-agent.ts';
import { startHttp, startRaw, type TestServer } from '../testing/servers.ts';
import type { WireEnd } from '../transports/transport.ts';
import { FETCH_LIMIT_BYTES } from './limits.ts';
import { sendFile } from './send-file.ts';

const engines = testEngines();
const open: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of open.splice(0)) await server.close();
});

const using = async (server: Promise<TestServer>): Promise<TestServer> => {
  const started = await server;
  open.push(started);
  return started;
};

const TOKEN = 'token-of-the-agent';
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const PNG = Buffer.from('89504e470d0a1a0a00ff00ff', 'hex');

interface Got {
  url: string;
  headers: IncomingHttpHeaders;
}

/** A server of files that remembers what it was asked. */
async function files(answer: RequestListener) {
  const got: Got[] = [];
  const server = await using(
    startHttp((request, response) => {
      got.push({ url: request.url ?? '', headers: request.headers });
      answer(request, response);
    }),
  );
  return { ...server, got };
}

/** An artifact whose only part leads to an address. */
async function linked(url: string, part: object = {}) {
  const agent = await using(startLinking(() => [{ url, ...part }]));
  return withArtifact(engines, agent);
}

const giveToken = (engine: Awaited<ReturnType<typeof linked>>['engine'], agent: string) =>
  engine.call('access.save', { agent, scheme: { type: 'bearer' }, secrets: { token: TOKEN } });

describe('a file that did not come along', () => {
  it('is fetched from the origin that was named, with its digest, and is there for viewers and saving', async () => {
    const server = await files((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png; x=y' }).end(PNG);
    });
    const metadata = { byteSize: PNG.length, sha256: sha256(PNG) };
    const dataDir = engines.folder();
    const agent = await using(startLinking(() => [{ url: `${server.url}/a/pic.png`, metadata }]));
    const path = join(engines.folder(), 'saved.png');
    const dialogs = {
      open: async () => done(null),
      saveAs: async () => done(path),
      chooseFolder: async () => done(null),
    };
    const { engine, session, writes, file } = await withArtifact(engines, agent, { dataDir, dialogs });
    const facts = async (of = engine, writesOf = writes) =>
      value(await of.call('artifacts.facts', { session, artifact: 'x', writes: writesOf })).contents[0];
    expect(await facts()).not.toHaveProperty('copy');
    expect(server.got).toEqual([]);

    expect(value(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] }))).toEqual({
      state: 'fetched',
    });
    const copy = { from: 'fetch', place: server.url, mediaType: 'image/png', sniffed: 'image/png', bytes: PNG.length };
    expect(await facts()).toMatchObject({
      kind: 'url',
      declared: { sha256: sha256(PNG) },
      copy: { ...copy, sha256: sha256(PNG) },
    });
    const bytes = value(await engine.call('artifacts.bytes', { ...file(), from: 2, length: 4 }));
    expect(Buffer.from(bytes.base64, 'base64')).toEqual(PNG.subarray(2, 6));
    expect(bytes.total).toBe(PNG.length);
    value(await engine.call('artifacts.save', { session, files: [{ ...file(), name: 'pic.png' }] }));
    expect(readFileSync(path)).toEqual(PNG);
    expect(server.got.map(({ url }) => url)).toEqual(['/a/pic.png']);

    const rows = (await rowsOf(engine, session)).filter(({ seq }) => seq > (writes[0] ?? 0));
    expect(rows.filter(({ name }) => name === 'FetchFile')).toMatchObject([
      { kind: 'request', text: expect.stringContaining('/a/pic.png') },
    ]);
    await engine.close();
    const later = await engines.start({ dataDir });
    value(await later.call('sessions.open', { session }));
    await rowsOf(later, session);
    expect(await facts(later)).toMatchObject({ copy: { ...copy, sha256: sha256(PNG) } });
  });

  it('is no event of the agent, whatever it says it is', async () => {
    const event = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_FAILED' } } };
    const server = await files((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`data: ${JSON.stringify(event)}\n\n`);
    });
    const { engine, session, writes, file } = await linked(`${server.url}/events`);
    value(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] }));
    const rows = (await rowsOf(engine, session)).filter(({ seq }) => seq > (writes[0] ?? 0));
    expect(rows.some(({ state }) => state === 'TASK_STATE_FAILED')).toBe(false);
    const { contents } = value(await engine.call('artifacts.facts', { session, artifact: 'x', writes }));
    expect(contents[0]?.copy?.mediaType).toBe('text/event-stream');
  });

  it('is not asked for at an origin that nobody named', async () => {
    const server = await files((_request, response) => response.end('x'));
    const { engine, file } = await linked(`${server.url}/a`);
    const reply = await engine.call('artifacts.fetch', { ...file(), origins: ['http://127.0.0.1:1'] });
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(server.got).toEqual([]);
  });

  it('is not followed to another origin before that one is named, too', async () => {
    const far = await files((_request, response) => response.end('far away'));
    const server = await files((request, response) => {
      const to = request.url === '/a' ? '/b' : `${far.url}/c?sig=abc`;
      response.writeHead(302, { Location: to }).end('moved');
    });
    const { engine, session, writes, file } = await linked(`${server.url}/a`);
    const answer = value(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] }));
    expect(answer).toMatchObject({ state: 'elsewhere', from: server.url, origin: far.url });
    expect(far.got).toEqual([]);
    const facts = async () =>
      value(await engine.call('artifacts.facts', { session, artifact: 'x', writes })).contents[0]?.copy;
    expect(await facts()).toBeUndefined();
    const again = { ...file(), origins: [server.url, far.url] };
    expect(value(await engine.call('artifacts.fetch', again))).toEqual({ state: 'fetched' });
    expect(far.got.map(({ url }) => url)).toEqual(['/c?sig=abc']);
    expect(await facts()).toMatchObject({ place: far.url, sha256: sha256('far away') });
  });

  it('that the server does not give is a sentence', async () => {
    const server = await files((_request, response) => response.writeHead(404, 'Not Found').end('gone'));
    const { engine, session, writes, file } = await linked(`${server.url}/a`);
    const reply = await engine.call('artifacts.fetch', { ...file(), origins: [server.url] });
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'http', message: `${server.url} answered 404 Not Found instead of the file.` },
    });
    const { contents } = value(await engine.call('artifacts.facts', { session, artifact: 'x', writes }));
    expect(contents[0]).not.toHaveProperty('copy');
  });

  it('that nobody serves is a sentence', async () => {
    const gone = await startHttp(() => undefined);
    await gone.close();
    const { engine, file } = await linked(`${gone.url}/a`);
    expect(await engine.call('artifacts.fetch', { ...file(), origins: [gone.url] })).toMatchObject({
      ok: false,
      error: { code: 'network', message: expect.stringContaining('Connection refused') },
    });
  });
});

describe('limits of a fetch', () => {
  it('end one that says it is too large before it comes', async () => {
    let sent = 0;
    const server = await files((_request, response) => {
      response.writeHead(200, { 'Content-Length': FETCH_LIMIT_BYTES + 1 });
      response.write('x', () => {
        sent += 1;
      });
    });
    const { engine, file } = await linked(`${server.url}/a`);
    expect(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] })).toMatchObject({
      ok: false,
      error: { code: 'http', message: expect.stringContaining('64 MiB') },
    });
    expect(sent).toBeLessThan(2);
  });

  it('end one that grows too large, and keep nothing of it', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const server = await files((_request, response) => {
      const more = () => {
        while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more);
      };
      more();
    });
    const { engine, session, file, writes } = await linked(`${server.url}/a`);
    expect(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] })).toMatchObject({
      ok: false,
      error: { code: 'http', message: expect.stringContaining('larger than the 64 MiB') },
    });
    const rows = (await rowsOf(engine, session)).filter(({ seq }) => seq > (writes[0] ?? 0));
    expect(rows.some(({ size, kind }) => kind !== 'end' && size > piece.length)).toBe(false);
  });

  it('end one whose server does not answer, and one that stops in the middle', async () => {
    const silent = await using(startRaw(() => undefined));
    const one = await linked(`${silent.url}/a`);
    value(await one.engine.call('settings.set', { key: 'requestTimeoutMs', value: 150 }));
    expect(await one.engine.call('artifacts.fetch', { ...one.file(), origins: [silent.url] })).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
    const stuck = await files((_request, response) => void response.write('a piece'));
    const two = await linked(`${stuck.url}/a`);
    value(await two.engine.call('settings.set', { key: 'streamIdleTimeoutMs', value: 150 }));
    expect(await two.engine.call('artifacts.fetch', { ...two.file(), origins: [stuck.url] })).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
  });

  it('end one that takes too long although bytes come', async () => {
    const timers = new Set<NodeJS.Timeout>();
    const server = await files((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      timers.add(timer);
      response.on('close', () => clearInterval(timer));
    });
    const pool = createSocketPool();
    const end = await new Promise<WireEnd>((resolve) => {
      sendFile(
        createHttpClient({ pool }),
        {
          method: 'GET',
          url: server.url,
          headers: [],
          timeouts: { connectMs: 0, requestMs: 0, idleMs: 0 },
          idempotent: true,
        },
        { request() {}, head() {}, frame() {}, note() {}, end: resolve },
        { bytes: 1_000_000, ms: 200 },
        () => undefined,
      );
    });
    pool.close();
    expect(end).toMatchObject({ cause: 'cut', error: { code: 'timeout' } });
  });

  it('leave it to the person to stop one, and say how far it is', async () => {
    let closed = false;
    const server = await files((_request, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, { 'Content-Length': 1_000 });
      response.write('x'.repeat(100));
    });
    const { engine, file } = await linked(`${server.url}/a`);
    const abort = new AbortController();
    const fetching = engine.call('artifacts.fetch', { ...file(), origins: [server.url] }, abort.signal);
    await expect
      .poll(async () => value(await engine.call('artifacts.progress', file())))
      .toEqual({ bytes: 100, total: 1_000 });
    expect(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] })).toMatchObject({
      error: { code: 'busy' },
    });
    abort.abort();
    expect(await fetching).toMatchObject({ ok: false, error: { code: 'aborted' } });
    await expect.poll(() => closed).toBe(true);
    expect(value(await engine.call('artifacts.progress', file()))).toBeNull();
  });
});

describe('credentials', () => {
  it('go along to the origin of the agent, and to no other', async () => {
    const far = await files((_request, response) => response.end('far'));
    const got: IncomingHttpHeaders[] = [];
    const agent = await using(
      startLinking(
        (url) => [{ url: `${url}/files/own` }, { url: `${far.url}/far` }],
        (request, response) => {
          got.push(request.headers);
          response.end('own');
        },
      ),
    );
    const { engine, session, file } = await withArtifact(engines, agent, {}, giveToken);
    value(await engine.call('artifacts.fetch', { ...file(0), origins: [agent.url] }));
    value(await engine.call('artifacts.fetch', { ...file(1), origins: [far.url] }));
    expect(got.map(({ authorization }) => authorization)).toEqual([`Bearer ${TOKEN}`]);
    expect(far.got.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const { content } = value(await engine.call('sessions.export', { session }));
    expect(content).toContain('/files/own');
    expect(content).not.toContain(TOKEN);
  });

  it('stay behind when the file of the agent lies elsewhere', async () => {
    const far = await files((_request, response) => response.end('far'));
    const agent = await using(
      startLinking(
        (url) => [{ url: `${url}/files/own` }],
        (request, response) => {
          const token = request.headers.authorization?.slice('Bearer '.length);
          response.writeHead(307, { Location: `${far.url}/x?keep=1&t=${token}` }).end();
        },
      ),
    );
    const { engine, file } = await withArtifact(engines, agent, {}, async (one, id) => {
      await giveToken(one, id);
      const headers: [string, string][] = [['X-Tenant', 'of-the-agent']];
      await one.call('agents.update', { agent: id, options: { headers } });
    });
    const origins = [agent.url, far.url];
    expect(value(await engine.call('artifacts.fetch', { ...file(), origins }))).toEqual({ state: 'fetched' });
    expect(far.got).toHaveLength(1);
    expect(far.got[0]?.url).toBe('/x?keep=1');
    expect(far.got[0]?.headers.authorization).toBeUndefined();
    expect(far.got[0]?.headers['x-tenant']).toBeUndefined();
  });

  it('that come back in the file are not in the log, and its digest is not judged', async () => {
    const agent = await using(
      startLinking(
        (url) => [{ url: `${url}/files/own`, metadata: { sha256: sha256('x') } }],
        (request, response) => response.end(`you are ${request.headers.authorization}`),
      ),
    );
    const { engine, session, writes, file } = await withArtifact(engines, agent, {}, giveToken);
    value(await engine.call('artifacts.fetch', { ...file(), origins: [agent.url] }));
    const { contents } = value(await engine.call('artifacts.facts', { session, artifact: 'x', writes }));
    expect(contents[0]?.copy).toMatchObject({ masked: true });
    const { content } = value(await engine.call('sessions.export', { session }));
    expect(content).toContain('you are');
    expect(content).not.toContain(TOKEN);
  });

  it('are what a refused file asks for', async () => {
    const far = await files((_request, response) => response.writeHead(401).end());
    const agent = await using(
      startLinking(
        (url) => [{ url: `${url}/files/own` }, { url: `${far.url}/far` }],
        (_request, response) => response.writeHead(401).end(),
      ),
    );
    const { engine, file } = await withArtifact(engines, agent);
    expect(await engine.call('artifacts.fetch', { ...file(0), origins: [agent.url] })).toMatchObject({
      error: { code: 'auth', httpStatus: 401 },
    });
    expect(await engine.call('artifacts.fetch', { ...file(1), origins: [far.url] })).toMatchObject({
      error: { code: 'http', message: expect.stringContaining('do not go to another origin') },
    });
  });
});

describe('an address with a secret in it', () => {
  it('is fetched each time it is told, and shown without the secret', async () => {
    const server = await files((_request, response) => response.end('signed'));
    const { engine, session, writes, file } = await linked(`${server.url}/a?signature=s1gned-by-somebody`);
    for (const _ of [1, 2]) value(await engine.call('artifacts.fetch', { ...file(), origins: [server.url] }));
    expect(server.got.map(({ url }) => url)).toEqual(Array(2).fill('/a?signature=s1gned-by-somebody'));
    const { contents } = value(await engine.call('artifacts.facts', { session, artifact: 'x', writes }));
    expect(contents[0]?.copy?.sha256).toBe(sha256('signed'));
    // What an agent calls a secret is not taken out of what it says.
    expect(contents[0]?.url).toContain('s1gned-by-somebody');
    const { content } = value(await engine.call('sessions.export', { session }));
    const requests = content
      .split('\n')
      .filter((line) => line.includes('"FetchFile"'))
      .map((line) => (JSON.parse(line) as Entry & { url: string }).url);
    expect(requests.every((url) => !url.includes('s1gned'))).toBe(true);
    expect(requests).toHaveLength(2);
  });
});
