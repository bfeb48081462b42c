import * as z from 'zod/mini';
import type { Trouble } from '../lib/result.ts';
import type { Credential, Keep, OAuthScheme } from '../model/credential.ts';
import type { ShareReport } from '../replay/share.ts';
import { procedure } from './procedure.ts';

export type { ShareItem, ShareReport } from '../replay/share.ts';

/** Where secrets are kept over the end of the program. */
export interface VaultView {
  /** `os`: the system encrypts. `file`: a file behind a passphrase. `session`: nowhere. */
  kind: 'os' | 'file' | 'session';
  /** The file is there and its passphrase was not entered yet. */
  locked: boolean;
  /** The system has a store that encrypts; without it `why` says what is wrong. */
  osAvailable: boolean;
  /** One plain sentence, for example that the backend is basic_text. */
  why?: string;
  /** Name of the system's store, for people. */
  backend?: string;
  /** Secrets in memory and on disk. */
  held: number;
  kept: number;
  /** Stored secrets that cannot be decrypted. They stay in the file. */
  broken: number;
  /** The store itself could not be read or written. It was kept aside. */
  problem?: string;
}

/** A credential as pages see it: names and states, never a value. */
export interface CredentialView extends Credential {
  /**
   * `valid`: was accepted or a token is there. `untested`: never used yet. `refused`: the last use was answered with 401
   * or 403. `expired`: and it cannot be refreshed. `enter-again`: the secret is not there (forgotten or undecryptable).
   * `locked`: waits for the passphrase.
   */
  state: 'valid' | 'untested' | 'refused' | 'expired' | 'enter-again' | 'locked';
  /** Agents that use it. */
  agents: string[];
  /** Names of the secrets that are there: `token`, `password`, `accessToken` … */
  has: string[];
  /** RFC 3339; of the access token. */
  expires?: string;
  refreshable?: true;
  /** Scopes that were granted, when the server said so. */
  granted?: string[];
  /** Why it is refused or has to be entered again. */
  trouble?: Trouble;
}

/** One step of getting a token, in the order they happened. */
export interface AuthStepView {
  id: string;
  /** RFC 3339. */
  at: string;
  state: 'ok' | 'failed' | 'waiting' | 'running';
  /** Sentence. */
  text: string;
  /** Right-hand column: `200 · 61 ms`, `401 invalid_client`. */
  detail?: string;
  /** Exchange in the live session. */
  exchange?: number;
}

/** A sign-in that goes on, or how the last one ended. */
export interface SignInView {
  credential: string;
  state: 'running' | 'waiting-for-browser' | 'waiting-for-device' | 'done' | 'failed' | 'canceled';
  steps: AuthStepView[];
  /** To open in the system browser when that did not happen by itself. */
  authorizationUrl?: string;
  /** Device code: what to enter where. */
  device?: { userCode: string; verificationUri: string; verificationUriComplete?: string; expires: string };
  trouble?: Trouble;
  /** What the token service answered, masked. */
  answer?: string;
}

/** A question whether credentials may go to another origin, and its answer. */
export interface ConsentView {
  /** Origin the credentials were entered for. */
  from: string;
  /** Origin that would receive them. */
  to: string;
  answer: 'send' | 'without';
  /** RFC 3339. */
  at: string;
}

/**
 * `detail` of a refusal with the code `consent`: nothing was sent yet. Answer with `access.consent`, then do it again.
 */
export interface ConsentNeeded {
  agent: string;
  from: string;
  to: string;
  /** Names of what would be sent: `Authorization`, the client certificate. */
  what: string[];
  because: 'card' | 'redirect' | 'push';
  /** The full address that would be called. */
  url: string;
}

/** Everything of the Access tab of one agent. */
export interface AccessView {
  agent: string;
  /** Origin that credentials entered now will be bound to. */
  origin: string;
  /** In use, in order; all of them are put on each request. */
  using: CredentialView[];
  /** Others that were entered for this origin. */
  held: CredentialView[];
  signIn?: SignInView;
  consents: ConsentView[];
  /** The last 401 or 403 of this agent in words. */
  refusal?: AccessRefusal;
}

