import type { DiscoveryView } from '../../../shared/contract/access.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { refused } from '../../../shared/lib/result.ts';
import type { OAuthScheme } from '../../../shared/model/credential.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { serviceAddress } from './address.ts';
import { ask, type ServiceAnswer } from './ask.ts';
import { explainAnswer } from './explain.ts';
import { fieldsOf } from './grant-answer.ts';
import { type AuthorizationServer, processDiscoveryResponse } from './library.ts';
import type { OAuthPorts, TokenAgent } from './types.ts';
import { jsonResponse } from './web-objects.ts';

const OPENID = '.well-known/openid-configuration';
const OAUTH = '.well-known/oauth-authorization-server';

/** Where a document may be, and the issuer it has to name there. */
export interface DocumentPlace {
  url: string;
  issuer: string;
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');

/**
 * Places for an issuer (OpenID Connect Discovery §4, RFC 8414 §3), or the one place of a full address. An issuer with a
 * path has its name behind the well-known part in RFC 8414 and before it in OpenID Connect.
 */
export function documentPlaces(address: URL): DocumentPlace[] {
  const { origin, pathname, search } = address;
  const inserted = /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(\/.*)?$/.exec(pathname);
  if (inserted) return [{ url: `${origin}${pathname}${search}`, issuer: `${origin}${trimmed(inserted[1] ?? '')}` }];
  const appended = /^(.*)\/\.well-known\/(?:oauth-authorization-server|openid-configuration)$/.exec(pathname);
  if (appended) return [{ url: `${origin}${pathname}${search}`, issuer: `${origin}${appended[1] ?? ''}` }];
  const path = trimmed(pathname);
  const issuer = `${origin}${path}`;
  return [
    { url: `${origin}${path}/${OPENID}`, issuer },
    { url: `${origin}/${OAUTH}${path}`, issuer },
  ];
}

export interface Discovered {
  server: AuthorizationServer;
  answer: ServiceAnswer;
}

export interface DiscoveryFailure {
  reply: Reply<never>;
  answer?: ServiceAnswer;
}

/** Fetches and checks a discovery document. */
export async function fetchDocument(
  ports: OAuthPorts,
  agent: TokenAgent,
  address: string,
  signal: AbortSignal,
): Promise<Discovered | DiscoveryFailure> {
  const url = serviceAddress(address, 'discovery address');
  if (typeof url === 'string') return { reply: refused('bad-input', url) };
  const headers: HeaderLines = [
    ['User-Agent', ports.parts.userAgent],
    ['Accept', 'application/json'],
  ];
  let first: DiscoveryFailure | undefined;
  for (const place of documentPlaces(url)) {
    const request = { operation: 'DiscoverAuthorization', method: 'GET', url: place.url, headers } as const;
    const answer = await ask(ports, agent, request, signal);
    const missing = answer.failure === undefined && (answer.status !== 200 || fieldsOf(answer) === undefined);
    if (answer.failure === undefined && !missing) return check(place, answer);
    first ??= { reply: { ok: false, error: explain(answer, place.url, ports) }, answer };
    // Only a place without a document leads to the next one.
    if (!missing) break;
  }
  return first as DiscoveryFailure;
}

const explain = (answer: ServiceAnswer, url: string, ports: OAuthPorts) => {
  const asked = { what: 'discovery', secret: false, scopes: [] } as const;
  const trouble = explainAnswer(answer, asked, (text) => ports.secrets.mask(text));
  if (answer.failure !== undefined) return trouble;
  return {
    ...trouble,
    code: answer.status === 404 ? ('not-found' as const) : ('http' as const),
    message: `No discovery document is at ${url} (${answer.status}). Check the address, or enter the addresses of the token service by hand.`,
  };
};

async function check(place: DocumentPlace, answer: ServiceAnswer): Promise<Discovered | DiscoveryFailure> {
  const document = fieldsOf(answer) as Record<string, unknown>;
  const named = document.issuer;
  // Services differ in a slash at the end of their own name, and the well-known address does not tell.
  const same = typeof named === 'string' && trimmed(named) === trimmed(place.issuer);
  if (!same) {
    const found = typeof named === 'string' ? `the issuer ${named}` : 'no issuer';
    const message = `The document at ${place.url} names ${found}, where ${place.issuer} was expected. It is not used, because it may speak for another service (RFC 8414 §3.3). Check the address.`;
    return { reply: refused('auth', message, { error: 'wrong_issuer' }), answer };
  }
  try {
    return { server: await processDiscoveryResponse(new URL(named), jsonResponse(document)), answer };
  } catch (error) {
    const message = `The discovery document at ${place.url} cannot be used: ${(error as Error).message}.`;
    return { reply: refused('protocol', message), answer };
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

const CLIENT_AUTH: Readonly<Record<string, OAuthScheme['clientAuth']>> = {
  client_secret_basic: 'basic',
  client_secret_post: 'post',
  none: 'none',
};
const FLOWS: Readonly<Record<string, OAuthScheme['flow']>> = {
  client_credentials: 'clientCredentials',
  authorization_code: 'authorizationCode',
  'urn:ietf:params:oauth:grant-type:device_code': 'deviceCode',
};

/** What a form takes from a document. Lists that are left out have the defaults of RFC 8414 §2. */
export function discoveryView(server: AuthorizationServer): DiscoveryView {
  const grants = textsOf(server.grant_types_supported) ?? ['authorization_code'];
  const methods = textsOf(server.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'];
  const known = <T>(names: string[], table: Readonly<Record<string, T>>): T[] =>
    names.flatMap((name) => (Object.hasOwn(table, name) ? [table[name] as T] : []));
  const tokenUrl = textOf(server.token_endpoint);
  const authorizationUrl = textOf(server.authorization_endpoint);
  const deviceAuthorizationUrl = textOf(server.device_authorization_endpoint);
  return {
    issuer: server.issuer,
    ...(tokenUrl && { tokenUrl }),
    ...(authorizationUrl && { authorizationUrl }),
    ...(deviceAuthorizationUrl && { deviceAuthorizationUrl }),
    scopes: textsOf(server.scopes_supported) ?? [],
    flows: known(grants, FLOWS),
    clientAuth: known(methods, CLIENT_AUTH),
  };
}
