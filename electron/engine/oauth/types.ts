import type { DiscoveryView, SignInView } from '../../../shared/contract/access.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { Credential, OAuthScheme } from '../../../shared/model/credential.ts';
import type { SecretRecord, SecretValues } from '../access/seams.ts';
import type { AgentRecord } from '../agents.ts';
import type { EngineParts } from '../parts.ts';
import type { Sessions } from '../sessions.ts';

/** What a token service granted. */
export interface TokenSet {
  accessToken: string;
  /** As the service spells it; `Bearer` where it says nothing. */
  tokenType: string;
  /** The one to use from now on: a new one, or after a refresh without one the old one. */
  refreshToken?: string;
  idToken?: string;
  /** RFC 3339; absent when the service says nothing. */
  expires?: string;
  /** Scopes that were granted; the requested ones when the service says nothing (RFC 6749 §5.1). */
  granted?: string[];
}

/** A credential of the kind this service works with. */
export type OAuthCredential = Credential & { scheme: OAuthScheme };

/** The agent a token is for: its name goes on the exchanges, its connection settings reach the token service. */
export type TokenAgent = Pick<AgentRecord, 'id' | 'url' | 'card' | 'options'>;

/** A sign-in that goes on. */
export interface SignIn {
  /** A copy; changes of it are told by `OAuthPorts.changed`. */
  view(): SignInView;
  /** No effect after the end. */
  cancel(): void;
  /** Never rejects. Refused with `aborted` after `cancel`. */
  done: Promise<Reply<TokenSet>>;
}

export interface OAuth {
  /** Gets a token anew in the way the scheme's flow says. Secrets used: `clientSecret`. Starts at once. */
  signIn(credential: OAuthCredential, secrets: SecretRecord, agent: TokenAgent): SignIn;
  /**
   * Gets a new access token: with `secrets.refreshToken`, or, for client credentials, by asking again. Refused with
   * `auth` and `detail: RefreshRefused` when only a new sign-in helps.
   */
  refresh(credential: OAuthCredential, secrets: SecretRecord, agent: TokenAgent): Promise<Reply<TokenSet>>;
  /** Reads a discovery document from its address or its issuer. */
  discover(url: string, agent: TokenAgent): Promise<Reply<DiscoveryView>>;
  /** Cancels every sign-in and closes what listens. */
  close(): void;
}

/** `detail` of a refused refresh after which the credential counts as expired. */
export interface RefreshRefused {
  expired: true;
  /** Error code of the service, for example `invalid_grant`. */
  error: string;
  /** What it answered, masked. */
  answer?: string;
}

/** What time it is, and waiting. Timers of one instance never fire after `clear`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after `ms`; the returned function takes it back. */
  after(ms: number, call: () => void): () => void;
}

export interface OAuthPorts {
  parts: Pick<EngineParts, 'http' | 'settings' | 'connections' | 'running' | 'userAgent'> & {
    sessions: Pick<Sessions, 'live'>;
  };
  /** Learns client secrets, codes and tokens before anything about them is recorded. */
  secrets: SecretValues;
  /** Opens the system browser; left out where a host has none. */
  openExternal?(url: string): Promise<Reply<null>>;
  /** The view of a sign-in is another one. */
  changed?(credential: string): void;
  /** Left out: that of the system. */
  clock?: Clock;
}
