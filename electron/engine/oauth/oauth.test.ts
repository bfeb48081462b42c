import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import {
  type AuthorizationServer,
  authorizationServer,
  browse,
  CLIENT_SECRET,
  type TokenRequest,
} from '../testing/authorization-server.ts';
import { AGENT, credentialOf, oauthBench, schemeOf, untilView } from '../testing/oauth.ts';
import type { TokenSet } from './types.ts';

type Bench = Awaited<ReturnType<typeof oauthBench>>;

let server: AuthorizationServer;
let bench: Bench;

beforeEach(async () => {
  server = await authorizationServer();
  bench = await oauthBench();
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const tokensOf = (reply: Reply<TokenSet>): TokenSet => {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value;
};
const troubleOf = (reply: Reply<unknown>) => {
  if (reply.ok) throw new Error('it was not refused');
  return reply.error;
};

/** Fails when anything that was recorded or shown holds one of the values. */
async function expectSecret(...values: (string | undefined)[]): Promise<void> {
  const written = `${await bench.text()}\n${JSON.stringify(bench.views)}`;
  for (const value of values) {
    expect(value).toBeTruthy();
    expect(written).not.toContain(value);
    expect(written).not.toContain(encodeURIComponent(value as string));
  }
}

describe('client credentials', () => {
  it.each([
    ['machine-client', 'basic'],
    ['machine-post', 'post'],
  ] as const)('get a token for %s, proven by %s', async (clientId, clientAuth) => {
    const scheme = schemeOf({ metadataUrl: server.issuer, clientId, clientAuth, scopes: ['products:read'] });
    const signIn = bench.signIn(scheme, { clientSecret: CLIENT_SECRET });
    const tokens = tokensOf(await signIn.done);
    expect(tokens).toMatchObject({ tokenType: 'Bearer', granted: ['products:read'] });
    expect(Date.parse(tokens.expires ?? '')).toBeGreaterThan(Date.now());
    expect(signIn.view()).toMatchObject({
      state: 'done',
      steps: [
        { state: 'ok', text: 'Discovery document', exchange: 1 },
        { state: 'ok', text: 'POST token', exchange: 2, detail: expect.stringMatching(/^200 · \d+ ms$/) },
      ],
    });
    const { headers, form } = server.asked[0] as TokenRequest;
    expect(headers['x-key']).toBeUndefined();
    expect(headers['user-agent']).toBe('Loupe/0.0.0');
    expect(form.has('client_secret')).toBe(clientAuth === 'post');
    await expectSecret(tokens.accessToken, CLIENT_SECRET, headers.authorization ?? CLIENT_SECRET);
    const rows = await bench.rows();
    expect(new Set(rows.map(({ lane }) => lane))).toEqual(new Set(['auth']));
    expect(rows.filter(({ kind }) => kind === 'request').map(({ name, agent }) => [name, agent])).toEqual([
      ['DiscoverAuthorization', AGENT.id],
      ['RequestToken', AGENT.id],
    ]);
  });

  it('explain a wrong secret, and show the answer', async () => {
    const scheme = schemeOf({ tokenUrl: `${server.issuer}/token` });
    const signIn = bench.signIn(scheme, { clientSecret: 'quite another secret ' });
    const trouble = troubleOf(await signIn.done);
    expect(trouble).toMatchObject({ code: 'auth', httpStatus: 401, detail: { error: 'invalid_client' } });
    expect(trouble.message).toContain('does not know this client id and secret together');
    const view = signIn.view();
    expect(view.steps).toMatchObject([
      { state: 'failed', text: 'POST token', detail: '401 invalid_client' },
      { state: 'waiting', text: 'Waiting for a corrected secret' },
    ]);
    expect(view.answer).toContain('"invalid_client"');
    await expectSecret('quite another secret ');
    const errors = (await bench.rows()).filter(({ lane }) => lane === 'error');
    expect(errors.map(({ kind, name }) => [kind, name])).toEqual([['error', 'invalid_client']]);
  });

  it('name the scopes that are not granted', async () => {
    const scheme = schemeOf({ tokenUrl: `${server.issuer}/token`, scopes: ['media_buys:write'] });
    const trouble = troubleOf(await bench.signIn(scheme, { clientSecret: CLIENT_SECRET }).done);
    expect(trouble.message).toContain('does not grant these scopes: media_buys:write');
  });

  it('go over http to this machine only', async () => {
    for (const tokenUrl of ['http://login.example/token', 'http://127.evil.example/token', 'ftp://127.0.0.1/token']) {
      const trouble = troubleOf(await bench.signIn(schemeOf({ tokenUrl }), { clientSecret: CLIENT_SECRET }).done);
      expect(trouble.code).toBe('bad-input');
    }
    expect((await bench.entries()).some(({ kind }) => kind === 'request')).toBe(false);
  });

  it('do not follow a redirect of the token address', async () => {
    server.intercept = (path) =>
      path === '/token' ? { status: 307, body: '', headers: { location: '/elsewhere' } } : undefined;
    const trouble = troubleOf(
      await bench.signIn(schemeOf({ tokenUrl: `${server.issuer}/token` }), { clientSecret: CLIENT_SECRET }).done,
    );
    expect(trouble.message).toContain('was not followed');
    expect(server.paths).toEqual(['/token']);
  });

  it('are canceled while the service is silent', async () => {
    server.intercept = () => new Promise(() => undefined);
    const signIn = bench.signIn(schemeOf({ tokenUrl: `${server.issuer}/token` }), { clientSecret: CLIENT_SECRET });
    await untilView(signIn, () => server.asked.length === 1);
    signIn.cancel();
    expect(troubleOf(await signIn.done).code).toBe('aborted');
    expect(signIn.view()).toMatchObject({ state: 'canceled', steps: [{ state: 'failed' }] });
  });

  it('want the secret before anything is sent', async () => {
    const trouble = troubleOf(await bench.signIn(schemeOf({ tokenUrl: `${server.issuer}/token` })).done);
    expect(trouble).toMatchObject({ code: 'bad-input', detail: { field: 'clientSecret' } });
    expect(server.paths).toEqual([]);
  });
});

describe('answers that are close to the standards', () => {
  const signIn = async (status: number, body: unknown, headers?: Record<string, string>) => {
    server.intercept = (path) => (path === '/token' ? { status, body, ...(headers && { headers }) } : undefined);
    const scheme = schemeOf({ tokenUrl: `${server.issuer}/token`, scopes: ['products:read'] });
    return bench.signIn(scheme, { clientSecret: CLIENT_SECRET }).done;
  };

  it('are read all the same, and said', async () => {
    const accessToken = 'opaque-access-token-0001';
    const odd = { access_token: accessToken, expires_in: '3600', scope: ['a', 'b'], refresh_token: null };
    const tokens = tokensOf(await signIn(200, odd, { 'content-type': 'text/plain' }));
    expect(tokens).toEqual({ accessToken, tokenType: 'Bearer', granted: ['a', 'b'], expires: expect.any(String) });
    await expectSecret(accessToken);
    const notes = (await bench.rows()).filter(({ kind }) => kind === 'note').map(({ text }) => text);
    expect(notes).toContain('The answer names no token type; the token is used as a bearer token.');
  });

  it('may be forms', async () => {
    const form = 'access_token=opaque-access-token-0002&token_type=bearer&scope=a';
    const tokens = tokensOf(await signIn(200, form, { 'content-type': 'application/x-www-form-urlencoded' }));
    expect(tokens).toMatchObject({ accessToken: 'opaque-access-token-0002', tokenType: 'bearer', granted: ['a'] });
    await expectSecret(tokens.accessToken);
  });

  it.each([
    [200, { error: 'invalid_client', error_description: 'no' }, 'client id and secret together'],
    [502, '<html>Bad gateway</html>', 'answered 502 without saying why'],
    [404, 'not here', 'Nothing is at this address'],
    [200, '<html>Sign in</html>', 'is not JSON'],
    [200, '', 'is empty'],
    [200, { token: 'x' }, 'holds no token'],
    [400, { error: 'made_up', error_description: 'Because.' }, 'refused with "made_up". It says: "Because."'],
  ])('say what is wrong: %i %j', async (status, body, words) => {
    expect(troubleOf(await signIn(status, body)).message).toContain(words);
  });

  it('keep a token to themselves that was cut off', async () => {
    const body = '{"access_token":"opaque-access-token-0003","token_ty';
    const trouble = troubleOf(await signIn(200, body, { 'content-length': '500', connection: 'close' }));
    expect(trouble.message).toContain('The token service was not reached, or did not answer in full.');
    await expectSecret('opaque-access-token-0003');
  });

  it('tell of a service that is not there', async () => {
    const { port } = server;
    await server.close();
    const scheme = schemeOf({ tokenUrl: `http://127.0.0.1:${port}/token` });
    const trouble = troubleOf(await bench.signIn(scheme, { clientSecret: CLIENT_SECRET }).done);
    expect(trouble).toMatchObject({ code: 'network', message: expect.stringContaining('nothing accepts') });
  });
});

describe('discovery', () => {
  it('fills in a form from an issuer or a full address', async () => {
    for (const address of [server.issuer, `${server.issuer}/.well-known/openid-configuration`]) {
      const found = await bench.oauth.discover(address, AGENT);
      expect(found).toMatchObject({
        ok: true,
        value: {
          issuer: server.issuer,
          tokenUrl: `${server.issuer}/token`,
          authorizationUrl: `${server.issuer}/auth`,
          deviceAuthorizationUrl: `${server.issuer}/device/auth`,
          clientAuth: expect.arrayContaining(['basic', 'post', 'none']),
          flows: expect.arrayContaining(['clientCredentials', 'authorizationCode', 'deviceCode']),
        },
      });
    }
  });

  it('finds a document of RFC 8414 of an issuer with a path', async () => {
    const issuer = `${server.issuer}/tenant`;
    server.intercept = (path) =>
      path === '/.well-known/oauth-authorization-server/tenant'
        ? { status: 200, body: { issuer, token_endpoint: `${issuer}/token` } }
        : undefined;
    expect(await bench.oauth.discover(`${issuer}/`, AGENT)).toEqual(
      done({ issuer, tokenUrl: `${issuer}/token`, scopes: [], flows: ['authorizationCode'], clientAuth: ['basic'] }),
    );
  });

  it('refuses a document that speaks for another issuer', async () => {
    server.intercept = (path) =>
      path.endsWith('openid-configuration')
        ? { status: 200, body: { issuer: 'https://other.example', token_endpoint: `${server.issuer}/token` } }
        : undefined;
    const trouble = troubleOf(await bench.oauth.discover(server.issuer, AGENT));
    expect(trouble.message).toContain('names the issuer https://other.example');
    const scheme = schemeOf({ metadataUrl: server.issuer, tokenUrl: `${server.issuer}/token` });
    expect(troubleOf(await bench.signIn(scheme, { clientSecret: CLIENT_SECRET }).done).detail).toEqual({
      error: 'wrong_issuer',
    });
    expect(server.asked).toEqual([]);
  });

  it('says where no document is, and goes on when every address was entered', async () => {
    const nowhere = `${server.issuer}/nowhere`;
    expect(troubleOf(await bench.oauth.discover(nowhere, AGENT)).message).toContain(`${nowhere}/.well-known/`);
    const scheme = schemeOf({ metadataUrl: nowhere, tokenUrl: `${server.issuer}/token` });
    const signIn = bench.signIn(scheme, { clientSecret: CLIENT_SECRET });
    tokensOf(await signIn.done);
    expect(signIn.view().steps.map(({ state }) => state)).toEqual(['failed', 'ok']);
  });

  it('is canceled with the engine', async () => {
    server.intercept = () => new Promise(() => undefined);
    const found = bench.oauth.discover(server.issuer, AGENT);
    while (server.paths.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    bench.oauth.close();
    expect(troubleOf(await found).code).toBe('aborted');
  });
});

describe('refresh', () => {
  const desktop = () =>
    schemeOf({
      flow: 'authorizationCode',
      clientId: 'desktop',
      clientAuth: 'none',
      metadataUrl: server.issuer,
      scopes: ['openid', 'offline_access'],
    });
  const signedIn = async (): Promise<TokenSet> => {
    const signIn = bench.signIn(desktop());
    await browse((await untilView(signIn, (view) => view.authorizationUrl !== undefined)).authorizationUrl as string);
    return tokensOf(await signIn.done);
  };

  it('gives new tokens in place of the old ones', async () => {
    const first = await signedIn();
    expect(first.refreshToken).toBeTruthy();
    const { refreshToken = '' } = first;
    const credential = credentialOf({ ...desktop(), metadataUrl: server.issuer });
    const [one, two] = await Promise.all([
      bench.oauth.refresh(credential, { refreshToken }, AGENT),
      bench.oauth.refresh(credential, { refreshToken }, AGENT),
    ]);
    const second = tokensOf(one);
    expect(two).toEqual(one);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(refreshToken);
    await expectSecret(refreshToken, second.refreshToken, second.accessToken, second.idToken, first.accessToken);
    const rows = await bench.rows();
    expect(rows.filter(({ kind, name }) => kind === 'request' && name === 'RefreshToken')).toHaveLength(1);
  });

  it('is refused with a token that was used before, or revoked: the credential has expired', async () => {
    const { refreshToken = '' } = await signedIn();
    const credential = credentialOf(desktop());
    const { refreshToken: next = '' } = tokensOf(await bench.oauth.refresh(credential, { refreshToken }, AGENT));
    for (const used of [refreshToken, next]) {
      const trouble = troubleOf(await bench.oauth.refresh(credential, { refreshToken: used }, AGENT));
      expect(trouble).toMatchObject({ code: 'auth', detail: { expired: true, error: 'invalid_grant' } });
      expect(trouble.message).toContain('Sign in again');
    }
    await expectSecret(refreshToken, next);
  });

  it('asks again where the flow needs nobody, and says so where it does', async () => {
    const machine = credentialOf(schemeOf({ tokenUrl: `${server.issuer}/token` }));
    tokensOf(await bench.oauth.refresh(machine, { clientSecret: CLIENT_SECRET }, AGENT));
    expect(server.asked[0]?.form.get('grant_type')).toBe('client_credentials');
    expect(troubleOf(await bench.oauth.refresh(credentialOf(desktop()), {}, AGENT)).detail).toMatchObject({
      expired: true,
    });
  });

  it('keeps a refresh token that the service did not replace', async () => {
    server.intercept = () => ({
      status: 200,
      body: { access_token: 'opaque-access-token-0004', token_type: 'Bearer' },
    });
    const credential = credentialOf({ ...desktop(), refreshUrl: `${server.issuer}/token`, scopes: [] });
    const reply = await bench.oauth.refresh(credential, { refreshToken: 'opaque-refresh-token-1' }, AGENT);
    expect(tokensOf(reply).refreshToken).toBe('opaque-refresh-token-1');
    await expectSecret('opaque-refresh-token-1');
  });
});
