/** How a credential proves who calls. What is secret about it lies in the vault and is not part of these types. */
export type CredentialScheme =
  /** `Authorization: Bearer …`, or another word before the token. Secret: `token`. */
  | { type: 'bearer'; prefix?: string }
  /** RFC 7617. Secret: `password`. */
  | { type: 'basic'; username: string }
  /** Secret: `value`. */
  | { type: 'apiKey'; in: ApiKeyPlace; name: string }
  /** Header lines of the person's own. Secrets: one value per name, under `header:<index>`. */
  | { type: 'headers'; names: string[] }
  | OAuthScheme
  /** The client certificate of the agent's TLS options. */
  | { type: 'mutualTLS' };

export type ApiKeyPlace = 'header' | 'query' | 'cookie';

/**
 * OAuth 2.0 and OpenID Connect. Secrets: `clientSecret`, and what was granted: `accessToken`, `refreshToken`, `idToken`.
 * Addresses that are left out come from the discovery document.
 */
export interface OAuthScheme {
  type: 'oauth2';
  flow: OAuthFlow;
  /** Address of a discovery document (RFC 8414 or OpenID Connect Discovery), or an issuer. */
  metadataUrl?: string;
  tokenUrl?: string;
  authorizationUrl?: string;
  deviceAuthorizationUrl?: string;
  refreshUrl?: string;
  clientId: string;
  /** How the client proves itself at the token address (OpenID Connect Core §9). `none`: public client. */
  clientAuth: 'basic' | 'post' | 'none';
  scopes: string[];
  /** RFC 8707. */
  resource?: string;
  /** Not standard, but asked for by widespread servers. */
  audience?: string;
  /** Port of the loopback redirect; left out: a free one. Some servers accept registered ports only. */
  redirectPort?: number;
}

export type OAuthFlow = 'clientCredentials' | 'authorizationCode' | 'deviceCode';

/** How long a secret is kept. `vault`: over the end of the program, in the store that is set up. */
export type Keep = 'session' | 'vault';

/**
 * A credential without its secrets. It goes only to `origin`, and to the addresses of its own token service.
 */
export interface Credential {
  id: string;
  /** Given by the person. */
  name: string;
  /** `https://agent.example:8443`, without a path. */
  origin: string;
  scheme: CredentialScheme;
  keep: Keep;
  /** Name of the scheme on the card it was made for. */
  cardScheme?: string;
  /** RFC 3339. */
  created: string;
}

/** Under what name each secret that a person enters for a scheme lies in the vault. */
export function enteredNames(scheme: CredentialScheme): string[] {
  switch (scheme.type) {
    case 'bearer':
      return ['token'];
    case 'basic':
      return ['password'];
    case 'apiKey':
      return ['value'];
    case 'headers':
      return scheme.names.map((_, index) => `header:${index}`);
    case 'oauth2':
      return scheme.clientAuth === 'none' ? [] : ['clientSecret'];
    case 'mutualTLS':
      return [];
  }
}

/** The same with what a token service grants. A client that became a public one may still have its secret. */
export const secretNames = (scheme: CredentialScheme): string[] =>
  scheme.type === 'oauth2' ? ['clientSecret', 'accessToken', 'refreshToken', 'idToken'] : enteredNames(scheme);

/**
 * The scheme that a credential goes by in an Authorization line; empty where it has none of its own. Undefined when it
 * is no single value that such a line could carry.
 */
export function authorizationScheme(scheme: CredentialScheme): string | undefined {
  switch (scheme.type) {
    case 'bearer':
      return scheme.prefix ?? 'Bearer';
    case 'basic':
      return 'Basic';
    case 'oauth2':
      return 'Bearer';
    case 'apiKey':
      return '';
    case 'headers':
      return scheme.names.length === 1 ? '' : undefined;
    case 'mutualTLS':
      return undefined;
  }
}

/** Steps of getting a token, as operations of their exchanges. */
export const AUTH_STEPS = ['DiscoverAuthorization', 'AuthorizeDevice', 'RequestToken', 'RefreshToken'] as const;
export type AuthStepName = (typeof AUTH_STEPS)[number];

/** Whether the operation of an exchange is a step of getting a token. */
export const isAuthStep = (operation: string | undefined): operation is AuthStepName =>
  (AUTH_STEPS as readonly (string | undefined)[]).includes(operation);
