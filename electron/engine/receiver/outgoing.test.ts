import { afterEach, describe, expect, it } from 'vitest';
import type { ConsentNeeded } from '../../../shared/contract/access.ts';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import type { BindingId, DialectId } from '../../../shared/model/entry.ts';
import { storedCredential } from '../../../shared/model/push.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { Engine } from '../engine.ts';
import { notify } from '../testing/deliveries.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { bodyOf } from '../testing/event-server.ts';
import { startGrpc } from '../testing/grpc-server.ts';
import { startHttp } from '../testing/servers.ts';

const engines = testEngines();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await engines.close();
  for (const one of open.splice(0)) await one.close();
});

type Fields = Record<string, unknown>;
const TASK = { id: 'task-9', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const OLD_TASK = { kind: 'task', id: 'task-9', contextId: 'c', status: { state: 'working' } };
const SECRET = 'vault-secret-8c1f';

/** A server that answers every message with one task, and what it was sent. */
async function agentOf(dialect: DialectId, binding: BindingId): Promise<{ endpoint: string; sent: Fields[] }> {
  const sent: Fields[] = [];
  if (binding === 'GRPC') {
    const server = await startGrpc(
      ({ request, message, end }) => {
        sent.push(request);
        message({ task: TASK });
        end();
      },
      { dialect },
    );
    open.push(server);
    return { endpoint: `127.0.0.1:${server.port}`, sent };
  }
  const server = await startHttp(async (request, response) => {
    const body = (await bodyOf(request)) as Fields;
    sent.push(binding === 'JSONRPC' ? (body.params as Fields) : body);
    const result = dialect === '0.3' && binding === 'JSONRPC' ? OLD_TASK : { task: TASK };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(binding === 'JSONRPC' ? { jsonrpc: '2.0', id: body.id, result } : result));
  });
  open.push(server);
  return { endpoint: server.url, sent };
}

async function begin(dialect: DialectId = '1.0', binding: BindingId = 'JSONRPC') {
  const { endpoint, sent } = await agentOf(dialect, binding);
  const engine = await engines.start();
  const options: AgentOptions = { endpoint, version: dialect, binding };
  const url = binding === 'GRPC' ? 'http://127.0.0.1:9/' : endpoint;
  const agent = value(await engine.call('agents.add', { url, connect: false, options })).id;
  value(await engine.call('receiver.start', {}));
  return { engine, agent, sent, endpoint };
}

const send = (engine: Engine, agent: string, config: Fields) =>
  engine.call('calls.start', {
    agent,
    operation: 'SendMessage',
    request: {
      message: { role: 'ROLE_USER', parts: [{ text: 'go' }] },
      configuration: { taskPushNotificationConfig: config },
    },
  });

const store = async (engine: Engine, agent: string, scheme: CredentialScheme, secrets: Record<string, string>) =>
  value(await engine.call('access.save', { agent, scheme, secrets, name: 'Callback' })).id;

describe('a configuration sent with the first message', () => {
  it.each([
    ['1.0', 'JSONRPC', 'taskPushNotificationConfig'],
    ['0.3', 'JSONRPC', 'pushNotificationConfig'],
    ['1.0', 'HTTP+JSON', 'taskPushNotificationConfig'],
    ['0.3', 'HTTP+JSON', 'pushNotification'],
    ['1.0', 'GRPC', 'taskPushNotificationConfig'],
    ['0.3', 'GRPC', 'pushNotification'],
  ] as const)('goes out in the words of %s over %s, and its address learns the task', async (dialect, binding, key) => {
    const { engine, agent, sent } = await begin(dialect, binding);
    const { url = '', id } = value(await engine.call('receiver.register', { agent }));
    const authentication = { scheme: 'Bearer', credentials: 'callback-credentials' };
    const started = await send(engine, agent, { url, token: TOKEN_PLACEHOLDER, authentication });
    value(await engine.call('calls.outcome', { exchange: value(started).exchange }));
    const { configuration } = sent[0] as { configuration: Record<string, Fields> };
    const config = configuration[key] ?? {};
    expect(config).toMatchObject({
      url,
      token: expect.stringMatching(/^[\w-]{32}$/),
      authentication: {
        credentials: 'callback-credentials',
        ...(dialect === '0.3' ? { schemes: ['Bearer'] } : { scheme: 'Bearer' }),
      },
    });
    expect(config.taskId ?? '').toBe('');
    const [given] = value(await engine.call('receiver.get', {})).registrations;
    expect(given).toMatchObject({ id, task: 'task-9' });

    const body = { statusUpdate: { taskId: 'task-9', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } };
    const headers = {
      'X-A2A-Notification-Token': String(config.token),
      Authorization: 'Bearer callback-credentials',
    };
    expect(await notify({ url, body, headers })).toBe(200);
    const rows = (await rowsOf(engine, engine.liveSession)).filter(({ kind }) => kind === 'delivery');
    expect(rows).toMatchObject([
      { agent, task: 'task-9', state: 'TASK_STATE_COMPLETED', delivery: { verified: true } },
    ]);
  });

  it('counts a delivery that comes before the answer for the task it names', async () => {
    const engine = await engines.start();
    const server = await startHttp(async (request, response) => {
      const { id, params } = (await bodyOf(request)) as unknown as { id: unknown; params: Fields };
      const { url, token } = (params.configuration as Fields).taskPushNotificationConfig as Record<string, string>;
      const body = { statusUpdate: { taskId: 'task-9', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };
      await notify({ url: url ?? '', body, headers: { 'X-A2A-Notification-Token': token ?? '' } });
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task: TASK } }));
    });
    open.push(server);
    const options: AgentOptions = { endpoint: server.url, version: '1.0', binding: 'JSONRPC' };
    const agent = value(await engine.call('agents.add', { url: server.url, connect: false, options })).id;
    value(await engine.call('receiver.start', {}));
    const { url = '' } = value(await engine.call('receiver.register', { agent }));
    const { exchange } = value(await send(engine, agent, { url, token: TOKEN_PLACEHOLDER }));
    value(await engine.call('calls.outcome', { exchange }));
    const rows = await rowsOf(engine, engine.liveSession);
    expect(rows.find(({ kind }) => kind === 'delivery')).toMatchObject({
      task: 'task-9',
      delivery: { verified: true },
    });
    expect(value(await engine.call('receiver.get', {})).registrations).toMatchObject([{ task: 'task-9' }]);
  });
});

