import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import type { Engine } from '../engine.ts';
import { testEngines, value } from '../testing/engines.ts';
import { type Guard, type GuardedAgent, jsonRpcAt, startGuarded } from '../testing/guarded.ts';

const engines = testEngines();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of open.splice(0)) await server.close();
});

const using = async <T extends { close(): unknown }>(server: Promise<T>): Promise<T> => {
  const started = await server;
  open.push(started);
  return started;
};

const TOKEN = 'token-of-one-origin';
const KEY: CredentialScheme = { type: 'apiKey', in: 'query', name: 'key' };

const getTask = (agent: string, options = {}) =>
  ({ agent, operation: 'GetTask', request: { id: 't-1' }, options }) as const;

async function call(engine: Engine, agent: string, options = {}) {
  const { exchange } = value(await engine.call('calls.start', getTask(agent, options)));
  return value(await engine.call('calls.outcome', { exchange }));
}

/** An agent whose card leads to another origin, with a token of its own. */
async function leadingElsewhere(guard: Guard = {}) {
  const other = await using(startGuarded(guard));
  const agent = await using(startGuarded({ interfaces: () => [jsonRpcAt(`${other.url}/rpc`)] }));
  const dataDir = engines.folder();
  const engine = await engines.start({ dataDir });
  const { id } = value(await engine.call('agents.add', { url: agent.url }));
  const save = { agent: id, scheme: { type: 'bearer' }, secrets: { token: TOKEN } } as const;
  const { id: credential } = value(await engine.call('access.save', save));
  const answer = async (choice?: 'send' | 'without') =>
    value(await engine.call('access.consent', { from: agent.url, to: other.url, ...(choice && { answer: choice }) }));
  return { other, agent, engine, id, credential, dataDir, answer };
}

const authorizations = ({ got }: GuardedAgent) => got.map(({ headers }) => headers.authorization);

