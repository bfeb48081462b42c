import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RegistrationView } from '../../../shared/contract/receiver.ts';
import type { DeliveryEntry } from '../../../shared/model/entry.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { Engine } from '../engine.ts';
import { MASK } from '../mask.ts';
import { notify } from '../testing/deliveries.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { startAgent } from '../testing/event-server.ts';
import { filesBelow } from '../testing/secret-stores.ts';
import type { TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

const working = { statusUpdate: { taskId: 'task-1', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };

/** An engine with an agent that keeps what it is sent. */
async function begin() {
  const sent: Record<string, unknown>[] = [];
  const server = await startAgent(
    (response, call) => {
      sent.push(call.params);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: call.params }));
    },
    { capabilities: { streaming: true, pushNotifications: true } },
  );
  servers.push(server);
  const engine = await engines.start();
  const agent = value(await engine.call('agents.add', { url: server.url })).id;
  return { engine, agent, sent, server };
}

/** The token as the agent gets it. */
async function tokenOf(engine: Engine, registration: RegistrationView, sent: Record<string, unknown>[]) {
  const { agent, url, token } = registration;
  const request = { taskId: 'task-1', url, token };
  const started = await engine.call('calls.start', { agent, operation: 'CreateTaskPushNotificationConfig', request });
  value(await engine.call('calls.outcome', { exchange: value(started).exchange }));
  return String(sent[sent.length - 1]?.token);
}

async function deliveriesOf(engine: Engine): Promise<DeliveryEntry[]> {
  const session = engine.liveSession;
  const seqs = (await rowsOf(engine, session)).filter(({ kind }) => kind === 'delivery').map(({ seq }) => seq);
  const views = value(await engine.call('entries.read', { session, seqs }));
  return views.map(({ entry }) => entry as DeliveryEntry);
}

const register = async (engine: Engine, agent: string, more: object = {}): Promise<RegistrationView> =>
  value(await engine.call('receiver.register', { agent, ...more }));

