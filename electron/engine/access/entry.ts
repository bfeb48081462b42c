import { randomBytes } from 'node:crypto';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { type CredentialScheme, type Keep, type OAuthScheme, secretNames } from '../../../shared/model/credential.ts';
import { originOf } from '../origins.ts';
import type { CredentialRecord } from './credentials.ts';
import { placesOf, schemeProblem, secretProblem } from './pieces.ts';
import type { SecretRecord } from './seams.ts';

/** What was typed for a credential. */
export interface Entered {
  scheme: CredentialScheme;
  secrets: SecretRecord;
  name?: string;
  keep?: Keep;
  cardScheme?: string;
}

/** A new or changed credential and all of its secrets; `before` and `known` are what it had. */
export function enter(
  entered: Entered,
  origin: string,
  before: CredentialRecord | undefined,
  known: SecretRecord = {},
): Reply<{ record: CredentialRecord; secrets: SecretRecord }> {
  const { keep, cardScheme } = entered;
  const scheme = tidyScheme(entered.scheme);
  const names = secretNames(scheme);
  const stray = Object.keys(entered.secrets).find((name) => !names.includes(name));
  if (stray !== undefined) return refused('bad-input', `A credential of this kind has no secret "${stray}".`);
  const stays = before ? stayingSecrets(before.scheme, scheme) : [];
  const secrets = Object.fromEntries([
    ...Object.entries(known).filter(([name]) => stays.includes(name)),
    ...Object.entries(entered.secrets).map(([name, value]) => [name, tidySecret(scheme, name, value)]),
  ]) as Record<string, string>;
  const problem = schemeProblem(scheme) ?? secretProblem(scheme, secrets);
  if (problem) return refused('bad-input', problem);
  const record: CredentialRecord = {
    id: before?.id ?? `credential-${randomBytes(6).toString('hex')}`,
    name: entered.name?.trim() || before?.name || usualName(scheme),
    origin,
    scheme,
    keep: keep ?? before?.keep ?? 'session',
    ...(cardScheme !== undefined && { cardScheme }),
    created: before?.created ?? new Date().toISOString(),
  };
  if (before && secrets.accessToken !== undefined && secrets.accessToken === known.accessToken) {
    const { expires, granted } = before;
    Object.assign(record, { ...(expires && { expires }), ...(granted && { granted }) });
  }
  return done({ record, secrets });
}

/** Whether two credentials write the same place of a request, so that only one of them can be used. */
export function collide(a: CredentialScheme, b: CredentialScheme): boolean {
  const places = placesOf(a).map((place) => place.toLowerCase());
  return placesOf(b).some((place) => places.includes(place.toLowerCase()));
}

/** Secrets that a changed scheme keeps without being typed again: those that still go to the same places. */
function stayingSecrets(before: CredentialScheme, now: CredentialScheme): string[] {
  if (before.type !== now.type) return [];
  if (before.type === 'headers' && now.type === 'headers') {
    return now.names.flatMap((name, index) => (before.names[index] === name ? [`header:${index}`] : []));
  }
  if (before.type !== 'oauth2' || now.type !== 'oauth2') return secretNames(now);
  const secret = sameService(before, now) ? ['clientSecret'] : [];
  // Tokens are those of one client, one service and one set of scopes.
  return JSON.stringify(before) === JSON.stringify(now) ? secretNames(now) : secret;
}

/** A client secret goes to its token service and to no other. */
function sameService(before: OAuthScheme, now: OAuthScheme): boolean {
  const origins = ({ metadataUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl }: OAuthScheme) =>
    [metadataUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl].flatMap((url) => (url ? [originOf(url) ?? url] : []));
  const known = origins(before);
  return before.clientId === now.clientId && origins(now).every((origin) => known.includes(origin));
}

function tidyScheme(scheme: CredentialScheme): CredentialScheme {
  if (scheme.type === 'bearer' && scheme.prefix !== undefined) return { ...scheme, prefix: scheme.prefix.trim() };
  if (scheme.type === 'headers') return { ...scheme, names: scheme.names.map((name) => name.trim()) };
  return scheme.type === 'apiKey' ? { ...scheme, name: scheme.name.trim() } : scheme;
}

/** Copying brings line ends along, and often the word before a token. Passwords stay as they are. */
function tidySecret(scheme: CredentialScheme, name: string, value: string): string {
  if (name === 'password' || name === 'clientSecret') return value;
  const text = value.trim();
  if (scheme.type !== 'bearer') return text;
  const { prefix = 'Bearer' } = scheme;
  const lead = prefix === '' ? '' : `${prefix.toLowerCase()} `;
  return text.toLowerCase().startsWith(lead) ? text.slice(lead.length).trim() : text;
}

function usualName(scheme: CredentialScheme): string {
  switch (scheme.type) {
    case 'bearer':
      return 'Token';
    case 'basic':
      return scheme.username || 'Name and password';
    case 'apiKey':
      return scheme.name;
    case 'headers':
      return scheme.names.join(', ') || 'Header lines';
    case 'oauth2':
      return scheme.clientId;
    case 'mutualTLS':
      return 'Client certificate';
  }
}
