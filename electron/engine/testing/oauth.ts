import { createFold } from '../../../shared/a2a/reduce/fold.ts';
import type { SignInView } from '../../../shared/contract/access.ts';
import type { OAuthScheme } from '../../../shared/model/credential.ts';
import type { Entry, SessionHeader } from '../../../shared/model/entry.ts';
import type { Row } from '../../../shared/model/row.ts';
import { Connections } from '../connections.ts';
import { createSocketPool } from '../http/agents.ts';
import { createHttpClient } from '../http/client.ts';
import { createMasking } from '../masking/masking.ts';
import { createOAuth } from '../oauth/oauth.ts';
import type { OAuthCredential, OAuthPorts, SignIn, TokenAgent } from '../oauth/types.ts';
import { Recorder } from '../recorder.ts';
import { SecretValues } from '../secret-values.ts';
import { Settings } from '../settings.ts';

/** The OAuth service with a recording session of its own. */
export async function oauthBench(ports: Partial<OAuthPorts> = {}) {
  const pool = createSocketPool();
  const settings = new Settings(undefined, {});
  const secrets = new SecretValues();
  const header: SessionHeader = {
    format: 'loupe-session',
    version: 2,
    app: '0.0.0',
    session: 'oauth',
    started: '2030-01-01T00:00:00Z',
  };
  const live = new Recorder(header, { masking: createMasking(secrets) });
  const views: SignInView[] = [];
  let current: SignIn | undefined;
  const oauth = createOAuth({
    parts: {
      http: createHttpClient({ pool }),
      sessions: { live },
      settings,
      connections: new Connections({ settings, env: {} }),
      running: new Set(),
      userAgent: 'Loupe/0.0.0',
    },
    secrets,
    changed: () => {
      if (current) views.push(current.view());
    },
    ...ports,
  });
  const text = () => live.text();
  return {
    oauth,
    secrets,
    /** Every state of the last sign-in that was told. */
    views,
    text,
    async entries(): Promise<Entry[]> {
      const lines = (await text()).split('\n').filter(Boolean);
      return lines.slice(1).map((line) => JSON.parse(line) as Entry);
    },
    async rows(): Promise<Row[]> {
      const fold = createFold();
      return (await this.entries()).map((entry) => fold.push(entry).row);
    },
    signIn(scheme: OAuthScheme, entered: Record<string, string> = {}): SignIn {
      current = oauth.signIn(credentialOf(scheme), entered, AGENT);
      return current;
    },
    async close(): Promise<void> {
      oauth.close();
      await live.close();
      pool.close();
    },
  };
}

export const AGENT: TokenAgent = {
  id: 'agent-1',
  url: 'https://agent.example/',
  options: { headers: [['X-Key', 'of-the-agent-only']] },
};

export const credentialOf = (scheme: OAuthScheme): OAuthCredential => ({
  id: 'credential-1',
  name: 'Seller sandbox',
  origin: 'https://agent.example',
  scheme,
  keep: 'session',
  created: '2030-01-01T00:00:00Z',
});

export const schemeOf = (change: Partial<OAuthScheme>): OAuthScheme => ({
  type: 'oauth2',
  flow: 'clientCredentials',
  clientId: 'machine-client',
  clientAuth: 'basic',
  scopes: [],
  ...change,
});

/** Resolves once a view of the sign-in is as wanted. */
export async function untilView(signIn: SignIn, wanted: (view: SignInView) => boolean): Promise<SignInView> {
  for (let turns = 0; turns < 2_000; turns += 1) {
    const view = signIn.view();
    if (wanted(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`the sign-in stays ${JSON.stringify(signIn.view())}`);
}
