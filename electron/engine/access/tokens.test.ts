import type { ServerResponse } from 'node:http';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import type { OAuthScheme } from '../../../shared/model/credential.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { Engine } from '../engine.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { startGrpc } from '../testing/grpc-server.ts';
import { type Got, startGuarded } from '../testing/guarded.ts';
import { startHttp } from '../testing/servers.ts';

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

/** A token service that grants `granted-token-1`, `granted-token-2` … and counts. */
async function startTokens(settings: { expiresIn?: number; delayMs?: number } = {}) {
  const state = { granted: 0, refusing: false, ...settings };
  const server = await using(
    startHttp((request, response) => {
      request.resume();
      request.on('end', () => setTimeout(() => answer(response), state.delayMs ?? 0));
    }),
  );
  const answer = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json');
    if (state.refusing) {
      response.writeHead(401).end('{"error":"invalid_client","error_description":"unknown client"}');
      return;
    }
    state.granted += 1;
    const { expiresIn: expires_in = 3600 } = state;
    response.end(JSON.stringify({ access_token: `granted-token-${state.granted}`, token_type: 'bearer', expires_in }));
  };
  return { url: `${server.url}/token`, state };
}

const schemeOf = (tokenUrl: string): OAuthScheme => ({
  type: 'oauth2',
  flow: 'clientCredentials',
  tokenUrl,
  clientId: 'loupe',
  clientAuth: 'basic',
  scopes: [],
});

/** An agent that lets in only the tokens that `accepts` says. */
async function setUp(accepts: (token: number, got: Got) => boolean, settings: Parameters<typeof startTokens>[0] = {}) {
  const tokens = await startTokens(settings);
  const agent = await using(
    startGuarded({
      intercept(got, response) {
        const number = Number(/^Bearer granted-token-(\d+)$/.exec(got.headers.authorization ?? '')?.[1] ?? 0);
        if (accepts(number, got)) return false;
        response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end();
        return true;
      },
    }),
  );
  const engine = await engines.start();
  const { id } = value(await engine.call('agents.add', { url: agent.url, connect: false }));
  const save = { agent: id, scheme: schemeOf(tokens.url), secrets: { clientSecret: 'of-the-client' } };
  const credential = value(await engine.call('access.save', save)).id;
  return { tokens, agent, engine, id, credential };
}

const isCard = ({ method }: Got) => method === 'GET';

