import { type ProcedureName, procedures } from '../../../shared/contract/procedures.ts';
import { MASK } from '../../../shared/lib/mask.ts';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../parts.ts';
import { echoGrpc, echoListener } from './echo-agent.ts';
import { testEngines, value } from './engines.ts';
import { authority, CALLS, CREDENTIALS, client, KEPT, oauth, PUSH, SENT, server } from './entered.ts';
import { startGrpc } from './grpc-server.ts';
import { filesBelow } from './needles.ts';
import { sampleInput } from './sample-input.ts';
import { startHttps } from './secure-servers.ts';
import { startHttp } from './servers.ts';

export interface SecretRun {
  /** By where it was seen: files, feed, procedures. */
  texts: Map<string, string>;
  /** Procedures that were called. */
  called: Set<string>;
}

/** Enters every kind of secret, has all of them used and sent back, and collects whatever can be seen afterwards. */
export async function runWithSecrets(options: Partial<EngineOptions> = {}): Promise<SecretRun> {
  const engines = testEngines();
  const servers: { close(): unknown }[] = [];
  const started: Started = async (server) => {
    const one = await server;
    servers.push(one);
    return one;
  };
  try {
    return await collect(engines, started, options);
  } finally {
    await engines.close();
    for (const each of servers) await each.close();
  }
}

type Started = <T extends { close(): unknown }>(server: Promise<T>) => Promise<T>;

async function collect(
  engines: ReturnType<typeof testEngines>,
  started: Started,
  options: Partial<EngineOptions>,
): Promise<SecretRun> {
  const dataDir = engines.folder();
  const texts = new Map<string, string>();
  const called = new Set<string>();
  const see = (where: string, what: unknown) => {
    texts.set(where, `${texts.get(where) ?? ''}\n${typeof what === 'string' ? what : JSON.stringify(what)}`);
  };
  const start = async (): Promise<Engine> => {
    const engine = await engines.start({ env: {}, ...options, dataDir });
    return {
      ...engine,
      get liveSession() {
        return engine.liveSession;
      },
      call: async (name, input) => {
        const reply = await engine.call(name, input);
        // The schema let it pass; what the handler says is its own.
        if (reply.ok || !reply.error.message.startsWith('The input of')) called.add(name);
        see(name, reply);
        if (reply.ok && typeof reply.value === 'object' && reply.value && 'content' in reply.value) {
          see(name, String(reply.value.content));
        }
        return reply;
      },
    };
  };

  const engine = await start();
  const feed = engine.openFeed({ session: engine.liveSession, after: 0 }, (batch) => {
    see('feed', batch);
    feed.ack(batch.last);
  });
  value(await engine.call('vault.unlock', { passphrase: KEPT.passphrase, create: true }));
  const agents = await enter(engine, started);
  for (const agent of agents) await use(engine, agent);
  await look(engine, agents);
  await wrongInputs(engine, agents);
  value(await engine.call('vault.changePassphrase', { passphrase: KEPT.passphrase, next: KEPT['next passphrase'] }));
  await engine.call('vault.changePassphrase', { passphrase: KEPT.passphrase, next: 'x' });
  const session = engine.liveSession;
  feed.close();
  await engine.close();
  for (const [name, text] of filesBelow(dataDir)) see(`file ${name}`, text);

  const second = await start();
  await second.call('access.get', { agent: agents[0] as string });
  value(await second.call('vault.unlock', { passphrase: KEPT['next passphrase'] }));
  await look(second, agents, session);
  for (const agent of agents) await use(second, agent, CALLS.slice(0, 1));
  const known = { agent: agents[0], session, exchange: 1, seq: 1, seqs: [1], task: 't-1' };
  await askTheRest(second, called, known, false);
  await finish(second, agents, session);
  await askTheRest(second, called, known, true);
  await second.close();
  for (const [name, text] of filesBelow(dataDir)) see(`file ${name}`, text);

  return { texts, called };
}

