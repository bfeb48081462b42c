import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { OAuthScheme } from '../../../shared/model/credential.ts';
import {
  type AuthorizationServer,
  authorizationServer,
  browse,
  CLIENT_SECRET,
} from '../testing/authorization-server.ts';
import { JumpingClock } from '../testing/clocks.ts';
import { oauthBench, schemeOf, untilView } from '../testing/oauth.ts';
import { BROWSER_LIMIT_MS } from './limits.ts';
import type { SignIn, TokenSet } from './types.ts';

let server: AuthorizationServer;
let bench: Awaited<ReturnType<typeof oauthBench>>;

beforeEach(async () => {
  server = await authorizationServer();
  bench = await oauthBench();
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const desktop = (change: Partial<OAuthScheme> = {}): OAuthScheme =>
  schemeOf({
    flow: 'authorizationCode',
    clientId: 'desktop',
    clientAuth: 'none',
    metadataUrl: server.issuer,
    scopes: ['openid', 'products:read', 'offline_access'],
    ...change,
  });
const tokensOf = (reply: Reply<TokenSet>): TokenSet => {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value;
};
const troubleOf = (reply: Reply<unknown>) => {
  if (reply.ok) throw new Error('it was not refused');
  return reply.error;
};
const addressOf = async (signIn: SignIn): Promise<URL> =>
  new URL((await untilView(signIn, (view) => view.authorizationUrl !== undefined)).authorizationUrl as string);
const redirectOf = (address: URL): string => address.searchParams.get('redirect_uri') as string;

describe('authorization code', () => {
  it.each([
    ['desktop', 'none'],
    ['desktop-secret', 'basic'],
  ] as const)('signs in with PKCE, state and nonce as %s', async (clientId, clientAuth) => {
    const secrets: Record<string, string> = clientAuth === 'none' ? {} : { clientSecret: CLIENT_SECRET };
    const signIn = bench.signIn(desktop({ clientId, clientAuth }), secrets);
    const address = await addressOf(signIn);
    expect(signIn.view().state).toBe('waiting-for-browser');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid products:read offline_access',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    const page = await browse(address.href);
    const tokens = tokensOf(await signIn.done);
    expect(tokens).toMatchObject({ refreshToken: expect.any(String), idToken: expect.any(String) });
    const code = new URL(page.url).searchParams.get('code') as string;
    const verifier = server.asked[0]?.form.get('code_verifier') as string;
    const state = address.searchParams.get('state') as string;
    // The page the browser ends on says that it can be closed, runs nothing and repeats nothing.
    expect(page.text).toContain('You can close this window');
    expect(page.text).not.toMatch(/<script/i);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const value of [code, state]) expect(page.text).not.toContain(value);
    const written = `${await bench.text()}${JSON.stringify(bench.views)}`;
    for (const value of [code, verifier, tokens.accessToken, tokens.refreshToken, tokens.idToken]) {
      expect(value).toBeTruthy();
      expect(written).not.toContain(value);
    }
    expect(written).not.toContain(CLIENT_SECRET);
    expect(signIn.view()).toMatchObject({ state: 'done' });
    expect(signIn.view().authorizationUrl).toBeUndefined();
    await expect(fetch(redirectOf(address))).rejects.toThrow();
  });

  it('refuses a wrong state, and goes on waiting', async () => {
    const signIn = bench.signIn(desktop());
    const address = await addressOf(signIn);
    const callback = redirectOf(address);
    for (const query of ['?code=forged&state=wrong', '?code=forged', '?error=access_denied', '']) {
      const stray = await fetch(`${callback}${query}`);
      expect(stray.status).toBe(400);
      expect(await stray.text()).not.toContain('forged');
    }
    expect(signIn.view().state).toBe('waiting-for-browser');
    expect(server.asked).toEqual([]);
    await browse(address.href);
    tokensOf(await signIn.done);
    const rows = (await bench.rows()).filter(({ kind, text }) => kind === 'note' && text.includes('wrong state'));
    expect(rows).toHaveLength(4);
    expect(rows[0]?.lane).toBe('auth');
    expect(await bench.text()).not.toContain('forged');
  });

  it('answers nothing but its own path, name and method', async () => {
    const signIn = bench.signIn(desktop());
    const callback = new URL(redirectOf(await addressOf(signIn)));
    expect((await fetch(new URL('/favicon.ico', callback))).status).toBe(404);
    expect((await fetch(callback, { method: 'POST' })).status).toBe(405);
    const other = await new Promise<string>((resolve) => {
      const socket = connect(Number(callback.port), '127.0.0.1');
      socket.write('GET /callback HTTP/1.1\r\nHost: rebound.example\r\n\r\n');
      socket.once('data', (bytes) => resolve(bytes.toString()));
    });
    expect(other).toMatch(/^HTTP\/1\.1 403 /);
    signIn.cancel();
    await signIn.done;
  });

  it('says that the person denied it', async () => {
    const signIn = bench.signIn(desktop());
    const page = await browse((await addressOf(signIn)).href, 'denies');
    expect(page.text).toContain('not completed');
    const trouble = troubleOf(await signIn.done);
    expect(trouble).toMatchObject({ code: 'auth', detail: { error: 'access_denied' } });
    expect(signIn.view()).toMatchObject({ state: 'failed', trouble: { message: expect.stringContaining('denied') } });
    expect(server.asked).toEqual([]);
  });

  it('refuses an answer of another issuer', async () => {
    const signIn = bench.signIn(desktop());
    const address = await addressOf(signIn);
    const answer = new URL(redirectOf(address));
    answer.search = String(
      new URLSearchParams({
        code: 'of-another',
        state: address.searchParams.get('state') ?? '',
        iss: 'https://evil.example',
      }),
    );
    await fetch(answer);
    expect(troubleOf(await signIn.done).message).toContain('RFC 9207');
    expect(server.asked).toEqual([]);
  });

  it('works with addresses entered by hand, whose issuer nobody knows', async () => {
    const { metadataUrl: _, ...scheme } = desktop();
    const signIn = bench.signIn({
      ...scheme,
      authorizationUrl: `${server.issuer}/auth`,
      tokenUrl: `${server.issuer}/token`,
    });
    await browse((await addressOf(signIn)).href);
    expect(tokensOf(await signIn.done).idToken).toBeTruthy();
    expect(signIn.view().steps.map(({ text }) => text)).toContain(
      'The ID token was not checked, because no discovery document names the issuer.',
    );
  });

  it('uses a token that comes without the ID token that was asked for, and says so', async () => {
    server.intercept = (path) =>
      path === '/token'
        ? { status: 200, body: { access_token: 'opaque-access-token', token_type: 'Bearer' } }
        : undefined;
    const signIn = bench.signIn(desktop());
    await browse((await addressOf(signIn)).href);
    expect(tokensOf(await signIn.done).accessToken).toBe('opaque-access-token');
    expect(signIn.view().steps.map(({ text }) => text)).toContain(
      'The scope openid was asked for, but no ID token came.',
    );
  });

  it('does not use a token whose ID token answers another question', async () => {
    const signIn = bench.signIn(desktop());
    const address = await addressOf(signIn);
    const other = new URL(address);
    other.searchParams.set('nonce', 'of-somebody-else');
    await browse(other.href);
    const trouble = troubleOf(await signIn.done);
    expect(trouble).toMatchObject({ detail: { error: 'invalid_id_token' } });
    expect(trouble.message).toContain('nonce');
  });

  it('opens the browser, and lets the person do it where that fails', async () => {
    await bench.close();
    const opened: string[] = [];
    bench = await oauthBench({
      openExternal: async (url) => {
        opened.push(url);
        return opened.length === 1 ? done(null) : refused('not-supported', 'No browser is here.');
      },
    });
    for (const failing of [false, true]) {
      const signIn = bench.signIn(desktop());
      const address = await addressOf(signIn);
      expect(opened[opened.length - 1]).toBe(address.href);
      if (failing)
        await untilView(signIn, ({ steps }) => steps.some(({ text }) => text.includes('No browser is here.')));
      await browse(address.href);
      tokensOf(await signIn.done);
    }
  });

  it('uses the port that was registered, and says when it is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const busy = bench.signIn(desktop({ redirectPort: port }));
    expect(troubleOf(await busy.done)).toMatchObject({ code: 'busy', message: expect.stringContaining(String(port)) });
    await new Promise((resolve) => taken.close(resolve));
    const signIn = bench.signIn(desktop({ redirectPort: port }));
    expect(redirectOf(await addressOf(signIn))).toBe(`http://127.0.0.1:${port}/callback`);
    signIn.cancel();
    await signIn.done;
  });

  it('is canceled while the browser is open, and while the token is asked for', async () => {
    const waiting = bench.signIn(desktop());
    const address = await addressOf(waiting);
    waiting.cancel();
    expect(troubleOf(await waiting.done).code).toBe('aborted');
    expect(waiting.view()).toMatchObject({ state: 'canceled' });
    await expect(fetch(redirectOf(address))).rejects.toThrow();

    const asking = bench.signIn(desktop());
    server.intercept = (path) => (path === '/token' ? new Promise(() => undefined) : undefined);
    await browse((await addressOf(asking)).href);
    await untilView(asking, () => server.asked.length === 1);
    asking.cancel();
    expect(troubleOf(await asking.done).code).toBe('aborted');
    expect(asking.view()).toMatchObject({ state: 'canceled' });
  });

  it('does not wait for ever', async () => {
    await bench.close();
    const clock = new JumpingClock(true);
    bench = await oauthBench({ clock });
    const signIn = bench.signIn(desktop());
    await addressOf(signIn);
    clock.jump(BROWSER_LIMIT_MS - 1);
    expect(signIn.view().state).toBe('waiting-for-browser');
    clock.jump(1);
    expect(troubleOf(await signIn.done).code).toBe('timeout');
  });
});
