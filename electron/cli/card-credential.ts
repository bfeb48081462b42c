import { normalScheme } from '../../shared/a2a/card/security-schemes.ts';
import { describeSecurity, type SchemeWords } from '../../shared/a2a/card/security-words.ts';
import { isObject } from '../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { AgentCard, OAuthFlow as CardFlow } from '../../shared/model/card.ts';
import type { CredentialScheme, OAuthScheme } from '../../shared/model/credential.ts';
import type { GivenCredential, GivenOAuth } from './credentials.ts';

/** What is handed to the engine. */
export interface CredentialEntry {
  scheme: CredentialScheme;
  secrets: Record<string, string>;
  /** Name of the card's scheme that settled something. */
  cardScheme?: string;
  /** Addresses of a token service that the card named and nobody typed. */
  named: string[];
}

/** Header of an API key when neither the command line nor the card names a place. */
const USUAL_HEADER = 'X-API-Key';

/** Whether a credential is complete before the card is known. */
export function standsAlone(given: GivenCredential): boolean {
  if (given.type === 'apiKey') return given.place !== undefined;
  if (given.type !== 'oauth2' || given.issuer !== undefined) return true;
  return given.flow === 'clientCredentials' && given.tokenUrl !== undefined;
}

/** Completes a credential by the card; refused when an address is missing that nobody names. */
export function completed(given: GivenCredential, card: AgentCard | undefined): Reply<CredentialEntry> {
  switch (given.type) {
    case 'bearer':
      return done({ scheme: { type: 'bearer' }, secrets: { token: given.token }, named: [] });
    case 'basic': {
      const { username, password } = given;
      return done({ scheme: { type: 'basic', username }, secrets: { password }, named: [] });
    }
    case 'apiKey': {
      const { value: key, place } = given;
      const found = place ? undefined : schemesOf(card).find(isApiKey);
      const where = place ?? found?.where ?? { in: 'header', name: USUAL_HEADER };
      const scheme: CredentialScheme = { type: 'apiKey', in: where.in, name: where.name };
      return done({ scheme, secrets: { value: key }, named: [], ...(found && { cardScheme: found.name }) });
    }
    case 'oauth2':
      return completedOAuth(given, card);
  }
}

type ApiKeyWords = SchemeWords & { where: { in: 'header' | 'query' | 'cookie'; name: string } };

const isApiKey = (words: SchemeWords): words is ApiKeyWords => words.kind === 'apiKey' && 'name' in words.where;

/** Required schemes first, in the order of the card. */
function schemesOf(card: AgentCard | undefined): SchemeWords[] {
  if (!card) return [];
  const { options, unused } = describeSecurity(card.securityRequirements, card.securitySchemes);
  return [...options.flat(), ...unused];
}

/** Addresses of the flow on the card, or the discovery document it names. */
interface CardService {
  name: string;
  scopes: string[];
  flow: CardFlow;
  metadataUrl?: string;
}

function serviceOf(card: AgentCard | undefined, flow: OAuthScheme['flow']): CardService | undefined {
  for (const { name, kind, scopes, metadataUrl } of schemesOf(card)) {
    if (kind !== 'oauth2' && kind !== 'openIdConnect') continue;
    const { scheme } = normalScheme(card?.securitySchemes?.[name]);
    const inner = isObject(scheme) && isObject(scheme.oauth2SecurityScheme) ? scheme.oauth2SecurityScheme : {};
    const named = isObject(inner.flows) ? inner.flows[flow] : undefined;
    if (!isObject(named) && metadataUrl === undefined) continue;
    const known: CardFlow = isObject(named) ? named : {};
    return { name, flow: known, scopes: scopes.length > 0 ? scopes : [], ...(metadataUrl && { metadataUrl }) };
  }
  return undefined;
}

const ADDRESSES = ['tokenUrl', 'authorizationUrl', 'deviceAuthorizationUrl', 'refreshUrl'] as const;

/** The address besides the token's that a flow cannot do without. */
const NEEDED: Readonly<Partial<Record<OAuthScheme['flow'], (typeof ADDRESSES)[number]>>> = {
  authorizationCode: 'authorizationUrl',
  deviceCode: 'deviceAuthorizationUrl',
};

function completedOAuth(given: GivenOAuth, card: AgentCard | undefined): Reply<CredentialEntry> {
  const { flow, clientId, clientAuth, issuer, tokenUrl, clientSecret } = given;
  const service = issuer === undefined ? serviceOf(card, flow) : undefined;
  const scheme: OAuthScheme = {
    type: 'oauth2',
    flow,
    clientId,
    clientAuth,
    scopes: given.scopes ?? service?.scopes ?? [],
  };
  const named: string[] = [];
  for (const address of ADDRESSES) {
    const onCard = service?.flow[address];
    if (!onCard) continue;
    scheme[address] = onCard;
    if (address !== 'authorizationUrl') named.push(onCard);
  }
  if (issuer !== undefined) scheme.metadataUrl = issuer;
  else if (service?.metadataUrl) {
    scheme.metadataUrl = service.metadataUrl;
    named.push(service.metadataUrl);
  }
  if (tokenUrl !== undefined) {
    if (scheme.tokenUrl !== undefined) named.splice(named.indexOf(scheme.tokenUrl), 1);
    scheme.tokenUrl = tokenUrl;
  }
  const needed = NEEDED[flow];
  const missing =
    scheme.metadataUrl === undefined && (scheme.tokenUrl === undefined || (needed && scheme[needed] === undefined));
  if (missing) {
    const what = card ? 'the card names no address for this OAuth flow' : 'there is no card that names the addresses';
    return refused('bad-input', `${what}: give --issuer${needed ? '' : ' or --token-url'}`);
  }
  return done<CredentialEntry>({
    scheme,
    secrets: clientSecret === undefined ? {} : { clientSecret },
    named,
    ...(service && { cardScheme: service.name }),
  });
}
