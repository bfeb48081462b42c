import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { ApiKeyPlace, OAuthFlow, OAuthScheme } from '../../shared/model/credential.ts';
import { type Arguments, all, headerLines, text } from './arguments.ts';
import { OAUTH_WORDS, VARIABLES } from './credential-options.ts';
import { findSecret, oneReaderOfInput, variable } from './secret-source.ts';
import type { Terminal } from './terminal.ts';

/** What was given for one credential. What is left open is settled by the card. */
export type GivenCredential =
  | { type: 'bearer'; token: string }
  | { type: 'basic'; username: string; password: string }
  | { type: 'apiKey'; value: string; place?: { in: ApiKeyPlace; name: string } }
  | GivenOAuth;

export interface GivenOAuth extends Pick<OAuthScheme, 'flow' | 'clientId' | 'clientAuth' | 'tokenUrl'> {
  type: 'oauth2';
  clientSecret?: string;
  issuer?: string;
  scopes?: string[];
}

/** Who calls, by the command line and the environment. */
export interface GivenAccess {
  credentials: GivenCredential[];
  /** Origins that may receive credentials, beside that of the agent. */
  allowed: string[];
  /** Nobody said who calls, so what is kept for the agent's origin is used. */
  kept?: true;
}

/** No credentials. */
export const NOBODY: GivenAccess = { credentials: [], allowed: [] };

const FLOWS: Readonly<Record<(typeof OAUTH_WORDS)[number], OAuthFlow>> = {
  'client-credentials': 'clientCredentials',
  device: 'deviceCode',
  code: 'authorizationCode',
};

const PLACES = ['header', 'query', 'cookie'] as const satisfies readonly ApiKeyPlace[];

/** Options that only mean something with `--oauth`. */
const WITH_OAUTH = ['client-id', 'client-secret', 'client-auth', 'token-url', 'issuer', 'scope'];

/** Options that end up in the Authorization header, of which there is one. */
const AUTHORIZATION = ['token', 'basic', 'oauth'];

const isGiven = (args: Arguments, name: string): boolean => args.given.some((option) => option.name === name);

const namesAuthorization = (args: Arguments): boolean =>
  headerLines(args, 'header').some(([name]) => name.toLowerCase() === 'authorization');

/**
 * Reads who calls. An option outdoes the environment; of the variables for the Authorization header, the token comes
 * before name and password; a line after `--header` outdoes them all.
 */
export async function readCredentials(args: Arguments, terminal: Terminal): Promise<Reply<GivenAccess>> {
  const wrong = contradiction(args);
  if (wrong) return refused('bad-input', wrong);
  const single = oneReaderOfInput(args);
  if (!single.ok) return single;
  const allowed = readOrigins(all<string>(args, 'allow-origin'));
  if (!allowed.ok) return allowed;
  const authorization = await readAuthorization(args, terminal);
  if (!authorization.ok) return authorization;
  const apiKey = await readApiKey(args, terminal);
  if (!apiKey.ok) return apiKey;
  const credentials = [authorization.value, apiKey.value].filter((item) => item !== undefined);
  return done({ credentials, allowed: allowed.value });
}

/** Whether nothing on the command line or in the environment says who calls. */
export const isAnonymous = (args: Arguments, { credentials }: GivenAccess): boolean =>
  credentials.length === 0 && !namesAuthorization(args);

function contradiction(args: Arguments): string | undefined {
  const header = namesAuthorization(args);
  const names = AUTHORIZATION.filter((name) => isGiven(args, name)).map((name) => `--${name}`);
  const [first, second] = header ? ["--header 'Authorization: …'", ...names] : names;
  if (first && second) return `${first} and ${second} exclude each other: there is one Authorization header`;
  const stray = isGiven(args, 'oauth') ? undefined : WITH_OAUTH.find((name) => isGiven(args, name));
  if (stray) return `--${stray} needs --oauth: --oauth ${OAUTH_WORDS.join('|')}`;
  const places = PLACES.filter((place) => isGiven(args, `api-key-${place}`));
  return places.length > 1 ? `--api-key-${places[0]} and --api-key-${places[1]} exclude each other` : undefined;
}

function readOrigins(texts: readonly string[]): Reply<string[]> {
  const origins: string[] = [];
  for (const given of texts) {
    const origin = originOf(given);
    if (origin === undefined)
      return refused('bad-input', `--allow-origin takes an origin such as https://agent.example, not ${given}`);
    origins.push(origin);
  }
  return done(origins);
}