/** One agent per scheme, each at an origin of its own, with what it needs. */
async function enter(engine: Engine, started: Started): Promise<string[]> {
  const ids: string[] = [];
  const add = async (url: string, agentOptions = {}): Promise<string> => {
    const view = value(await engine.call('agents.add', { url, options: agentOptions, connect: false }));
    ids.push(view.id);
    return view.id;
  };
  const give = async (agent: string, scheme: CredentialScheme, secrets: Record<string, string>) =>
    value(await engine.call('access.save', { agent, scheme, secrets, keep: 'vault' }));

  for (const [, scheme, secrets] of CREDENTIALS) {
    const { url } = await started(startHttp(echoListener));
    await give(await add(url), scheme, secrets);
  }
  for (const [clientAuth, name] of [
    ['post', 'client secret (form)'],
    ['basic', 'client secret (Basic)'],
  ] as const) {
    const { url } = await started(startHttp(echoListener));
    const { id } = await give(await add(url), oauth(url, clientAuth), { clientSecret: SENT[name] });
    value(await engine.call('access.signIn', { credential: id }));
  }
  const plain = await started(startHttp(echoListener));
  await add(`${plain.url}/.well-known/agent-card.json?api_key=${encodeURIComponent(SENT['key in an address'])}`, {
    headers: [['X-Session-Token', SENT['header among options']]],
  });
  const secure = await started(
    startHttps({ key: server.key, cert: server.cert, requestCert: true, ca: authority.cert }, echoListener),
  );
  const identity = { cert: client.cert, key: client.key, passphrase: KEPT['key passphrase'] };
  await add(secure.url, { tls: { ca: authority.cert, ...identity } });
  const proxy = await started(startHttp(echoListener));
  const password = encodeURIComponent(SENT['proxy password']);
  await add('http://agent.invalid', { proxy: { use: 'url', url: `http://me:${password}@127.0.0.1:${proxy.port}` } });
  const rest = await started(startHttp(echoListener));
  const restAgent = await add(rest.url, { version: '1.0', binding: 'HTTP+JSON', endpoint: `${rest.url}/api` });
  await give(restAgent, { type: 'bearer' }, { token: SENT['token over HTTP+JSON'] });
  const grpc = await started(startGrpc(echoGrpc));
  const endpoint = `127.0.0.1:${grpc.port}`;
  const grpcAgent = await add(rest.url.replace('127.0.0.1', 'localhost'), {
    version: '1.0',
    binding: 'GRPC',
    endpoint,
  });
  const saved = await give(grpcAgent, { type: 'bearer' }, { token: SENT['token over gRPC'] });
  value(await engine.call('access.consent', { from: saved.origin, to: `http://${endpoint}`, answer: 'send' }));
  return ids;
}

async function use(engine: Engine, agent: string, calls = [...CALLS, ...PUSH]): Promise<void> {
  await engine.call('card.fetch', { agent });
  for (const [operation, request] of calls) {
    const sent = await engine.call('calls.start', { agent, operation, request });
    if (sent.ok) await engine.call('calls.outcome', { exchange: sent.value.exchange });
  }
  await engine.call('card.fetch', { agent, extended: true });
}

/** Asks for everything that a page can see. */
async function look(engine: Engine, agents: readonly string[], session = engine.liveSession): Promise<void> {
  for (const name of ['app.info', 'agents.list', 'sessions.list', 'settings.get', 'vault.get'] as const) {
    value(await engine.call(name, {}));
  }
  for (const agent of agents) {
    await engine.call('card.get', { agent });
    await engine.call('access.get', { agent });
    await engine.call('doctor.start', { agent });
    for (let state = 'running'; state === 'running'; ) {
      const run = value(await engine.call('doctor.get', { agent }));
      state = run?.state ?? 'none';
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await engine.call('doctor.stop', { agent });
  }
  value(await engine.call('sessions.open', { session }));
  const views = value(await engine.call('entries.read', { session, seqs: await seqsOf(engine, session) }));
  for (const { entry } of views) {
    await engine.call('entries.get', { session, seq: entry.seq });
    await engine.call('entries.body', { session, seq: entry.seq, offset: 0, length: 1_000_000 });
    await engine.call('wire.frames', { session, seqs: [entry.seq] });
    if (entry.kind !== 'request') continue;
    for (const shell of ['bash', 'cmd'] as const)
      await engine.call('wire.curl', { session, exchange: entry.exchange, shell });
    for (const part of ['exchange', 'answer'] as const) {
      await engine.call('wire.text', { session, exchange: entry.exchange, part });
    }
  }
  await engine.call('wire.find', { session, words: ['echo'], after: 0 });
  value(await engine.call('wire.har', { session }));
  value(await engine.call('sessions.export', { session }));
  value(await engine.call('sessions.share', { session }));
}

/** The first entries of a session, as many as can be read at once. */
async function seqsOf(engine: Engine, session: string): Promise<number[]> {
  const found: number[] = [];
  await new Promise<void>((resolve) => {
    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      found.push(...batch.rows.map(({ seq }) => seq));
      feed.ack(batch.last);
      if ((found[found.length - 1] ?? 0) < batch.last) return;
      feed.close();
      resolve();
    });
  });
  return found.slice(0, 400);
}

