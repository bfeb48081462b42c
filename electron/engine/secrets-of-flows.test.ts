import { afterEach, describe, expect, it } from 'vitest';
import type { SignInView } from '../../shared/contract/access.ts';
import { done } from '../../shared/lib/result.ts';
import type { OAuthFlow, OAuthScheme } from '../../shared/model/credential.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions } from './parts.ts';
import { type AuthorizationServer, authorizationServer, browse } from './testing/authorization-server.ts';
import { echoListener } from './testing/echo-agent.ts';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { filesBelow, sightings } from './testing/needles.ts';
import { startHttp } from './testing/servers.ts';
import { unmasked } from './testing/unmasked.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const READ_ROWS = 200;

const engines = testEngines();
const servers: { close(): unknown }[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

/** What the server gave out, by what it is. */
function givenOut({ provider, asked }: AuthorizationServer): () => Record<string, string> {
  const given: Record<string, string> = {};
  const keep = (name: string) => (token: { jti: string }) => {
    if (Object.values(given).includes(token.jti)) return;
    given[name in given ? `${name} ${Object.keys(given).length}` : name] = token.jti;
  };
  provider.on('access_token.issued', keep('access token'));
  provider.on('access_token.saved', keep('access token'));
  provider.on('refresh_token.saved', keep('refresh token'));
  provider.on('authorization_code.saved', keep('authorization code'));
  provider.on('device_code.saved', keep('device code'));
  return () => {
    const verifier = asked.map(({ form }) => form.get('code_verifier')).find((one) => one);
    return verifier ? { ...given, 'code verifier': verifier } : given;
  };
}

async function signedIn(engine: Engine, agent: string, wanted: (view: SignInView) => boolean): Promise<SignInView> {
  for (;;) {
    const { signIn } = value(await engine.call('access.get', { agent }));
    if (signIn?.state === 'failed') throw new Error(signIn.trouble?.message);
    if (signIn && wanted(signIn)) return signIn;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Signs in by a flow at a real authorization server, uses the token with an agent that sends everything back, and looks. */
async function run(flow: OAuthFlow, options: Partial<EngineOptions> = {}) {
  const authorization = await authorizationServer();
  const echo = await startHttp(echoListener);
  servers.push(authorization, echo);
  const secrets = givenOut(authorization);
  const dataDir = engines.folder();
  const engine = await engines.start({
    env: {},
    dataDir,
    openExternal: async (url) => {
      void browse(url);
      return done(null);
    },
    ...options,
  });
  const texts = new Map<string, string>();
  const see = (where: string, what: unknown) => texts.set(where, `${texts.get(where) ?? ''}\n${JSON.stringify(what)}`);
  const { id: agent } = value(await engine.call('agents.add', { url: echo.url }));
  const scheme: OAuthScheme = {
    type: 'oauth2',
    flow,
    metadataUrl: authorization.issuer,
    clientId: flow === 'deviceCode' ? 'device' : 'desktop',
    clientAuth: 'none',
    scopes: ['openid', 'offline_access', 'products:read'],
  };
  const { id: credential } = value(await engine.call('access.save', { agent, scheme, secrets: {} }));
  see('access.signIn', value(await engine.call('access.signIn', { credential })));
  if (flow === 'deviceCode') {
    const { device } = await signedIn(engine, agent, ({ state }) => state === 'waiting-for-device');
    await browse(device?.verificationUriComplete ?? '');
  }
  see('access.get', await signedIn(engine, agent, ({ state }) => state === 'done'));
  await send(engine, agent, 'hello');
  see('access.refresh', await engine.call('access.refresh', { credential }));
  await send(engine, agent, 'hello again');

  const session = engine.liveSession;
  const rows = await rowsOf(engine, session);
  see('feed', rows);
  see(
    'entries.read',
    await engine.call('entries.read', { session, seqs: rows.map(({ seq }) => seq).slice(0, READ_ROWS) }),
  );
  see('sessions.export', await engine.call('sessions.export', { session }));
  see('wire.har', await engine.call('wire.har', { session }));
  await engine.close();
  for (const [name, text] of filesBelow(dataDir)) texts.set(`file ${name}`, text);
  return { secrets: secrets(), texts };
}

describe.each([
  ['authorizationCode', ['access token', 'refresh token', 'authorization code', 'code verifier']],
  ['deviceCode', ['access token', 'refresh token', 'device code']],
] as const)('what %s brings', (flow, names) => {
  it(
    'is seen in no file, no answer, no feed and no export',
    async () => {
      const { secrets, texts } = await run(flow);
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...names]));
      expect(sightings(secrets, texts)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'is found by the same search when nothing is masked',
    async () => {
      const { secrets, texts } = await run(flow, { masking: unmasked });
      const found = new Set(sightings(secrets, texts).map(({ secret }) => secret));
      for (const name of names) expect(found, name).toContain(name);
    },
    TIMEOUT_MS,
  );
});
