import { afterEach, describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { NoteEntry } from '../../../shared/model/entry.ts';
import { agentListener, type Diagnosis, diagnose, finished, jsonRpc } from '../testing/doctor.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { startProxy } from '../testing/secure-servers.ts';
import { startHttp, startRaw, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
const using = async <T extends TestServer>(server: Promise<T>): Promise<T> => {
  const started = await server;
  servers.push(started);
  return started;
};
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});
const start = () => engines.start({ env: {} });

/** The steps whose verdict is not `ok` or `skipped`. */
const complaints = ({ steps }: Diagnosis) =>
  steps.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'skipped').map(({ id, verdict }) => `${id} ${verdict}`);

describe('an agent in order', () => {
  it('passes every step, each with evidence, and leaves exchanges and a note in the session', async () => {
    const agent = await using(startHttp(agentListener()));
    const engine = await start();
    const report = await diagnose(engine, agent.url);
    expect(report.state).toBe('done');
    expect(report.verdicts).toEqual({
      address: 'ok',
      proxy: 'ok',
      dns: 'ok',
      tcp: 'ok',
      tls: 'skipped',
      card: 'ok',
      json: 'ok',
      version: 'ok',
      auth: 'ok',
      endpoints: 'ok',
      call: 'ok',
    });
    expect(report.interfaces).toEqual([
      {
        index: 0,
        binding: 'JSONRPC',
        url: `${agent.url}/rpc`,
        verdict: 'ok',
        message: expect.stringContaining('accepts connections'),
      },
    ]);
    const [answer] = report.step('card').facts;
    expect(answer).toMatchObject({ kind: 'answer', status: 200, type: 'application/json', exchange: 2 });
    expect(report.step('call').message).toContain('TaskNotFound');
    const rows = await rowsOf(engine, engine.liveSession);
    expect(rows.filter(({ kind }) => kind === 'request').map(({ name }) => name)).toEqual([
      'GetAgentCard',
      'GetAgentCard',
      'GetTask',
    ]);
    const last = rows[rows.length - 1];
    const { entry } = value(await engine.call('entries.get', { session: engine.liveSession, seq: last?.seq ?? 0 }));
    expect((entry as NoteEntry).detail?.message).toMatch(/^Connection tested: 10 ok, 0 with a warning, 0 failed\.$/);
  });

  it('connects an agent that could not be reached before', async () => {
    const closed = await startHttp(() => undefined);
    await closed.close();
    const engine = await start();
    const { id, connection } = value(await engine.call('agents.add', { url: closed.url }));
    expect(connection).toBe('unreachable');
    const report = await diagnose(engine, closed.url);
    expect(report.verdicts).toMatchObject({ tcp: 'failed', tls: 'skipped', card: 'skipped', call: 'skipped' });
    expect(report.step('tcp')).toMatchObject({
      message: expect.stringContaining('refused'),
      next: expect.stringContaining('Start the agent'),
      facts: [expect.objectContaining({ address: '127.0.0.1', outcome: 'refused', code: 'ECONNREFUSED' })],
    });
    expect(value(await engine.call('doctor.get', { agent: id }))?.outdated).toBeUndefined();
    value(await engine.call('agents.update', { agent: id, options: { version: '0.3' } }));
    expect(value(await engine.call('doctor.get', { agent: id }))?.outdated).toBe(true);
  });
});