/** Inputs that are refused are repeated by refusals, if by anything. */
async function wrongInputs(engine: Engine, agents: readonly string[]): Promise<void> {
  const agent = agents[0] as string;
  const secrets = { token: SENT.bearer };
  await engine.call('access.save', { agent: 'nobody', scheme: { type: 'bearer' }, secrets });
  await engine.call('access.save', { agent, scheme: { type: SENT.bearer } as never, secrets });
  await engine.call('access.save', { agent, scheme: { type: 'bearer', prefix: SENT.bearer }, secrets });
  await engine.call('vault.unlock', { passphrase: `${KEPT.passphrase} wrong` });
  const wrong = { proxy: { use: 'url' as const, url: `me:${SENT['proxy password']}@no proxy` } };
  await engine.call('doctor.check', { agent, options: { ...wrong, headers: [['X-Api-Key ', SENT.bearer]] } });
  await engine.call('agents.update', { agent, options: wrong });
  await engine.call('agents.update', { agent, options: { tls: { cert: client.cert, key: `${client.key} x` } } });
  await engine.call('calls.start', { agent, operation: 'GetTask', request: { id: MASK }, options: wrong });
}

/** Calls what was not called yet with the least it takes; what takes something away comes last. */
async function askTheRest(engine: Engine, called: ReadonlySet<string>, known: object, all: boolean): Promise<void> {
  const takesAway = /^(?:vault|access)\.|\.remove$|^sessions\.start$/;
  for (const name of Object.keys(procedures) as ProcedureName[]) {
    if (called.has(name) || (!all && takesAway.test(name))) continue;
    await engine.call(name, sampleInput(procedures[name].input, { ...known }) as never);
  }
}

/** What is left of the contract, the things that take something away last. */
async function finish(engine: Engine, agents: readonly string[], session: string): Promise<void> {
  const [agent = ''] = agents;
  const credentials = (await Promise.all(agents.map((id) => engine.call('access.get', { agent: id }))))
    .flatMap((reply) => (reply.ok ? [...reply.value.using, ...reply.value.held] : []))
    .map(({ id }) => id);
  for (const credential of credentials) {
    await engine.call('access.refresh', { credential });
    await engine.call('access.signIn', { credential });
    await engine.call('access.cancelSignIn', { credential });
  }
  const own = value(await engine.call('access.get', { agent })).using.map(({ id }) => id);
  value(await engine.call('access.use', { agent, credentials: own }));
  const address = value(await engine.call('agents.list', {}))[0]?.url ?? '';
  await engine.call('access.discover', { agent, url: `${address}/.well-known/agent-card.json` });
  await engine.call('access.consent', { from: 'http://a.example', to: 'http://b.example', answer: 'send' });
  for (const name of ['streams.subscribe', 'streams.fetch', 'streams.stop'] as const) {
    await engine.call(name, { agent, task: 't-1' });
  }
  await engine.call('streams.drop', { exchange: 1 });
  await engine.call('calls.abort', { exchange: 1 });
  await engine.call('settings.set', { key: 'theme', value: 'dark' });
  await engine.call('links.open', { url: 'https://example.org/' });
  await engine.call('agents.sample', {});
  await engine.call('agents.update', { agent, options: {}, name: 'Renamed' });
  const { content } = value(await engine.call('sessions.export', { session }));
  value(await engine.call('sessions.import', { name: 'again', content }));
  await engine.call('sessions.rename', { session, title: 'Renamed' });
  value(await engine.call('sessions.start', {}));
  for (const credential of credentials.slice(0, 1)) await engine.call('access.remove', { credential });
  await engine.call('agents.remove', { agent });
  await engine.call('vault.lock', {});
  await engine.call('agents.list', {});
  await engine.call('vault.forget', {});
  await engine.call('agents.list', {});
  await engine.call('sessions.remove', { session: 'nothing' });
}