/** A 401 or 403 explained. */
export interface AccessRefusal {
  status: number;
  /** Each challenge of WWW-Authenticate. */
  challenges: { scheme: string; params: Record<string, string> }[];
  /** Names of the credentials that were sent. */
  tried: string[];
  /** Sentence: what it means and what to do. */
  text: string;
  exchange?: number;
}

const text = z.string();
const none = z.object({});
const oauth = z.object({
  type: z.literal('oauth2'),
  flow: z.enum(['clientCredentials', 'authorizationCode', 'deviceCode']),
  metadataUrl: z.optional(text),
  tokenUrl: z.optional(text),
  authorizationUrl: z.optional(text),
  deviceAuthorizationUrl: z.optional(text),
  refreshUrl: z.optional(text),
  clientId: text,
  clientAuth: z.enum(['basic', 'post', 'none']),
  scopes: z.array(text),
  resource: z.optional(text),
  audience: z.optional(text),
  redirectPort: z.optional(z.number()),
}) satisfies z.ZodMiniType<OAuthScheme>;

export const credentialScheme = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer'), prefix: z.optional(text) }),
  z.object({ type: z.literal('basic'), username: text }),
  z.object({ type: z.literal('apiKey'), in: z.enum(['header', 'query', 'cookie']), name: text }),
  z.object({ type: z.literal('headers'), names: z.array(text) }),
  oauth,
  z.object({ type: z.literal('mutualTLS') }),
]);

const keep = z.enum(['session', 'vault']) satisfies z.ZodMiniType<Keep>;

/** What a page enters. A secret that is left out keeps the value it had. */
const credentialInput = z.object({
  agent: text,
  /** Left out: a new one. */
  credential: z.optional(text),
  name: z.optional(text),
  scheme: credentialScheme,
  keep: z.optional(keep),
  cardScheme: z.optional(text),
  /** By name. They go in here and never come out. */
  secrets: z.record(text, text),
});

export const accessProcedures = {
  'access.get': procedure<AccessView>()(z.object({ agent: text })),
  /** Enters or changes a credential and has the agent use it. */
  'access.save': procedure<CredentialView>()(credentialInput),
  /** Chooses what the agent uses; credentials of other origins are refused. */
  'access.use': procedure<AccessView>()(z.object({ agent: text, credentials: z.array(text) })),
  'access.remove': procedure<null>()(z.object({ credential: text })),
  /** Begins to get a token; progress comes with `access.get`. */
  'access.signIn': procedure<SignInView>()(z.object({ credential: text })),
  'access.cancelSignIn': procedure<null>()(z.object({ credential: text })),
  /** Refreshes the token now. */
  'access.refresh': procedure<CredentialView>()(z.object({ credential: text })),
  /** Reads a discovery document to fill in a form. */
  'access.discover': procedure<DiscoveryView>()(z.object({ agent: text, url: text })),
  /** Remembers an answer for a pair of origins; without `answer` it is taken back. */
  'access.consent': procedure<null>()(
    z.object({ from: text, to: text, answer: z.optional(z.enum(['send', 'without'])) }),
  ),

  'vault.get': procedure<VaultView>()(none),
  /** Makes the passphrase file, or opens it. */
  'vault.unlock': procedure<VaultView>()(z.object({ passphrase: text, create: z.optional(z.boolean()) })),
  /** Keeps nothing over the end of the program from now on; what is kept stays on disk until `vault.forget`. */
  'vault.lock': procedure<VaultView>()(none),
  'vault.changePassphrase': procedure<VaultView>()(z.object({ passphrase: text, next: text })),
  /** Forgets every secret, in memory and on disk. */
  'vault.forget': procedure<VaultView>()(none),

  /** What an export of a session leaves out. */
  'sessions.share': procedure<ShareReport>()(z.object({ session: text })),
};

/** What a discovery document says, for the form. */
export interface DiscoveryView {
  issuer?: string;
  tokenUrl?: string;
  authorizationUrl?: string;
  deviceAuthorizationUrl?: string;
  scopes: string[];
  flows: OAuthScheme['flow'][];
  clientAuth: OAuthScheme['clientAuth'][];
}