describe('the receiver', () => {
  it('is off until it is started, takes loopback only, and lets go of its port', async () => {
    const { engine, agent } = await begin();
    expect(value(await engine.call('receiver.get', {}))).toMatchObject({ state: 'stopped', registrations: [] });
    expect(await engine.call('receiver.register', { agent })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    const started = value(await engine.call('receiver.start', {}));
    expect(started).toMatchObject({ state: 'listening', address: '127.0.0.1', loopback: true });
    const { port = 0 } = started;
    expect(await engine.call('receiver.start', { port: port + 1 })).toMatchObject({ error: { code: 'busy' } });
    const { url = '' } = await register(engine, agent);
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/push/[\\w-]{32}$`));
    expect(value(await engine.call('receiver.stop', {}))).toMatchObject({ state: 'stopped' });
    expect(await notify({ url, body: working })).toBe(0);
    value(await engine.call('receiver.start', { port }));
    expect(value(await engine.call('receiver.get', {})).registrations).toMatchObject([{ url }]);
    await engine.close();
    expect(await notify({ url, body: working })).toBe(0);
  });

  it('says why it cannot listen', async () => {
    const { engine } = await begin();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const taken = await engine.call('receiver.start', { port });
    await new Promise((resolve) => other.close(resolve));
    expect(taken).toMatchObject({ error: { code: 'busy', message: expect.stringContaining(String(port)) } });
    expect(value(await engine.call('receiver.get', {}))).toMatchObject({ state: 'error', trouble: { code: 'busy' } });
    for (const input of [
      { address: 'localhost' },
      { address: '192.0.2.1' },
      { address: '0.0.0.0' },
      { publicUrl: 'ftp://tunnel.example' },
    ])
      expect(await engine.call('receiver.start', input)).toMatchObject({ error: { code: 'bad-input' } });
    const shown = value(await engine.call('receiver.start', { publicUrl: 'https://tunnel.example/a/' }));
    expect(shown).toMatchObject({ base: 'https://tunnel.example/a', publicUrl: 'https://tunnel.example/a' });
  });

  it('hands the token to the agent alone, and knows deliveries by it', async () => {
    const { engine, agent, sent } = await begin();
    value(await engine.call('receiver.start', {}));
    const registration = await register(engine, agent);
    expect(registration.token).toBe(TOKEN_PLACEHOLDER);
    const { url = '' } = registration;
    const token = await tokenOf(engine, registration, sent);
    expect(token).toMatch(/^[\w-]{32}$/);
    const headers = { 'X-A2A-Notification-Token': token };
    expect(await notify({ url, body: working, headers })).toBe(200);
    expect(await notify({ url, body: { ...working, echo: token }, headers })).toBe(200);
    const [delivery] = await deliveriesOf(engine);
    expect(delivery).toMatchObject({ agent, method: 'POST', url, answer: 200, check: { verified: true, token: 'ok' } });
    expect(delivery?.headers).toContainEqual(['X-A2A-Notification-Token', MASK]);
    const rows = (await rowsOf(engine, engine.liveSession)).filter(({ kind }) => kind === 'delivery');
    expect(rows[0]).toMatchObject({ lane: 'push', task: 'task-1', state: 'TASK_STATE_WORKING', status: 200 });
    const view = value(await engine.call('receiver.get', {}));
    expect(view.counts).toMatchObject({ received: 2, accepted: 2, unverified: 0, refused: 0 });
    expect(view.registrations).toMatchObject([{ task: 'task-1', received: 2, accepted: 2 }]);
    const told = [
      view,
      rows,
      await deliveriesOf(engine),
      await engine.call('sessions.export', { session: engine.liveSession }),
    ];
    expect(JSON.stringify(told)).not.toContain(token);
    await engine.close();
  });

  it('fills in the token at send time too, and only for an address of its own', async () => {
    const { engine, agent, sent, server } = await begin();
    value(await engine.call('receiver.start', {}));
    const { url } = await register(engine, agent);
    const send = (config: object) => {
      const message = { role: 'ROLE_USER', parts: [{ text: TOKEN_PLACEHOLDER }] };
      const request = { message, configuration: { taskPushNotificationConfig: config } };
      return engine.call('calls.start', { agent, operation: 'SendMessage', request });
    };
    const { exchange } = value(await send({ url, token: TOKEN_PLACEHOLDER }));
    value(await engine.call('calls.outcome', { exchange }));
    expect(sent[0]).toMatchObject({
      configuration: { taskPushNotificationConfig: { token: expect.stringMatching(/^[\w-]{32}$/) } },
    });
    // What a person writes stays what it is.
    expect(sent[0]).toMatchObject({ message: { parts: [{ text: TOKEN_PLACEHOLDER }] } });
    expect(await send({ url: 'https://elsewhere.example/', token: TOKEN_PLACEHOLDER })).toMatchObject({
      error: { code: 'bad-input' },
    });
    const other = value(await engine.call('agents.add', { url: `${server.url}/other`, connect: false })).id;
    const theirs = value(await engine.call('receiver.register', { agent: other }));
    expect(await send({ url: theirs.url, token: TOKEN_PLACEHOLDER })).toMatchObject({ error: { code: 'bad-input' } });
    expect(sent).toHaveLength(1);
  });

  it('refuses configurations that no agent can use before anything is sent', async () => {
    const { engine, agent, sent } = await begin();
    const create = (config: object) =>
      engine.call('calls.start', {
        agent,
        operation: 'CreateTaskPushNotificationConfig',
        request: { taskId: 't', ...config },
      });
    const url = 'https://hooks.example/a';
    for (const config of [
      { url: 'ftp://hooks.example/a' },
      { url: 'hooks' },
      { url, token: 'a\r\nX-Evil: 1' },
      { url, authentication: { scheme: 'Bearer', credentials: 'a\nX-Evil: 1' } },
      { url, authentication: { scheme: 'Bearer', credentials: '  ' } },
      { url, authentication: { scheme: 'Two Words', credentials: 'a' } },
    ])
      expect(await create(config)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(sent).toHaveLength(0);
    expect(await create({ url, authentication: { scheme: 'Bearer', credentials: 'abc' } })).toMatchObject({ ok: true });
  });

  it('expects what the agent was told last', async () => {
    const { engine, agent } = await begin();
    value(await engine.call('receiver.start', {}));
    const { url = '' } = await register(engine, agent, { token: 'first-token-1' });
    const authentication = { scheme: 'Basic', credentials: 'user:pass-word' };
    const request = { taskId: 'task-1', url, authentication };
    value(await engine.call('calls.start', { agent, operation: 'CreateTaskPushNotificationConfig', request }));
    const with_ = (headers: Record<string, string>) => notify({ url, body: working, headers });
    expect(await with_({ 'X-A2A-Notification-Token': 'first-token-1' })).toBe(401);
    expect(await with_({ Authorization: `Basic ${Buffer.from('user:pass-word').toString('base64')}` })).toBe(200);
    expect(await with_({ Authorization: 'basic user:pass-word' })).toBe(200);
    expect(await with_({ Authorization: 'Bearer user:pass-word' })).toBe(403);
    value(await engine.call('calls.start', { agent, operation: 'CreateTaskPushNotificationConfig', request: { url } }));
    expect(await with_({})).toBe(401);
    const rows = (await rowsOf(engine, engine.liveSession)).filter(({ kind }) => kind === 'delivery');
    expect(rows[rows.length - 1]).toMatchObject({
      delivery: { verified: false },
      marks: { codes: ['delivery-token'] },
    });
    const text = JSON.stringify(await deliveriesOf(engine));
    expect(text).not.toContain('pass-word');
    expect(text).not.toContain(Buffer.from('user:pass-word').toString('base64'));
  });

  it('turns away what is not as it has to be, with the status for it', async () => {
    const { engine, agent } = await begin();
    value(await engine.call('receiver.start', {}));
    const { url = '' } = await register(engine, agent, { token: 'the-right-token' });
    const headers = { 'X-A2A-Notification-Token': 'the-right-token' };
    const cases: [number, Partial<Parameters<typeof notify>[0]>][] = [
      [200, { headers }],
      [200, { headers, gzip: true }],
      [200, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } }],
      [401, {}],
      [403, { headers: { 'X-A2A-Notification-Token': 'the-right-tokem' } }],
      [404, { headers, url: `${url.slice(0, -1)}` }],
      [405, { headers, method: 'PUT' }],
      [415, { headers: { ...headers, 'Content-Type': 'text/plain' } }],
      [415, { headers: { ...headers, 'Content-Encoding': 'br' } }],
      [415, { headers: { ...headers, 'Content-Encoding': 'gzip' } }],
      [400, { headers, bytes: Buffer.from('{"statusUpdate":') }],
      [400, { headers, bytes: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ];
    for (const [status, more] of cases)
      expect([status, await notify({ url, body: working, ...more })]).toEqual([status, status]);
    const deliveries = await deliveriesOf(engine);
    expect(deliveries.map(({ answer }) => answer)).toEqual(cases.map(([status]) => status));
    expect(deliveries[1]).toMatchObject({
      body: { text: JSON.stringify(working) },
      check: { encodedBytes: expect.any(Number) },
    });
    const states = (await rowsOf(engine, engine.liveSession)).filter(({ kind, state }) => kind === 'delivery' && state);
    expect(states).toHaveLength(3);
  });

  it('answers as a test of the agent asks for', async () => {
    const { engine, agent } = await begin();
    value(await engine.call('receiver.start', {}));
    const answers = [{ status: 500, times: 2 }, { status: 202 }, { delayMs: 80, status: 503 }];
    const { id, url = '' } = await register(engine, agent, { token: 'the-right-token', answers });
    const send = (token = 'the-right-token') =>
      notify({ url, body: working, headers: { 'X-A2A-Notification-Token': token } });
    expect(await send('wrong')).toBe(403);
    expect([await send(), await send(), await send(), await send(), await send()]).toEqual([500, 500, 202, 503, 200]);
    const rows = (await rowsOf(engine, engine.liveSession)).filter(({ kind }) => kind === 'delivery');
    expect(rows.map(({ delivery }) => [delivery?.simulated, delivery?.attempt])).toEqual([
      [undefined, undefined],
      [true, undefined],
      [true, 2],
      [true, 3],
      [true, undefined],
      [undefined, 2],
    ]);
    const set = value(await engine.call('receiver.answers', { registration: id, answers: [{ status: 429 }] }));
    expect(set.answers).toEqual([{ status: 429 }]);
    expect([await send(), await send()]).toEqual([429, 200]);
    expect(await engine.call('receiver.answers', { registration: id, answers: [{ status: 99 }] })).toMatchObject({
      ok: false,
    });
  });

  it('lets a delivery count that a person accepts, once', async () => {
    const { engine, agent } = await begin();
    value(await engine.call('receiver.start', {}));
    const { url = '' } = await register(engine, agent, { token: 'the-right-token' });
    expect(await notify({ url, body: working })).toBe(401);
    expect(await notify({ url, body: working, headers: { 'X-A2A-Notification-Token': 'the-right-token' } })).toBe(200);
    const rows = async () => (await rowsOf(engine, engine.liveSession)).filter(({ kind }) => kind === 'delivery');
    const [unknown, known] = (await rows()).map(({ seq }) => seq);
    const accept = (seq = 0) => engine.call('receiver.accept', { seq });
    expect(await accept(known)).toMatchObject({ error: { code: 'bad-input' } });
    expect(await accept(1)).toMatchObject({ error: { code: 'not-found' } });
    value(await accept(unknown));
    expect(await accept(unknown)).toMatchObject({ error: { code: 'busy' } });
    const [first, , last] = await rows();
    expect(first?.task).toBeUndefined();
    expect(last).toMatchObject({ task: 'task-1', state: 'TASK_STATE_WORKING', delivery: { accepted: unknown } });
    expect(last?.marks?.codes).toEqual(['delivery-accepted']);
  });

  it('forgets the addresses of an agent that is removed', async () => {
    const { engine, agent } = await begin();
    value(await engine.call('receiver.start', {}));
    const { url = '' } = await register(engine, agent, { token: 'the-right-token' });
    value(await engine.call('agents.remove', { agent }));
    expect(await notify({ url, body: working, headers: { 'X-A2A-Notification-Token': 'the-right-token' } })).toBe(404);
  });

  it('leaves no token in a file', async () => {
    const folder = engines.folder();
    const engine = await engines.start({ dataDir: folder });
    const agent = value(await engine.call('agents.add', { url: 'http://127.0.0.1:9/', connect: false })).id;
    value(await engine.call('receiver.start', {}));
    const authentication = { scheme: 'Bearer', credentials: 'callback-secret-1' };
    const { url = '' } = await register(engine, agent, { token: 'the-right-token', authentication });
    const headers = { 'X-A2A-Notification-Token': 'the-right-token', Authorization: 'Bearer callback-secret-1' };
    const body = { ...working, said: 'the-right-token callback-secret-1' };
    expect(await notify({ url, body, headers })).toBe(200);
    await engine.close();
    const texts = filesBelow(folder).map(({ path }) => readFileSync(path, 'utf8'));
    expect(texts.some((text) => text.includes('"kind":"delivery"'))).toBe(true);
    for (const text of texts) expect(text).not.toMatch(/the-right-token|callback-secret-1/);
  });
});