describe('a card that leads to another origin', () => {
  it('is asked about before anything is sent there', async () => {
    const { other, agent, engine, id } = await leadingElsewhere();
    const asked = await engine.call('calls.start', getTask(id));
    expect(asked).toEqual({
      ok: false,
      error: {
        code: 'consent',
        message: expect.stringContaining(`leads to ${other.url}, but Authorization was entered for ${agent.url}`),
        detail: {
          agent: id,
          from: agent.url,
          to: other.url,
          what: ['Authorization'],
          because: 'card',
          url: `${other.url}/rpc`,
        },
      },
    });
    expect(await engine.call('card.fetch', { agent: id, extended: true })).toMatchObject({
      ok: false,
      error: { code: 'consent' },
    });
    expect(other.got).toEqual([]);
  });

  it('gets the credentials when they may be sent, and none without', async () => {
    const { other, engine, id, answer } = await leadingElsewhere();
    await answer('without');
    const without = await call(engine, id);
    expect(without.outcome).toBe('ok');
    expect(authorizations(other)).toEqual([undefined]);
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).toContain(`Not sent to ${other.url}, as you chose`);
    await answer('send');
    await call(engine, id);
    value(await engine.call('card.fetch', { agent: id, extended: true }));
    expect(authorizations(other)).toEqual([undefined, `Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  it('is asked about again when the answer was taken back, and the answer outlives the program', async () => {
    const { other, agent, engine, id, dataDir, answer } = await leadingElsewhere();
    await answer('send');
    const { consents } = value(await engine.call('access.get', { agent: id }));
    expect(consents).toMatchObject([{ from: agent.url, to: other.url, answer: 'send' }]);
    await engine.close();
    const file = join(dataDir, 'consents.json');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);

    const second = await engines.start({ dataDir });
    const [kept] = value(await second.call('access.get', { agent: id })).consents;
    expect(kept).toMatchObject({ answer: 'send' });
    value(await second.call('access.consent', { from: agent.url, to: other.url }));
    expect(value(await second.call('access.get', { agent: id })).consents).toEqual([]);
    expect(await second.call('calls.start', getTask(id))).toMatchObject({ ok: false, error: { code: 'consent' } });
    expect(other.got).toEqual([]);
  });

  it('is not asked about when the person named the endpoint, or has nothing to send', async () => {
    const { other, engine, id } = await leadingElsewhere();
    await call(engine, id, { endpoint: `${other.url}/rpc` });
    expect(authorizations(other)).toEqual([`Bearer ${TOKEN}`]);
    value(await engine.call('access.use', { agent: id, credentials: [] }));
    await call(engine, id);
    expect(authorizations(other)).toEqual([`Bearer ${TOKEN}`, undefined]);
  });

  it('is asked about for typed lines that hold a secret, and for no others', async () => {
    const { other, agent, engine, id } = await leadingElsewhere();
    value(await engine.call('access.use', { agent: id, credentials: [] }));
    const plain: [string, string] = ['X-Tenant', 'blue'];
    value(await engine.call('agents.update', { agent: id, options: { headers: [plain] } }));
    await call(engine, id);
    expect(other.got[0]?.headers).toMatchObject({ 'x-tenant': 'blue' });
    // Known by its value, not by the name of its line.
    value(await engine.call('agents.update', { agent: id, options: { headers: [plain, ['X-Plain', TOKEN]] } }));
    expect(await engine.call('calls.start', getTask(id))).toMatchObject({
      ok: false,
      error: { code: 'consent', detail: { from: agent.url, what: ['X-Plain'] } },
    });
  });

  it('explains a refusal by what stayed behind', async () => {
    const { other, engine, id, answer } = await leadingElsewhere({
      intercept: (_, response) => {
        response.writeHead(401).end();
        return true;
      },
    });
    await answer('without');
    const { error } = await call(engine, id);
    expect(error?.message).toContain(`Authorization stayed behind, as you chose for ${other.url}`);
  });
});

describe('a file of answers that cannot be read', () => {
  it('is kept and said, and nothing of it counts', async () => {
    const dataDir = engines.folder();
    fs.writeFileSync(join(dataDir, 'consents.json'), '{"version":99,"consents":[]}');
    const engine = await engines.start({ dataDir });
    value(await engine.call('access.consent', { from: 'https://a.example', to: 'https://b.example', answer: 'send' }));
    const files = fs.readdirSync(dataDir).filter((name) => name.startsWith('consents.json'));
    expect(files.map((name) => fs.readFileSync(join(dataDir, name), 'utf8')).join()).toContain('"version":99');
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).toContain('The list of consents could not be read');
  });

  it.each(['https://a.example/path', 'nonsense', ''])('takes no answer about %j', async (to) => {
    const engine = await engines.start();
    const reply = await engine.call('access.consent', { from: 'https://a.example', to, answer: 'send' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });
});

describe('a redirect to another origin', () => {
  const redirecting = (to: () => string, code = 307, onlyCalls = true): Guard => ({
    intercept({ method, target }, response) {
      if (onlyCalls && method === 'GET') return false;
      const query = target.includes('?') ? target.slice(target.indexOf('?')) : '';
      response.writeHead(code, { Location: `${to()}${query}` }).end();
      return true;
    },
  });

  async function redirected(scheme: CredentialScheme, secrets: Record<string, string>, code = 307, onlyCalls = true) {
    const other = await using(startGuarded());
    const agent = await using(
      startGuarded(
        redirecting(
          () => (onlyCalls ? `${other.url}/rpc` : `${other.url}/.well-known/agent-card.json`),
          code,
          onlyCalls,
        ),
      ),
    );
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url, connect: false }));
    value(await engine.call('access.save', { agent: id, scheme, secrets }));
    if (onlyCalls) value(await engine.call('card.fetch', { agent: id }));
    return { other, agent, engine, id, from: agent.url, to: other.url };
  }

  it('stops and asks; with the answer the same call goes on', async () => {
    const { other, engine, id, from, to } = await redirected({ type: 'bearer' }, { token: TOKEN });
    const { error } = await call(engine, id);
    expect(error).toMatchObject({
      code: 'consent',
      detail: { agent: id, from, to, what: ['Authorization'], because: 'redirect', url: `${to}/rpc` },
    });
    expect(other.got).toEqual([]);
    value(await engine.call('access.consent', { from, to, answer: 'send' }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    expect(other.got).toMatchObject([{ method: 'POST', operation: 'GetTask' }]);
    expect(authorizations(other)).toEqual([`Bearer ${TOKEN}`]);
  });

  it('is followed without secrets when the person said so, whatever the new address holds', async () => {
    const { other, agent, engine, id, from, to } = await redirected(KEY, { value: TOKEN });
    expect((await call(engine, id)).error).toMatchObject({ code: 'consent', detail: { url: `${to}/rpc` } });
    value(await engine.call('access.consent', { from, to, answer: 'without' }));
    await call(engine, id);
    expect(agent.calls()[1]?.target).toBe(`/rpc?key=${TOKEN}`);
    expect(other.got).toMatchObject([{ target: '/rpc' }]);
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    expect(content).toContain(`Followed to ${to} without the query parameter key, as you chose`);
    expect(content).not.toContain(TOKEN);
    value(await engine.call('access.consent', { from, to, answer: 'send' }));
    await call(engine, id);
    expect(other.got[1]?.target).toBe(`/rpc?key=${TOKEN}`);
  });

  it('that would turn a POST into a GET is not asked about', async () => {
    const { other, engine, id } = await redirected({ type: 'bearer' }, { token: TOKEN }, 302);
    expect((await call(engine, id)).error).toMatchObject({
      code: 'http',
      message: expect.stringMatching(/POST into GET/),
    });
    expect(other.got).toEqual([]);
  });

  it('of the card is asked about as well', async () => {
    const { other, engine, id, from, to } = await redirected({ type: 'bearer' }, { token: TOKEN }, 302, false);
    expect(await engine.call('card.fetch', { agent: id })).toMatchObject({
      ok: false,
      error: { code: 'consent', detail: { from, to, because: 'redirect' } },
    });
    expect(other.got).toEqual([]);
    value(await engine.call('access.consent', { from, to, answer: 'without' }));
    expect(value(await engine.call('card.fetch', { agent: id })).card.name).toBe('Guarded');
    expect(authorizations(other)).toEqual([undefined]);
  });

  it('is not followed, and nobody is asked, when there is nothing secret', async () => {
    const other = await using(startGuarded());
    const agent = await using(startGuarded(redirecting(() => `${other.url}/rpc`)));
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    expect((await call(engine, id)).error).toMatchObject({ code: 'http', message: expect.stringContaining(other.url) });
    expect(other.got).toEqual([]);
  });

  it('within the origin keeps everything', async () => {
    const agent = await using(
      startGuarded({
        intercept({ method, target }, response) {
          if (method === 'GET' || target.startsWith('/rpc/')) return false;
          response.writeHead(307, { Location: '/rpc/' }).end();
          return true;
        },
      }),
    );
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    value(await engine.call('access.save', { agent: id, scheme: KEY, secrets: { value: TOKEN } }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    expect(agent.calls().map(({ target }) => target)).toEqual([`/rpc?key=${TOKEN}`, `/rpc/?key=${TOKEN}`]);
  });
});

describe('a credential', () => {
  it('cannot be given to an agent of another origin', async () => {
    const { other, engine, id, credential } = await leadingElsewhere();
    const stranger = value(await engine.call('agents.add', { url: other.url }));
    const used = await engine.call('access.use', { agent: stranger.id, credentials: [credential] });
    expect(used).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    const scheme: CredentialScheme = { type: 'bearer' };
    const moved = await engine.call('access.save', { agent: stranger.id, credential, scheme, secrets: {} });
    expect(moved).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(value(await engine.call('access.get', { agent: stranger.id }))).toMatchObject({ using: [], held: [] });
    expect(value(await engine.call('access.get', { agent: id })).using).toHaveLength(1);
  });

  it('of a client keeps its secret when the form is saved again, and loses it with its token service', async () => {
    const { engine, id } = await leadingElsewhere();
    const scheme: CredentialScheme & { type: 'oauth2' } = {
      type: 'oauth2',
      flow: 'clientCredentials',
      clientId: 'c',
      clientAuth: 'basic',
      scopes: [],
      tokenUrl: 'https://login.example/token',
    };
    const saved = value(
      await engine.call('access.save', { agent: id, scheme, secrets: { clientSecret: 'of-the-client' } }),
    );
    const again = { agent: id, credential: saved.id, secrets: {} };
    const same = value(await engine.call('access.save', { ...again, scheme: { ...scheme, scopes: ['a'] } }));
    expect(same.has).toEqual(['clientSecret']);
    const elsewhere = { ...scheme, tokenUrl: 'https://evil.example/token' };
    expect(value(await engine.call('access.save', { ...again, scheme: elsewhere })).has).toEqual([]);
  });

  it('that was removed is not sent any more', async () => {
    const agent = await using(startGuarded());
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const save = { agent: id, scheme: { type: 'bearer' }, secrets: { token: ` Bearer ${TOKEN}\n` } } as const;
    const { id: credential, name } = value(await engine.call('access.save', save));
    expect(name).toBe('Token');
    await call(engine, id);
    value(await engine.call('access.remove', { credential }));
    await call(engine, id);
    expect(agent.calls().map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, undefined]);
  });
});
