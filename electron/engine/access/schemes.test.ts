import { type Metadata, status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { Engine } from '../engine.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { testEngines, value } from '../testing/engines.ts';
import { startGrpc } from '../testing/grpc-server.ts';
import { type Got, guardedListener, jsonRpcAt, restAt, startGuarded } from '../testing/guarded.ts';
import { startHttps } from '../testing/secure-servers.ts';

const engines = testEngines();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of open.splice(0)) await server.close();
});

const using = async <T extends { close(): unknown }>(server: T | Promise<T>): Promise<T> => {
  const started = await server;
  open.push(started);
  return started;
};

async function call(engine: Engine, agent: string, operation: OperationName = 'GetTask', request = {}) {
  const { exchange } = value(
    await engine.call('calls.start', { agent, operation, request: { id: 't-1', ...request } }),
  );
  return value(await engine.call('calls.outcome', { exchange }));
}

/** An engine whose agent has one credential before anything is sent. */
async function withCredential(url: string, scheme: CredentialScheme, secrets: Record<string, string>, options = {}) {
  const engine = await engines.start();
  const { id } = value(await engine.call('agents.add', { url, options, connect: false }));
  const saved = value(await engine.call('access.save', { agent: id, scheme, secrets }));
  return { engine, id, saved };
}

const SECRET = 's3cret-välue&=1';
const ASCII = 's3cret-value&=1';

/** What each scheme looks like when it arrives. */
const schemes: [string, CredentialScheme, Record<string, string>, (got: Got) => unknown, unknown][] = [
  ['bearer', { type: 'bearer' }, { token: ASCII }, ({ headers }) => headers.authorization, `Bearer ${ASCII}`],
  [
    'basic',
    { type: 'basic', username: 'ü' },
    { password: SECRET },
    ({ headers }) => headers.authorization,
    `Basic ${Buffer.from(`ü:${SECRET}`).toString('base64')}`,
  ],
  [
    'a key in a header',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { value: ASCII },
    ({ headers }) => headers['x-key'],
    ASCII,
  ],
  [
    'a key in the query',
    { type: 'apiKey', in: 'query', name: 'key' },
    { value: SECRET },
    ({ target }) => new URL(target, 'http://any').searchParams.getAll('key'),
    [SECRET],
  ],
  [
    'a key in a cookie',
    { type: 'apiKey', in: 'cookie', name: 'sid' },
    { value: ASCII },
    ({ headers }) => headers.cookie,
    `sid=${ASCII}`,
  ],
  [
    'header lines of its own',
    { type: 'headers', names: ['X-One', 'X-Two'] },
    { 'header:0': ASCII, 'header:1': `2-${ASCII}` },
    ({ headers }) => [headers['x-one'], headers['x-two']],
    [ASCII, `2-${ASCII}`],
  ],
];