describe('trouble with the card', () => {
  it('lists every address that was asked', async () => {
    const server = await using(startHttp((_, response) => response.writeHead(404).end('nothing')));
    const report = await diagnose(await start(), `${server.url}/agent`);
    expect(report.verdicts).toMatchObject({ card: 'failed', json: 'skipped', endpoints: 'skipped' });
    const urls = report.step('card').facts.flatMap((fact) => (fact.kind === 'answer' ? [fact.url] : []));
    expect(urls.map((url) => url.slice(server.url.length))).toEqual([
      '/agent/.well-known/agent-card.json',
      '/agent/.well-known/agent.json',
      '/.well-known/agent-card.json',
      '/.well-known/agent.json',
      '/agent',
    ]);
    expect(report.step('card').message).toMatch(/None of 5 addresses has a card \(404\)/);
  });

  it.each([
    ['text/html', '<html>Welcome</html>', /web page/],
    ['application/json', '{"hello":1}', /no Agent Card/],
    ['application/json', '{"name":', /no JSON/],
  ])('tells a card from %s %s', async (type, body, words) => {
    const server = await using(startHttp((_, response) => response.writeHead(200, { 'Content-Type': type }).end(body)));
    const report = await diagnose(await start(), server.url);
    expect(report.verdicts).toMatchObject({ card: 'failed', json: 'failed', version: 'skipped' });
    expect(report.step('json').message).toMatch(words);
    expect(report.step('json').next).toBeTruthy();
  });

  it('says what a 401 asks for, and never the secret that was sent', async () => {
    const server = await using(
      startHttp((_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="gate"' }).end()),
    );
    const engine = await start();
    const report = await diagnose(engine, server.url, { headers: [['Authorization', 'Bearer hush-hush-1']] });
    expect(report.verdicts).toMatchObject({ card: 'failed', auth: 'failed', endpoints: 'skipped', call: 'skipped' });
    const { message, facts, next } = report.step('auth');
    expect(message).toMatch(/401: what was sent \(Authorization\) was not accepted/);
    expect(facts).toContainEqual({ kind: 'text', name: 'challenge', value: 'Bearer realm="gate"' });
    expect(next).toContain('Bearer');
    expect(JSON.stringify(report)).not.toContain('hush-hush-1');
  });

  it('names a redirect elsewhere and a server that fails', async () => {
    const engine = await start();
    const away = await using(
      startHttp((_, response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end()),
    );
    expect((await diagnose(engine, away.url)).step('card').message).toContain('https://elsewhere.example/');
    const broken = await using(startHttp((_, response) => response.writeHead(502).end()));
    expect((await diagnose(engine, broken.url)).step('card').message).toContain('the server failed');
  });

  it('notices a port that does not speak HTTP', async () => {
    const server = await using(startRaw((_, socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
    const report = await diagnose(await start(), server.url);
    expect(report.step('card')).toMatchObject({ verdict: 'failed', message: expect.stringMatching(/HTTP/) });
  });
});

describe('addresses on the card', () => {
  const withInterfaces = async (supportedInterfaces: object[]) => {
    const agent = await using(startHttp(agentListener({ card: { supportedInterfaces } })));
    return { agent, report: await diagnose(await start(), agent.url) };
  };

  it('warns of a wildcard that happens to work here', async () => {
    const agent = await using(startHttp(agentListener()));
    const card = { supportedInterfaces: [jsonRpc(`http://0.0.0.0:${agent.port}/rpc`)] };
    const front = await using(startHttp(agentListener({ card })));
    const report = await diagnose(await start(), front.url);
    expect(report.interfaces?.[0]).toMatchObject({
      verdict: 'warning',
      message: expect.stringContaining('listen on'),
      next: expect.stringContaining('public host name'),
    });
    expect(report.verdicts).toMatchObject({ endpoints: 'warning', call: 'ok' });
  });

  it('fails a container name, a closed port and what is no address', async () => {
    const closed = await startHttp(() => undefined);
    await closed.close();
    const { report } = await withInterfaces([
      jsonRpc('http://agent-container-that-is-not-here:9000/'),
      jsonRpc(`${closed.url}/rpc`),
      { url: 'ftp://agent.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]);
    expect(report.interfaces?.map(({ verdict }) => verdict)).toEqual(['failed', 'failed', 'failed']);
    expect(report.interfaces?.[0]?.message).toMatch(/container/);
    expect(report.interfaces?.[1]?.message).toMatch(/refused/);
    expect(report.interfaces?.[1]?.next).toMatch(/real port/);
    expect(report.interfaces?.[2]?.message).toMatch(/no address/);
    expect(report.step('endpoints').message).toMatch(/^0 of 3 addresses/);
  });

  it('tests gRPC by connecting only', async () => {
    const asked: string[] = [];
    const grpc = await using(startRaw((request) => asked.push(request)));
    const agent = await using(
      startHttp((request, response) => {
        const rpc = jsonRpc(`http://${request.headers.host}/rpc`);
        const other = { url: `127.0.0.1:${grpc.port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' };
        agentListener({ card: { supportedInterfaces: [rpc, other] } })(request, response);
      }),
    );
    const report = await diagnose(await start(), agent.url);
    expect(report.interfaces?.map(({ verdict }) => verdict)).toEqual(['ok', 'warning']);
    expect(report.interfaces?.[1]?.message).toMatch(/another origin/);
    expect(asked).toEqual([]);
  });

  it('says why localhost works when only one of its addresses does', async () => {
    const { judgeConnections } = await import('./steps/tcp.ts');
    const target = { host: 'localhost', port: 9, secure: false };
    const judged = judgeConnections(target, [
      { kind: 'address', address: '::1', family: 6, outcome: 'refused', code: 'ECONNREFUSED' },
      { kind: 'address', address: '127.0.0.1', family: 4, outcome: 'connected', ms: 1 },
    ]);
    expect(judged).toMatchObject({ verdict: 'warning', next: expect.stringContaining('127.0.0.1') });
  });
});

describe('the test call', () => {
  const answering = (status: number, type: string, body: string, headers = {}) =>
    using(
      startHttp(
        agentListener({
          other: (_, response) => response.writeHead(status, { 'Content-Type': type, ...headers }).end(body),
        }),
      ),
    );

  it.each([
    [404, 'text/html', '<html>not here</html>', 'failed', /no A2A endpoint/],
    [200, 'text/html', '<html>hello</html>', 'failed', /JSON/],
    [
      200,
      'application/json',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
      'warning',
      /MethodNotFound/,
    ],
  ] as const)('judges %i %s', async (status, type, body, verdict, words) => {
    const agent = await answering(status, type, body);
    const report = await diagnose(await start(), agent.url);
    expect(report.step('call')).toMatchObject({ verdict, message: expect.stringMatching(words) });
  });

  it('puts a refused version and a refused caller at their own steps', async () => {
    const engine = await start();
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"only 0.3 here"}}';
    const old = await diagnose(engine, (await answering(200, 'application/json', error)).url);
    expect(old.verdicts).toMatchObject({ version: 'failed', auth: 'ok', call: 'failed' });
    const locked = await answering(401, 'text/plain', 'no', { 'WWW-Authenticate': 'Basic realm="x"' });
    const refused = await diagnose(engine, locked.url);
    expect(refused.verdicts).toMatchObject({ card: 'ok', version: 'ok', auth: 'failed', call: 'failed' });
    expect(refused.step('auth').next).toContain('Basic');
  });
});

describe('credentials of an agent', () => {
  it('go along, are named where they are refused, and outdate a report when they change', async () => {
    const securitySchemes = { k: { apiKeySecurityScheme: { location: 'query', name: 'key' } } };
    const card = { securitySchemes, securityRequirements: [{ schemes: { k: { list: [] } } }] };
    const listener = agentListener({ card });
    const agent = await using(
      startHttp((request, response) => {
        const [path = '', query] = request.url?.split('?') ?? [];
        request.url = path;
        if (request.method === 'POST' && query !== 'key=the-key-of-1') response.writeHead(401).end();
        else listener(request, response);
      }),
    );
    const engine = await start();
    const before = await diagnose(engine, agent.url);
    expect(before.verdicts).toMatchObject({ card: 'ok', auth: 'failed', call: 'failed' });
    const [{ id } = { id: '' }] = value(await engine.call('agents.list', {}));
    const scheme = { type: 'apiKey', in: 'query', name: 'key' } as const;
    const save = { agent: id, scheme, secrets: { value: 'the-key-of-2' } };
    const { id: credential } = value(await engine.call('access.save', save));
    expect(value(await engine.call('doctor.get', { agent: id }))).toMatchObject({ outdated: true });
    value(await engine.call('doctor.start', { agent: id }));
    const refused = await finished(engine, id);
    expect(refused.step('auth')).toMatchObject({
      verdict: 'failed',
      message: expect.stringMatching(/“key”.*not accepted/),
    });
    value(await engine.call('access.save', { ...save, credential, secrets: { value: 'the-key-of-1' } }));
    value(await engine.call('doctor.start', { agent: id }));
    const report = await finished(engine, id);
    expect(report.verdicts).toMatchObject({ card: 'ok', auth: 'ok', call: 'ok' });
    expect(report.step('auth').message).toMatch(/is set for this agent/);
  });
});

describe('secrets in addresses', () => {
  it('are masked in the report and in the session', async () => {
    const agent = await using(
      startHttp((request, response) => {
        request.url = request.url?.replace(/\?.*/, '');
        agentListener()(request, response);
      }),
    );
    const engine = await start();
    const report = await diagnose(engine, `${agent.url}/?api_key=very-secret-1`);
    expect(report.verdicts).toMatchObject({ card: 'ok', call: 'ok' });
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(JSON.stringify(report) + content).not.toContain('very-secret-1');
  });
});

describe('a run', () => {
  it('can be stopped, and says how far it got', async () => {
    const slow = await using(startHttp(() => undefined));
    const engine = await start();
    const adding = engine.call('agents.add', { url: slow.url });
    const [agent] = value(await engine.call('agents.list', {}));
    const id = agent?.id ?? '';
    value(await engine.call('doctor.start', { agent: id }));
    for (;;) {
      const view = value(await engine.call('doctor.get', { agent: id }));
      if (view?.steps.find((step) => step.id === 'card')?.verdict === 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    value(await engine.call('doctor.stop', { agent: id }));
    const report = await finished(engine, id);
    expect(report.state).toBe('stopped');
    expect(report.verdicts).toMatchObject({ tcp: 'ok', card: 'skipped', call: 'skipped' });
    await engine.close();
    await adding;
  });

  it('is joined while it runs', async () => {
    const agent = await using(startHttp(agentListener()));
    const engine = await start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const one = value(await engine.call('doctor.start', { agent: id }));
    const two = value(await engine.call('doctor.start', { agent: id }));
    expect(two.started).toBe(one.started);
    await finished(engine, id);
  });
});

describe('a proxy', () => {
  it('that the agent was given is tested and named', async () => {
    const proxy = await using(startProxy());
    const report = await diagnose(await start(), 'http://agent.invalid/', { proxy: { use: 'url', url: proxy.url } });
    expect(report.verdicts).toMatchObject({ proxy: 'ok', dns: 'skipped', tcp: 'skipped', card: 'ok' });
    expect(proxy.asked).toContain('GET http://agent.invalid/.well-known/agent-card.json');
  });

  it('is asked for a connection to gRPC, and handed requests for the rest', async () => {
    const grpc = await using(startRaw(() => undefined));
    const proxy = await using(startProxy());
    const agent = await using(
      startHttp((request, response) => {
        const rpc = jsonRpc('http://agent.invalid/rpc');
        const other = { url: `127.0.0.1:${grpc.port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' };
        agentListener({ card: { supportedInterfaces: [other, rpc] } })(request, response);
      }),
    );
    const engine = await start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const options: AgentOptions = { proxy: { use: 'url', url: proxy.url } };
    value(await engine.call('agents.update', { agent: id, options }));
    proxy.forward(agent.port);
    value(await engine.call('doctor.start', { agent: id }));
    const report = await finished(engine, id);
    expect(report.interfaces?.[0]?.message).toMatch(/another origin/);
    expect(proxy.asked).toContain(`CONNECT 127.0.0.1:${grpc.port}`);
    expect(report.step('endpoints').facts).toContainEqual(
      expect.objectContaining({ kind: 'text', value: expect.stringContaining('opens connections to') }),
    );
    expect(report.interfaces?.[1]?.message).toMatch(/another origin/);
  });

  it('that is not there is the step that fails', async () => {
    const gone = await startHttp(() => undefined);
    await gone.close();
    const report = await diagnose(await start(), 'http://agent.invalid/', { proxy: { use: 'url', url: gone.url } });
    expect(report.step('proxy')).toMatchObject({ verdict: 'failed', next: expect.stringContaining('proxy') });
  });

  it('of the environment is left out for this computer', async () => {
    const agent = await using(startHttp(agentListener()));
    const engine = await engines.start({ env: { http_proxy: 'http://proxy.invalid:1' } });
    const report = await diagnose(engine, agent.url);
    expect(complaints(report)).toEqual([]);
    expect(report.step('proxy').facts).toEqual([{ kind: 'text', name: 'bypass', value: 'loopback' }]);
  });
});