/** Undefined when it is no http(s) address. */
export function originOf(address: string): string | undefined {
  try {
    const { origin, protocol } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
  } catch {
    return undefined;
  }
}

async function readAuthorization(args: Arguments, terminal: Terminal): Promise<Reply<GivenCredential | undefined>> {
  if (namesAuthorization(args)) return done(undefined);
  if (isGiven(args, 'oauth')) return readOAuth(args, terminal);
  const order = isGiven(args, 'basic') ? (['basic', 'token'] as const) : (['token', 'basic'] as const);
  for (const name of order) {
    const found = await findSecret(args, terminal, name);
    if (!found.ok) return found;
    if (!found.value) continue;
    return name === 'token' ? done({ type: 'bearer', token: found.value.value }) : readBasic(found.value, terminal);
  }
  return done(undefined);
}

/** Of `user:password` the first colon counts (RFC 7617 §2). */
async function readBasic(
  { value, from }: { value: string; from: string },
  terminal: Terminal,
): Promise<Reply<GivenCredential>> {
  const colon = value.indexOf(':');
  if (colon >= 0) return done({ type: 'basic', username: value.slice(0, colon), password: value.slice(colon + 1) });
  const password = await terminal.askSecret(`Password of ${value}: `);
  return password === undefined
    ? refused('bad-input', `${from} has no password: USER:PASS, with a colon even when the password is empty`)
    : done({ type: 'basic', username: value, password });
}

async function readApiKey(args: Arguments, terminal: Terminal): Promise<Reply<GivenCredential | undefined>> {
  const given = PLACES.find((place) => isGiven(args, `api-key-${place}`));
  const found = await findSecret(args, terminal, 'api-key');
  if (!found.ok) return found;
  if (!found.value) {
    return given
      ? refused('bad-input', `--api-key-${given} needs --api-key or ${VARIABLES['api-key']}`)
      : done(undefined);
  }
  const { value } = found.value;
  const place = given ?? PLACES.find((one) => variable(terminal, `api-key-${one}`) !== undefined);
  if (place === undefined) return done({ type: 'apiKey', value });
  const name = text(args, `api-key-${place}`) ?? variable(terminal, `api-key-${place}`) ?? '';
  return name === ''
    ? refused('bad-input', `--api-key-${place} needs a name`)
    : done({ type: 'apiKey', value, place: { in: place, name } });
}

async function readOAuth(args: Arguments, terminal: Terminal): Promise<Reply<GivenOAuth>> {
  const word = text(args, 'oauth') as (typeof OAUTH_WORDS)[number];
  const clientId = text(args, 'client-id') ?? variable(terminal, 'client-id');
  if (!clientId) return refused('bad-input', `--oauth needs --client-id or ${VARIABLES['client-id']}`);
  for (const name of ['token-url', 'issuer']) {
    const address = text(args, name);
    if (address !== undefined && originOf(address) === undefined)
      return refused('bad-input', `--${name} takes an http(s) address`);
  }
  const secret = await findSecret(args, terminal, 'client-secret');
  if (!secret.ok) return secret;
  const how = text(args, 'client-auth') as OAuthScheme['clientAuth'] | undefined;
  if (!secret.value && (word === 'client-credentials' || (how !== undefined && how !== 'none')))
    return refused('bad-input', `the client needs its secret: ${VARIABLES['client-secret']} or --client-secret`);
  const scopes = all<string>(args, 'scope').flatMap((scope) => scope.split(/[\s,]+/).filter(Boolean));
  return done({
    type: 'oauth2',
    flow: FLOWS[word],
    clientId,
    clientAuth: how ?? (secret.value ? 'basic' : 'none'),
    ...(secret.value && { clientSecret: secret.value.value }),
    ...(isGiven(args, 'token-url') && { tokenUrl: text(args, 'token-url') }),
    ...(isGiven(args, 'issuer') && { issuer: text(args, 'issuer') }),
    ...(scopes.length > 0 && { scopes }),
  });
}

/** Every secret among what was given, so that no output repeats it. */
export const secretsOf = ({ credentials }: GivenAccess): string[] => credentials.flatMap(secretsIn);

function secretsIn(given: GivenCredential): string[] {
  switch (given.type) {
    case 'bearer':
      // The word in front of it is taken off before it is used.
      return [given.token, given.token.replace(/^bearer +/i, '').trim()];
    case 'basic':
      return [given.password, Buffer.from(`${given.username}:${given.password}`).toString('base64')];
    case 'apiKey':
      return [given.value];
    case 'oauth2':
      return given.clientSecret === undefined ? [] : [given.clientSecret];
  }
}