describe.each(schemes)('%s', (_, scheme, secrets, read, expected) => {
  it.each([
    ['JSON-RPC', jsonRpcAt, '/rpc?own=1'],
    ['HTTP+JSON', restAt, '/api'],
  ])('goes to the card, its extended form and on calls over %s, and is never recorded', async (_name, at, path) => {
    const agent = await using(startGuarded({ interfaces: (origin) => [at(`${origin}${path}`)] }));
    const { engine, id } = await withCredential(agent.url, scheme, secrets);
    value(await engine.call('card.fetch', { agent: id }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok', reading: { type: 'task' } });
    await call(engine, id, 'SendMessage', { message: { role: 'ROLE_USER', parts: [{ text: 'hi' }] } });
    await engine.call('card.fetch', { agent: id, extended: true });
    expect(agent.got.length).toBeGreaterThanOrEqual(4);
    for (const got of agent.got) expect(read(got)).toEqual(expected);
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    const views = JSON.stringify([
      value(await engine.call('access.get', { agent: id })),
      value(await engine.call('agents.list', {})),
    ]);
    for (const secret of Object.values(secrets)) {
      const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
      for (const form of forms) expect(content + views).not.toContain(form);
    }
    if (path.includes('?')) expect(agent.calls()[0]?.target).toMatch(/^\/rpc\?own=1/);
  });

  it('goes to a call over gRPC as metadata, or is refused there in words', async () => {
    let metadata: Metadata | undefined;
    const server = await using(
      startGrpc((one) => {
        metadata = one.metadata;
        one.message({ id: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_COMPLETED' } });
        one.end();
      }),
    );
    const endpoint = `127.0.0.1:${server.port}`;
    const options = { binding: 'GRPC', version: '1.0', endpoint };
    const { engine, id } = await withCredential('http://127.0.0.1:1', scheme, secrets, options);
    if (scheme.type === 'apiKey' && scheme.in === 'query') {
      const refused = await engine.call('calls.start', { agent: id, operation: 'GetTask', request: { id: 't-1' } });
      expect(refused).toMatchObject({ ok: false, error: { code: 'not-supported' } });
      expect(metadata).toBeUndefined();
      return;
    }
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    const headers = Object.fromEntries(
      Object.entries(metadata?.getMap() ?? {}).map(([name, one]) => [name, String(one)]),
    );
    expect(read({ method: 'POST', target: '/', headers, body: '' })).toEqual(expected);
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).not.toContain(ASCII);
  });
});

describe('a client certificate', () => {
  const authority = makeCertificate({ name: 'Test authority', authority: true });
  const good = makeCertificate({ name: 'agent', names: ['127.0.0.1'], by: authority });
  const client = makeCertificate({ name: 'caller', by: authority });

  it('chosen as the credential has to be entered, and is then shown', async () => {
    const agent = await using(
      startHttps({ ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true }, guardedListener({}, [])),
    );
    const tls = { ca: authority.cert };
    const { engine, id } = await withCredential(agent.url, { type: 'mutualTLS' }, {}, { tls });
    const missing = await engine.call('card.fetch', { agent: id });
    expect(missing).toMatchObject({
      ok: false,
      error: { code: 'auth', message: expect.stringMatching(/client certificate/) },
    });
    const { cert, key } = client;
    value(await engine.call('agents.update', { agent: id, options: { tls: { ...tls, cert, key } } }));
    value(await engine.call('card.fetch', { agent: id }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    expect(value(await engine.call('access.get', { agent: id })).using).toMatchObject([{ state: 'valid' }]);
  });
});

describe('an answer that refuses', () => {
  const refusing = (code: number, challenge?: string) =>
    startGuarded({
      intercept({ method }, response) {
        if (method === 'GET') return false;
        response.writeHead(code, {
          'Content-Type': 'application/json',
          ...(challenge && { 'WWW-Authenticate': challenge }),
        });
        response.end('{"error":"no"}');
        return true;
      },
    });

  it('is explained with the name of what was tried, and remembered until it works', async () => {
    let locked = true;
    const agent = await using(
      startGuarded({
        intercept({ method }, response) {
          if (method === 'GET' || !locked) return false;
          response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x", Bearer error="invalid_token"' }).end();
          return true;
        },
      }),
    );
    const { engine, id } = await withCredential(agent.url, { type: 'bearer' }, { token: ASCII });
    value(await engine.call('card.fetch', { agent: id }));
    const accessOf = async () => value(await engine.call('access.get', { agent: id }));
    expect((await accessOf()).using[0]?.state).toBe('untested');
    const { error } = await call(engine, id);
    expect(error).toMatchObject({ code: 'auth', httpStatus: 401 });
    expect(error?.message).toMatch(/“Token” \(Bearer\) was sent and not accepted/);
    const refused = await accessOf();
    expect(refused.using[0]).toMatchObject({ state: 'refused', trouble: { httpStatus: 401 } });
    expect(refused.refusal).toMatchObject({
      status: 401,
      tried: ['Token'],
      challenges: [
        { scheme: 'Basic', params: { realm: 'x' } },
        { scheme: 'Bearer', params: { error: 'invalid_token' } },
      ],
    });
    // A card that everybody gets proves nothing.
    value(await engine.call('card.fetch', { agent: id }));
    expect((await accessOf()).using[0]?.state).toBe('refused');
    locked = false;
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    const after = await accessOf();
    expect(after.using[0]).toMatchObject({ state: 'valid' });
    expect(after.using[0]).not.toHaveProperty('trouble');
    expect(after.refusal).toBeUndefined();
  });

  it.each([
    [401, 'Bearer', /No credentials were sent. The agent asks for Bearer/],
    [403, undefined, /No credentials were sent/],
  ])('with %d without a credential says that none was sent', async (code, challenge, text) => {
    const agent = await using(refusing(code, challenge));
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    expect((await call(engine, id)).error).toMatchObject({ code: 'auth', message: expect.stringMatching(text) });
    expect(agent.calls()[0]?.headers).not.toHaveProperty('authorization');
  });

  it('over gRPC is explained too', async () => {
    const server = await using(startGrpc(({ end }) => end({ code: status.UNAUTHENTICATED, details: 'who?' })));
    const options = { binding: 'GRPC', version: '1.0', endpoint: `127.0.0.1:${server.port}` };
    const { engine, id } = await withCredential('http://127.0.0.1:1', { type: 'bearer' }, { token: ASCII }, options);
    const { error } = await call(engine, id);
    expect(error).toMatchObject({ code: 'auth', message: expect.stringMatching(/“Token” \(Bearer\) was sent/) });
    expect(value(await engine.call('access.get', { agent: id })).using[0]?.state).toBe('refused');
  });

  it('to the card is explained in the trouble of the agent', async () => {
    const agent = await using(
      startGuarded({
        intercept(_, response) {
          response.writeHead(403, { 'WWW-Authenticate': 'Basic realm="card"' }).end();
          return true;
        },
      }),
    );
    const { engine, id } = await withCredential(agent.url, { type: 'basic', username: 'u' }, { password: 'p' });
    const reply = await engine.call('card.fetch', { agent: id });
    expect(reply).toMatchObject({ ok: false, error: { code: 'auth', httpStatus: 403 } });
    if (!reply.ok) expect(reply.error.message).toMatch(/“u” \(Basic\) was sent, and that does not allow this call/);
    expect(value(await engine.call('agents.list', {}))[0]?.connection).toBe('needs-access');
  });
});

describe('a secret that is gone', () => {
  it('sends nothing at all, not even an empty line', async () => {
    const dataDir = engines.folder();
    const agent = await using(startGuarded());
    const first = await engines.start({ dataDir });
    const { id } = value(await first.call('agents.add', { url: agent.url }));
    value(await first.call('access.save', { agent: id, scheme: { type: 'bearer' }, secrets: { token: ASCII } }));
    await first.close();
    const before = agent.got.length;
    const second = await engines.start({ dataDir });
    const reply = await second.call('calls.start', { agent: id, operation: 'GetTask', request: { id: 't-1' } });
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'auth', message: expect.stringMatching(/Enter it again/) },
    });
    expect(agent.got).toHaveLength(before);
    const view = value(await second.call('access.get', { agent: id }));
    expect(view.using).toMatchObject([{ name: 'Token', state: 'enter-again', has: [] }]);
    // Without a credential it is the person's own choice.
    value(await second.call('access.use', { agent: id, credentials: [] }));
    expect(await call(second, id)).toMatchObject({ outcome: 'ok' });
    expect(agent.got[agent.got.length - 1]?.headers).not.toHaveProperty('authorization');
  });
});

describe('two credentials', () => {
  it('are both sent, and one for the same place takes the place of the other', async () => {
    const agent = await using(startGuarded());
    const { engine, id } = await withCredential(agent.url, { type: 'bearer' }, { token: 'first-token' });
    const key: CredentialScheme = { type: 'apiKey', in: 'query', name: 'key' };
    value(await engine.call('access.save', { agent: id, scheme: key, secrets: { value: 'k-1' } }));
    await engine.call('card.fetch', { agent: id });
    await call(engine, id);
    expect(agent.calls()[0]).toMatchObject({
      target: '/rpc?key=k-1',
      headers: { authorization: 'Bearer first-token' },
    });
    const scheme: CredentialScheme = { type: 'basic', username: 'u' };
    value(await engine.call('access.save', { agent: id, scheme, secrets: { password: 'p' } }));
    await call(engine, id);
    expect(agent.calls()[1]).toMatchObject({ target: '/rpc?key=k-1', headers: { authorization: 'Basic dTpw' } });
    const view = value(await engine.call('access.get', { agent: id }));
    expect(view.using.map(({ scheme: { type } }) => type)).toEqual(['apiKey', 'basic']);
    expect(view.held.map(({ scheme: { type } }) => type)).toEqual(['bearer']);
  });

  it('and a typed line leave one Authorization, and a note that says so', async () => {
    const agent = await using(startGuarded());
    const headers: [string, string][] = [['Authorization', 'Custom x=1']];
    const { engine, id } = await withCredential(agent.url, { type: 'bearer' }, { token: ASCII }, { headers });
    value(await engine.call('card.fetch', { agent: id }));
    await call(engine, id);
    expect(agent.calls()[0]?.headers.authorization).toBe('Custom x=1');
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).toContain('Authorization of “Token” was left out');
  });
});
