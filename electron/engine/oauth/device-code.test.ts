import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../shared/lib/result.ts';
import type { OAuthScheme } from '../../../shared/model/credential.ts';
import { type AuthorizationServer, authorizationServer, browse, type Person } from '../testing/authorization-server.ts';
import { JumpingClock } from '../testing/clocks.ts';
import { oauthBench, schemeOf, untilView } from '../testing/oauth.ts';
import { DEVICE_FAILURES_LIMIT } from './limits.ts';
import type { SignIn, TokenSet } from './types.ts';

let server: AuthorizationServer;
let bench: Awaited<ReturnType<typeof oauthBench>>;
let clock: JumpingClock;

beforeEach(async () => {
  server = await authorizationServer();
  clock = new JumpingClock();
  bench = await oauthBench({ clock });
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const device = (change: Partial<OAuthScheme> = {}): OAuthScheme =>
  schemeOf({
    flow: 'deviceCode',
    clientId: 'device',
    clientAuth: 'none',
    metadataUrl: server.issuer,
    scopes: ['openid', 'products:read'],
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

/** The person acts right before the given question of the device, counted from one. */
function actBefore(question: number, signIn: () => SignIn, person: Person = 'agrees'): void {
  server.intercept = async (path) => {
    if (path !== '/token' || server.asked.length !== question) return undefined;
    await browse(signIn().view().device?.verificationUriComplete as string, person);
    return undefined;
  };
}

const SECOND = 1_000;

describe('device code', () => {
  it('shows the code, asks at the interval, and gets a token once it is confirmed', async () => {
    actBefore(3, () => signIn);
    const signIn: SignIn = bench.signIn(device());
    const view = await untilView(signIn, ({ state }) => state === 'waiting-for-device');
    expect(view.device).toMatchObject({
      userCode: expect.stringMatching(/^\w{4}-\w{4}$/),
      verificationUri: `${server.issuer}/device`,
      expires: expect.any(String),
    });
    const tokens = tokensOf(await signIn.done);
    expect(tokens.granted).toEqual(['openid', 'products:read']);
    expect(clock.waits).toEqual([5 * SECOND, 5 * SECOND, 5 * SECOND]);
    expect(bench.views.flatMap(({ steps }) => steps.map(({ detail }) => detail))).toContain(
      'authorization_pending · 2 × · 5 s',
    );
    expect(signIn.view()).toMatchObject({ state: 'done', steps: [{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }] });
    const rows = await bench.rows();
    // "Not yet" is no error.
    expect(rows.filter(({ lane }) => lane !== 'auth')).toEqual([]);
    const written = `${await bench.text()}${JSON.stringify(bench.views)}`;
    for (const value of [server.asked[0]?.form.get('device_code'), tokens.accessToken, tokens.idToken]) {
      expect(value).toBeTruthy();
      expect(written).not.toContain(value);
    }
  });

  it('asks less often when the service says slow_down', async () => {
    // The service wants twelve seconds between two questions, and grants once they were kept.
    const times: number[] = [];
    const signIn: SignIn = bench.signIn(device());
    server.intercept = async (path) => {
      if (path !== '/token') return undefined;
      times.push(clock.now());
      const [before, now] = times.slice(-2) as [number, number | undefined];
      if (now === undefined) return undefined;
      if (now - before < 12 * SECOND) return { status: 400, body: { error: 'slow_down' } };
      await browse(signIn.view().device?.verificationUriComplete as string);
      return undefined;
    };
    tokensOf(await signIn.done);
    expect(times.slice(1).map((time, index) => time - (times[index] as number))).toEqual([
      5 * SECOND,
      10 * SECOND,
      15 * SECOND,
    ]);
    const notes = (await bench.entries()).flatMap((entry) => (entry.kind === 'note' ? [entry.detail?.seconds] : []));
    expect(notes.filter(Boolean)).toEqual([10, 15]);
  });

  it('says that the person denied it', async () => {
    actBefore(2, () => signIn, 'denies');
    const signIn: SignIn = bench.signIn(device());
    expect(troubleOf(await signIn.done)).toMatchObject({ code: 'auth', detail: { error: 'access_denied' } });
    expect(signIn.view().state).toBe('failed');
  });

  it('ends when the code expires, by its own clock or by word of the service', async () => {
    const silent = bench.signIn(device());
    const trouble = troubleOf(await silent.done);
    expect(trouble).toMatchObject({ detail: { error: 'expired_token' } });
    expect(trouble.message).toContain('expired before it was confirmed');
    expect(server.asked.length).toBeGreaterThan(100);
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(600 * SECOND);

    server.intercept = (path) => (path === '/token' ? { status: 400, body: { error: 'expired_token' } } : undefined);
    const told = bench.signIn(device());
    expect(troubleOf(await told.done)).toMatchObject({ detail: { error: 'expired_token' }, httpStatus: 400 });
  });

  it('bears a service that cannot be reached for a moment, asking less often', async () => {
    let lost = 0;
    const signIn: SignIn = bench.signIn(device());
    server.intercept = async (path, { drop }) => {
      if (path !== '/token') return undefined;
      if (lost < DEVICE_FAILURES_LIMIT - 1) {
        lost += 1;
        drop();
        return undefined;
      }
      await browse(signIn.view().device?.verificationUriComplete as string);
      return undefined;
    };
    tokensOf(await signIn.done);
    expect(clock.waits).toEqual([5 * SECOND, 10 * SECOND, 20 * SECOND]);

    server.intercept = (path, { drop }) => void (path === '/token' && drop());
    expect(troubleOf(await bench.signIn(device()).done).code).toBe('network');
  });

  it('reads the answer of services from before the standard', async () => {
    const answer = {
      device_code: 'older-device-code-1',
      user_code: 'ABCD',
      verification_url: 'https://login.example/device',
      verification_uri_complete: 'javascript:alert(1)',
      expires_in: '1800',
      interval: '7',
    };
    server.intercept = (path) => (path === '/device/auth' ? { status: 200, body: answer } : undefined);
    const signIn = bench.signIn(device());
    // The code is one of another service, so that the first question ends it.
    expect(troubleOf(await signIn.done).detail).toMatchObject({ error: 'invalid_grant' });
    expect(bench.views.find(({ device: shown }) => shown)?.device).toEqual({
      userCode: 'ABCD',
      verificationUri: 'https://login.example/device',
      expires: expect.any(String),
    });
    expect(clock.waits[0]).toBe(7 * SECOND);
  });

  it('says that the client may not do it', async () => {
    const signIn = bench.signIn(device({ clientId: 'desktop' }));
    expect(troubleOf(await signIn.done).message).toContain('is not allowed for this client');
    expect(signIn.view().steps[1]).toMatchObject({ state: 'failed', text: 'POST auth' });
  });

  it('is canceled while it waits', async () => {
    await bench.close();
    clock = new JumpingClock(true);
    bench = await oauthBench({ clock });
    const signIn = bench.signIn(device());
    await untilView(signIn, ({ state }) => state === 'waiting-for-device');
    signIn.cancel();
    expect(troubleOf(await signIn.done).code).toBe('aborted');
    expect(signIn.view()).toMatchObject({ state: 'canceled' });
    expect(signIn.view().device).toBeUndefined();
    expect(server.asked).toEqual([]);
  });
});