describe('stored credentials in a configuration', () => {
  it.each<[CredentialScheme, Record<string, string>, string, string]>([
    [{ type: 'bearer' }, { token: SECRET }, 'Bearer', SECRET],
    [
      { type: 'basic', username: 'jo' },
      { password: SECRET },
      'Basic',
      Buffer.from(`jo:${SECRET}`, 'utf8').toString('base64'),
    ],
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { value: SECRET }, '', SECRET],
  ])('are put in by the engine and masked in what is recorded: %j', async (scheme, secrets, word, sentAs) => {
    const { engine, agent, sent } = await begin();
    const id = await store(engine, agent, scheme, secrets);
    const offered = value(await engine.call('receiver.credentials', {}));
    expect(offered).toMatchObject([{ id, name: 'Callback', scheme: word }]);
    expect(JSON.stringify(offered)).not.toContain(SECRET);
    const { url } = value(await engine.call('receiver.register', { agent }));
    const authentication = { scheme: word || 'ApiKey', credentials: storedCredential(id) };
    value(await send(engine, agent, { url, authentication }));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({
      configuration: { taskPushNotificationConfig: { authentication: { credentials: sentAs } } },
    });
    const headers = { Authorization: `${authentication.scheme} ${sentAs}` };
    expect(await notify({ url: url ?? '', body: { task: TASK }, headers })).toBe(200);
    const told = JSON.stringify([
      await rowsOf(engine, engine.liveSession),
      await engine.call('sessions.export', { session: engine.liveSession }),
    ]);
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain(sentAs);
  });

  it('go to another origin only when a person said so', async () => {
    const { engine, agent, sent, endpoint } = await begin();
    const id = await store(engine, agent, { type: 'bearer' }, { token: SECRET });
    const config = {
      url: 'https://hooks.example/a',
      authentication: { scheme: 'Bearer', credentials: storedCredential(id) },
    };
    const asked = await send(engine, agent, config);
    expect(asked).toMatchObject({ error: { code: 'consent' } });
    const { from, to, because } = (asked as { error: { detail: ConsentNeeded } }).error.detail;
    expect([from, to, because]).toEqual([endpoint, 'https://hooks.example', 'push']);
    value(await engine.call('access.consent', { from, to, answer: 'without' }));
    expect(await send(engine, agent, config)).toMatchObject({ error: { code: 'auth' } });
    expect(sent).toHaveLength(0);
    value(await engine.call('access.consent', { from, to, answer: 'send' }));
    value(await send(engine, agent, config));
    await expect.poll(() => sent.length).toBe(1);
  });

  it('that are gone, or do not fit, are refused', async () => {
    const { engine, agent } = await begin();
    const headers = await store(
      engine,
      agent,
      { type: 'headers', names: ['X-A', 'X-B'] },
      { 'header:0': 'aaaaaaaa', 'header:1': 'bbbbbbbb' },
    );
    expect(value(await engine.call('receiver.credentials', {}))).toEqual([]);
    const { url } = value(await engine.call('receiver.register', { agent }));
    const with_ = (id: string) =>
      send(engine, agent, { url, authentication: { scheme: 'Bearer', credentials: storedCredential(id) } });
    expect(await with_('credential-gone')).toMatchObject({ error: { code: 'not-found' } });
    expect(await with_(headers)).toMatchObject({ error: { code: 'bad-input' } });
  });
});