async function call(engine: Engine, agent: string, operation: OperationName = 'GetTask') {
  const message = { role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  const request = operation === 'GetTask' ? { id: 't-1' } : { message };
  const { exchange } = value(await engine.call('calls.start', { agent, operation, request }));
  return value(await engine.call('calls.outcome', { exchange }));
}

async function signedIn(engine: Engine, agent: string, credential: string) {
  value(await engine.call('access.signIn', { credential }));
  for (;;) {
    const { signIn } = value(await engine.call('access.get', { agent }));
    if (signIn && signIn.state !== 'running') return signIn;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('an access token', () => {
  it('is had by signing in, used at once, and seen by nobody', async () => {
    const { agent, engine, id, credential } = await setUp((token, got) => isCard(got) || token === 1);
    expect(await signedIn(engine, id, credential)).toMatchObject({ state: 'done' });
    value(await engine.call('card.fetch', { agent: id }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    expect(agent.calls()[0]?.headers.authorization).toBe('Bearer granted-token-1');
    const view = value(await engine.call('access.get', { agent: id }));
    expect(view.using).toMatchObject([{ state: 'valid', refreshable: true, has: ['clientSecret', 'accessToken'] }]);
    expect(Date.parse(view.using[0]?.expires ?? '')).toBeGreaterThan(Date.now());
    const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
    for (const secret of ['granted-token', 'of-the-client']) {
      expect(JSON.stringify(view)).not.toContain(secret);
      expect(content).not.toContain(secret);
    }
  });

  it('is asked for once by everybody who needs it at the same time', async () => {
    const { tokens, agent, engine, id } = await setUp(() => true, { delayMs: 40 });
    value(await engine.call('card.fetch', { agent: id }));
    tokens.state.expiresIn = 1;
    const [credential] = value(await engine.call('access.get', { agent: id })).using;
    value(await engine.call('access.refresh', { credential: credential?.id ?? '' }));
    expect(tokens.state.granted).toBe(2);
    tokens.state.expiresIn = 3600;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => call(engine, id)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(tokens.state.granted).toBe(3);
    expect(agent.calls().map(({ headers }) => headers.authorization)).toEqual(Array(5).fill('Bearer granted-token-3'));
  });

  it('that is refused is replaced, and the request made once more in the same exchange', async () => {
    const { tokens, agent, engine, id } = await setUp((token, got) => isCard(got) || token === 2);
    value(await engine.call('card.fetch', { agent: id }));
    const outcome = await call(engine, id);
    expect(outcome).toMatchObject({ outcome: 'ok', reading: { type: 'task' } });
    expect(outcome).not.toHaveProperty('error');
    expect(agent.calls().map(({ headers }) => headers.authorization)).toEqual([
      'Bearer granted-token-1',
      'Bearer granted-token-2',
    ]);
    expect(tokens.state.granted).toBe(2);
    const rows = (await rowsOf(engine, engine.liveSession)).filter(({ exchange }) => exchange === outcome.exchange);
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds.slice(0, 5)).toEqual(['request', 'response', 'note', 'request', 'response']);
    expect(kinds[kinds.length - 1]).toBe('end');
    expect(rows[2]?.text).toMatch(/refused \(401\). It was replaced, and the request is sent once more/);
    expect(value(await engine.call('access.get', { agent: id })).using[0]?.state).toBe('valid');
  });

  it('that is refused twice is not replaced a second time', async () => {
    const { tokens, agent, engine, id } = await setUp((_, got) => isCard(got));
    value(await engine.call('card.fetch', { agent: id }));
    const { error } = await call(engine, id);
    expect(error).toMatchObject({ code: 'auth', httpStatus: 401 });
    expect(error?.message).toMatch(/invalid_token.*The token was replaced before that\.$/);
    expect(agent.calls()).toHaveLength(2);
    expect(tokens.state.granted).toBe(2);
  });

  it('makes no message go out twice; the next call gets a new one first', async () => {
    const { tokens, agent, engine, id } = await setUp((token, got) => isCard(got) || token >= 2);
    value(await engine.call('card.fetch', { agent: id }));
    const { error } = await call(engine, id, 'SendMessage');
    expect(error?.message).toMatch(/The next call gets a new token first; nothing was repeated/);
    expect(agent.calls()).toHaveLength(1);
    expect(tokens.state.granted).toBe(1);
    expect(await call(engine, id, 'SendMessage')).toMatchObject({ outcome: 'ok' });
    expect(agent.calls()).toHaveLength(2);
    expect(tokens.state.granted).toBe(2);
  });

  it('opens a card that is not for everybody, after a first one that had been refused', async () => {
    const { agent, engine, id } = await setUp((token) => token === 2);
    expect(value(await engine.call('card.fetch', { agent: id })).card.name).toBe('Guarded');
    expect(agent.got).toHaveLength(2);
    expect(value(await engine.call('agents.list', {}))[0]?.connection).toBe('connected');
  });

  it('that cannot be replaced says why, beside what the agent said', async () => {
    const { tokens, agent, engine, id } = await setUp((_, got) => isCard(got));
    value(await engine.call('card.fetch', { agent: id }));
    tokens.state.refusing = true;
    const { error } = await call(engine, id);
    expect(error?.message).toMatch(/was sent and not accepted.*could not be refreshed/);
    expect(agent.calls()).toHaveLength(1);
    // Nothing is sent when there is no token at all.
    const other = await setUp(() => true);
    other.tokens.state.refusing = true;
    const reply = await other.engine.call('card.fetch', { agent: other.id });
    expect(reply).toMatchObject({ ok: false, error: { message: expect.stringMatching(/could not be refreshed/) } });
    expect(other.agent.got).toEqual([]);
  });

  it('is replaced over gRPC as well', async () => {
    const tokens = await startTokens();
    const seen: string[] = [];
    const server = await using(
      startGrpc(({ metadata, message, end }) => {
        const [line = ''] = metadata.get('authorization');
        seen.push(String(line));
        if (line !== 'Bearer granted-token-2') return end({ code: status.UNAUTHENTICATED, details: 'who?' });
        message({ id: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_COMPLETED' } });
        end();
      }),
    );
    const engine = await engines.start();
    const options = { binding: 'GRPC', version: '1.0', endpoint: `127.0.0.1:${server.port}` } as const;
    const { id } = value(await engine.call('agents.add', { url: 'http://127.0.0.1:1', options, connect: false }));
    const scheme = schemeOf(tokens.url);
    value(await engine.call('access.save', { agent: id, scheme, secrets: { clientSecret: 'of-the-client' } }));
    expect(await call(engine, id)).toMatchObject({ outcome: 'ok' });
    expect(seen).toEqual(['Bearer granted-token-1', 'Bearer granted-token-2']);
  });

  it('on its way does not keep anybody from stopping', async () => {
    const { tokens, agent, engine, id } = await setUp((_, got) => isCard(got));
    value(await engine.call('card.fetch', { agent: id }));
    tokens.state.delayMs = 60_000;
    const request = { agent: id, operation: 'GetTask', request: { id: 't-1' } } as const;
    const { exchange } = value(await engine.call('calls.start', request));
    while (agent.calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 30));
    value(await engine.call('calls.abort', { exchange }));
    expect(value(await engine.call('calls.outcome', { exchange }))).toMatchObject({ outcome: 'aborted' });
    expect(agent.calls()).toHaveLength(1);
  });
});
