import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import {
  type ApiKeyPlace,
  type Credential,
  type CredentialScheme,
  secretNames,
} from '../../../shared/model/credential.ts';
import { BAD_HEADER_VALUE, HEADER_NAME } from '../http/headers.ts';
import type { SecretRecord } from './seams.ts';

/** One thing that a credential puts on a request. */
export type Piece =
  | { on: 'header' | 'query' | 'cookie'; name: string; value: string }
  /** The client certificate of the agent's TLS options. */
  | { on: 'tls' };

/** What ends a cookie's value (RFC 6265 §4.1.1). */
const BAD_COOKIE = /[;\s]|[^\x20-\x7e\x80-\xff]/;

/** A place on a request in words. */
export function placeOf({ in: place, name }: { in: ApiKeyPlace; name: string }): string {
  if (place === 'query') return `the query parameter ${name}`;
  return place === 'cookie' ? `the cookie ${name}` : name;
}

/** Where the pieces of a credential go, without its values: `Authorization`, `query key`, `Cookie session`. */
export function placesOf(scheme: CredentialScheme): string[] {
  switch (scheme.type) {
    case 'bearer':
    case 'basic':
    case 'oauth2':
      return ['Authorization'];
    case 'apiKey':
      return [placeOf(scheme)];
    case 'headers':
      return scheme.names;
    case 'mutualTLS':
      return ['the client certificate'];
  }
}

/** What is wrong with a scheme before any secret is known; undefined when it can be used. */
export function schemeProblem(scheme: CredentialScheme): string | undefined {
  switch (scheme.type) {
    case 'bearer':
      return scheme.prefix && BAD_HEADER_VALUE.test(scheme.prefix)
        ? 'The word before the token has characters that no header line can carry.'
        : undefined;
    case 'basic':
      // The first colon ends the name (RFC 7617 §2).
      return /[:\p{Cc}]/u.test(scheme.username)
        ? 'A user name cannot have a colon or control characters in it.'
        : undefined;
    case 'apiKey':
      if (scheme.name === '') return 'The key has no name. The card of the agent says which one it wants.';
      return scheme.in !== 'query' && !HEADER_NAME.test(scheme.name)
        ? `"${scheme.name}" is no name of a ${scheme.in === 'cookie' ? 'cookie' : 'header line'}.`
        : undefined;
    case 'headers': {
      const bad = scheme.names.find((name) => !HEADER_NAME.test(name));
      return bad === undefined
        ? undefined
        : bad === ''
          ? 'A header line has no name.'
          : `"${bad}" is no name of a header line.`;
    }
    case 'oauth2':
      return scheme.clientId === '' ? 'The client has no id.' : undefined;
    case 'mutualTLS':
      return undefined;
  }
}

/** What is wrong with the values of secrets, without saying them; undefined when they can be sent. */
export function secretProblem(scheme: CredentialScheme, secrets: SecretRecord): string | undefined {
  const { type } = scheme;
  if (type === 'apiKey' && scheme.in === 'query') return undefined;
  if (type === 'apiKey' && scheme.in === 'cookie') {
    return BAD_COOKIE.test(secrets.value ?? '')
      ? `The value of the cookie ${scheme.name} has characters that end it.`
      : undefined;
  }
  // Basic is sent in base64, and a client secret goes into a form.
  if (type === 'basic') {
    return /\p{Cc}/u.test(secrets.password ?? '') ? 'A password cannot have control characters in it.' : undefined;
  }
  const values = type === 'oauth2' ? [secrets.accessToken] : secretNames(scheme).map((name) => secrets[name]);
  return values.some((value) => value !== undefined && BAD_HEADER_VALUE.test(value))
    ? `The ${type === 'bearer' || type === 'oauth2' ? 'token' : 'value'} has characters that no header line can carry.`
    : undefined;
}

const quoted = (name: string): string => `“${name}”`;

/**
 * What a credential puts on a request. Refused (`auth`) when a secret is not there: a line without its secret would only
 * be answered with a refusal that explains nothing.
 */
export function piecesOf({ name, scheme }: Credential, secrets: SecretRecord = {}): Reply<Piece[]> {
  const missing = missingSecret(scheme, secrets);
  if (missing === 'accessToken') {
    return refused('auth', `There is no access token of ${quoted(name)} yet. Sign in under Access; nothing was sent.`);
  }
  if (missing !== undefined) {
    return refused(
      'auth',
      `The secret of ${quoted(name)} is not there. Enter it again under Access; nothing was sent.`,
    );
  }
  const problem = schemeProblem(scheme) ?? secretProblem(scheme, secrets);
  if (problem) return refused('bad-input', `${quoted(name)} cannot be sent: ${problem}`);
  switch (scheme.type) {
    case 'bearer':
      return authorization(scheme.prefix ?? 'Bearer', secrets.token ?? '');
    case 'basic': {
      const pair = Buffer.from(`${scheme.username}:${secrets.password ?? ''}`, 'utf8');
      return authorization('Basic', pair.toString('base64'));
    }
    case 'apiKey':
      return done([{ on: scheme.in, name: scheme.name, value: secrets.value ?? '' }]);
    case 'headers':
      return done(
        scheme.names.map((header, index) => ({ on: 'header', name: header, value: secrets[`header:${index}`] ?? '' })),
      );
    case 'oauth2':
      // The type is case-insensitive and servers spell it as they like; what they compare with is Bearer (RFC 6750 §2.1).
      return authorization('Bearer', secrets.accessToken ?? '');
    case 'mutualTLS':
      return done([{ on: 'tls' }]);
  }
}

/** The first secret that is needed and not there. An empty password is one (RFC 7617 allows it). */
function missingSecret(scheme: CredentialScheme, secrets: SecretRecord): string | undefined {
  switch (scheme.type) {
    case 'basic':
      return secrets.password === undefined ? 'password' : undefined;
    case 'oauth2':
      return secrets.accessToken ? undefined : 'accessToken';
    default:
      return secretNames(scheme).find((name) => !secrets[name]);
  }
}

const authorization = (prefix: string, value: string): Reply<Piece[]> =>
  done([{ on: 'header', name: 'Authorization', value: prefix === '' ? value : `${prefix} ${value}` }]);