describe('a test delivery', () => {
  it.each(['1.0', '0.3'] as const)('of %s arrives, is verified, is recorded, and changes no task', async (dialect) => {
    const { engine, agent } = await begin(dialect);
    const { url = '' } = value(await engine.call('receiver.register', { agent }));
    const { exchange } = value(await send(engine, agent, { url, token: TOKEN_PLACEHOLDER }));
    value(await engine.call('calls.outcome', { exchange }));
    const before = (await rowsOf(engine, engine.liveSession)).filter(({ task }) => task !== undefined);
    const tested = value(await engine.call('receiver.test', { agent, config: { url, token: TOKEN_PLACEHOLDER } }));
    expect(tested).toMatchObject({ status: 200, own: true, arrived: { verified: true, simulated: false } });
    expect(tested.took).toBeGreaterThan(0);
    const rows = await rowsOf(engine, engine.liveSession);
    const own = rows.filter((row) => row.exchange === tested.exchange);
    expect(own.map(({ kind, name }) => [kind, name])).toEqual([
      ['request', 'TestDelivery'],
      ['response', undefined],
      ['end', 'complete'],
    ]);
    const delivery = rows.find(({ kind }) => kind === 'delivery');
    expect(delivery).toMatchObject({ name: 'message', delivery: { verified: true } });
    // Neither the request nor the delivery is one of a task or a context.
    for (const row of [...own, delivery])
      expect([row?.task, row?.context, row?.state]).toEqual([undefined, undefined, undefined]);
    expect(rows.filter(({ task }) => task !== undefined)).toEqual(before);
  });

  it('says what the receiver found wrong, and what it was told to answer', async () => {
    const { engine, agent } = await begin();
    const { url = '', id } = value(await engine.call('receiver.register', { agent }));
    const test = async (config: Fields) =>
      value(await engine.call('receiver.test', { agent, config: { url, ...config } as { url: string } }));
    expect(await test({ token: 'not-the-token' })).toMatchObject({
      status: 403,
      arrived: { verified: false, fault: 'token' },
    });
    expect(await test({})).toMatchObject({ status: 401, arrived: { verified: false, fault: 'token' } });
    value(await engine.call('receiver.answers', { registration: id, answers: [{ status: 503 }] }));
    expect(await test({ token: TOKEN_PLACEHOLDER })).toMatchObject({
      status: 503,
      arrived: { verified: true, simulated: true },
    });
    value(await engine.call('receiver.stop', {}));
    const refused = await engine.call('receiver.test', { agent, config: { url, token: TOKEN_PLACEHOLDER } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  it('goes elsewhere only to an origin that a person named, and follows nobody further', async () => {
    const { engine, agent } = await begin();
    const came: { headers: Record<string, unknown>; body: unknown }[] = [];
    const hook = await startHttp(async (request, response) => {
      came.push({ headers: request.headers, body: await bodyOf(request) });
      response.writeHead(request.url === '/moved' ? 307 : 200, { Location: '/other', 'Content-Type': 'text/plain' });
      response.end('Thank you');
    });
    open.push(hook);
    // A path that somebody else made up after one of the receiver is no address of it.
    const { url: own = '' } = value(await engine.call('receiver.register', { agent }));
    const url = `${hook.url}${new URL(own).pathname}`;
    const config = { url, token: 'typed-token-1', authentication: { scheme: 'Bearer', credentials: 'typed-cred-1' } };
    for (const elsewhere of [undefined, 'https://another.example'])
      expect(await engine.call('receiver.test', { agent, config, ...(elsewhere && { elsewhere }) })).toMatchObject({
        error: { code: 'bad-input' },
      });
    expect(came).toEqual([]);
    const tested = value(await engine.call('receiver.test', { agent, config, elsewhere: hook.url }));
    expect(tested).toMatchObject({ status: 200, own: false });
    expect(tested.arrived).toBeUndefined();
    expect(came[0]).toMatchObject({
      headers: { 'x-a2a-notification-token': 'typed-token-1', authorization: 'Bearer typed-cred-1' },
      body: { message: { role: 'ROLE_AGENT', parts: [{ text: expect.any(String) }] } },
    });
    const moved = await engine.call('receiver.test', {
      agent,
      config: { url: `${hook.url}/moved` },
      elsewhere: hook.url,
    });
    expect(moved).toMatchObject({ value: { status: 307 } });
    expect(came).toHaveLength(2);
    const rows = (await rowsOf(engine, engine.liveSession)).filter((row) => row.exchange === tested.exchange);
    expect(rows.map(({ lane }) => lane)).not.toContain('error');
    const told = JSON.stringify(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(told).not.toMatch(/typed-token-1|typed-cred-1/);
  });

  it('says why nobody answered', async () => {
    const { engine, agent } = await begin();
    const gone = await startHttp(() => undefined);
    await gone.close();
    const config = { url: `${gone.url}/tasks/task-9/hook` };
    const tested = value(await engine.call('receiver.test', { agent, config, elsewhere: gone.url }));
    expect(tested).toMatchObject({ own: false, trouble: { code: 'network' } });
    expect(tested.status).toBeUndefined();
    // Its address looks like one of a task, and is none of this agent's.
    expect((await rowsOf(engine, engine.liveSession)).map(({ task }) => task)).not.toContain('task-9');
  });
});
