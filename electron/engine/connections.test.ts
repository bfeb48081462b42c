import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../shared/contract/views.ts';
import type { NoteEntry } from '../../shared/model/entry.ts';
import { MASK } from './mask.ts';
import { makeCertificate } from './testing/certificates.ts';
import { agentListener } from './testing/doctor.ts';
import { rowsOf, testEngines, value } from './testing/engines.ts';
import { startHttps, startProxy } from './testing/secure-servers.ts';
import { startHttp, type TestServer } from './testing/servers.ts';

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

const authority = makeCertificate({ name: 'Test authority', authority: true });
const good = makeCertificate({ name: 'agent', names: ['127.0.0.1'], by: authority });
const client = makeCertificate({ name: 'caller', by: authority });
const wantsClient = { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
const identity = { ca: authority.cert, cert: client.cert, key: client.key };

describe('the connections of one agent', () => {
  it('show its client certificate, through its proxy, and are kept apart from those of others', async () => {
    const agent = await using(startHttps(wantsClient, agentListener()));
    const proxy = await using(startProxy('me:pass-word-1'));
    const engine = await engines.start({ env: {} });
    const options: AgentOptions = {
      tls: identity,
      proxy: { use: 'url', url: `http://me:pass-word-1@127.0.0.1:${proxy.port}` },
    };
    const view = value(await engine.call('agents.add', { url: agent.url, options }));
    expect(view).toMatchObject({ connection: 'connected', name: 'Well behaved' });
    const call = value(
      await engine.call('calls.start', { agent: view.id, operation: 'GetTask', request: { id: 'x' } }),
    );
    const outcome = value(await engine.call('calls.outcome', { exchange: call.exchange }));
    expect(outcome.error?.a2a?.name).toBe('TaskNotFound');
    // Card and call share one kept connection.
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${agent.port}`]);
    value(await engine.call('agents.update', { agent: view.id, options: { tls: { ca: authority.cert } } }));
    const refused = await engine.call('card.fetch', { agent: view.id });
    expect(refused).toMatchObject({ ok: false, error: { code: 'tls' } });
  });

  it('go over a proxy in plain http with the whole address in the request line', async () => {
    const proxy = await using(startProxy());
    const engine = await engines.start({ env: { http_proxy: proxy.url, no_proxy: 'direct.invalid' } });
    const view = value(await engine.call('agents.add', { url: 'http://agent.invalid:81' }));
    expect(view.name).toBe('behind the proxy');
    expect(proxy.asked).toEqual(['GET http://agent.invalid:81/.well-known/agent-card.json']);
    const direct = value(await engine.call('agents.add', { url: 'http://direct.invalid' }));
    expect(direct.connection).toBe('unreachable');
    expect(proxy.asked).toHaveLength(1);
  });

  it('name the proxy when it is the one in trouble', async () => {
    const closed = await startHttp(() => undefined);
    await closed.close();
    const engine = await engines.start({ env: {} });
    for (const url of ['http://agent.invalid', 'https://agent.invalid']) {
      const options: AgentOptions = { proxy: { use: 'url', url: closed.url } };
      const view = value(await engine.call('agents.add', { url, options }));
      expect(view.error?.message).toMatch(new RegExp(`^The proxy 127.0.0.1:${closed.port} cannot be used`));
    }
    const locked = await using(startProxy('a:b'));
    const options: AgentOptions = { proxy: { use: 'url', url: locked.url } };
    const view = value(await engine.call('agents.add', { url: 'https://other.invalid', options }));
    expect(view).toMatchObject({ connection: 'needs-access', error: { message: expect.stringMatching(/407/) } });
  });

  it('accept what cannot be verified for that agent only', async () => {
    const agent = await using(startHttps(makeCertificate({ name: 'self' }), agentListener()));
    const engine = await engines.start({ env: {} });
    const refused = value(await engine.call('agents.add', { url: agent.url }));
    expect(refused.error?.code).toBe('tls');
    const options: AgentOptions = { tls: { allowSelfSigned: true } };
    value(await engine.call('agents.update', { agent: refused.id, options }));
    expect((await engine.call('card.fetch', { agent: refused.id })).ok).toBe(true);
    const other = value(await engine.call('agents.add', { url: `${agent.url}/other` }));
    expect(other.error?.code).toBe('tls');
  });

  it('keep the client certificate from an origin that only the card names', async () => {
    const elsewhere = await using(startHttps(wantsClient, agentListener()));
    const agent = await using(startHttps(good, agentListener({ rpc: `${elsewhere.url}/rpc` })));
    const engine = await engines.start({ env: {} });
    const { id } = value(await engine.call('agents.add', { url: agent.url, options: { tls: identity } }));
    const ask = async (options: AgentOptions = {}) => {
      const call = { agent: id, operation: 'GetTask' as const, request: { id: 'x' }, options };
      const { exchange } = value(await engine.call('calls.start', call));
      return value(await engine.call('calls.outcome', { exchange })).error;
    };
    const call = { agent: id, operation: 'GetTask' as const, request: { id: 'x' } };
    expect(await engine.call('calls.start', call)).toMatchObject({
      ok: false,
      error: { code: 'consent', detail: { from: agent.url, to: elsewhere.url, what: ['the client certificate'] } },
    });
    const pair = { from: agent.url, to: elsewhere.url };
    value(await engine.call('access.consent', { ...pair, answer: 'without' }));
    expect(await ask()).toMatchObject({ code: 'tls', message: expect.stringMatching(/client certificate/) });
    value(await engine.call('access.consent', { ...pair, answer: 'send' }));
    expect((await ask())?.a2a?.name).toBe('TaskNotFound');
    value(await engine.call('access.consent', pair));
    expect(await engine.call('calls.start', call)).toMatchObject({ ok: false, error: { code: 'consent' } });
    const rows = await rowsOf(engine, engine.liveSession);
    const notes = await Promise.all(
      rows
        .filter(({ kind }) => kind === 'note')
        .map(({ seq }) => engine.call('entries.get', { session: engine.liveSession, seq })),
    );
    const words = notes.map((note) => String((value(note).entry as NoteEntry).detail?.message));
    expect(words.some((word) => /Not sent to .*: the client certificate/.test(word))).toBe(true);
    expect((await ask({ endpoint: `${elsewhere.url}/rpc` }))?.a2a?.name).toBe('TaskNotFound');
  });
});

describe('secrets of connection options', () => {
  const secrets: AgentOptions = {
    tls: { ...identity, passphrase: 'open-sesame' },
    proxy: { use: 'url', url: 'me:pass-word-1@127.0.0.1:1' },
  };

  it('never reach a page or the disk, and have to be entered again after a restart', async () => {
    const dataDir = engines.folder();
    const first = await engines.start({ env: {}, dataDir });
    const view = value(await first.call('agents.add', { url: 'https://127.0.0.1:1', options: secrets }));
    expect(view.options).toMatchObject({
      tls: { ca: authority.cert, cert: client.cert, key: MASK, passphrase: MASK },
      proxy: { url: `http://me:${MASK}@127.0.0.1:1` },
    });
    expect(view.forgotten).toBeUndefined();
    // What comes back with its masks keeps what it had.
    const again = value(await first.call('agents.update', { agent: view.id, options: view.options }));
    expect(again.forgotten).toBeUndefined();
    await first.close();
    const file = fs.readFileSync(join(dataDir, 'agents.json'), 'utf8');
    for (const secret of ['PRIVATE KEY', 'open-sesame', 'pass-word-1']) expect(file).not.toContain(secret);

    const second = await engines.start({ env: {}, dataDir });
    const [kept] = value(await second.call('agents.list', {}));
    expect(kept?.forgotten).toEqual(['key', 'proxy']);
    const refused = await second.call('card.fetch', { agent: view.id });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'auth', message: expect.stringMatching(/private key/) },
    });
    const [after] = value(await second.call('agents.list', {}));
    expect(after?.connection).toBe('needs-access');
  });

  it.each([
    [{ tls: { cert: client.cert, key: good.key } }, 'key'],
    [{ tls: { ca: 'no certificate' } }, 'ca'],
    [{ proxy: { use: 'url' as const, url: 'socks5://a:1' } }, 'proxy'],
    [{ endpoint: 'mailto:nobody' }, 'endpoint'],
    [{ headers: [['two words', 'x']] as [string, string][] }, 'headers'],
  ])('that cannot work are refused with the field, and nothing changes', async (options, field) => {
    const engine = await engines.start({ env: {} });
    const agent = await using(startHttp(agentListener()));
    const { id } = value(await engine.call('agents.add', { url: agent.url, options: { tenant: 'kept' } }));
    const refused = await engine.call('agents.update', { agent: id, options });
    expect(refused).toMatchObject({ ok: false, error: { code: 'bad-input', detail: [{ field }] } });
    const checked = value(await engine.call('doctor.check', { agent: id, options }));
    expect(checked.problems).toMatchObject([{ field }]);
    expect(value(await engine.call('agents.list', {}))[0]?.options).toEqual({ tenant: 'kept' });
  });

  it('show what their certificates say', async () => {
    const engine = await engines.start({ env: {} });
    const checked = value(await engine.call('doctor.check', { options: { tls: identity } }));
    expect(checked).toMatchObject({
      problems: [],
      ca: [{ subject: 'CN=Test authority', selfSigned: true }],
      client: { subject: 'CN=caller', issuer: 'CN=Test authority' },
    });
  });
});
