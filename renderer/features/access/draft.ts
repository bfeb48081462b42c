import type { CredentialView } from '../../../shared/contract/access.ts';
import {
  type ApiKeyPlace,
  type CredentialScheme,
  enteredNames,
  type OAuthFlow,
  type OAuthScheme,
} from '../../../shared/model/credential.ts';

export type SchemeKind = CredentialScheme['type'];

/** Fields that a card or a discovery document can fill in. */
export type DraftField =
  | 'prefix'
  | 'place'
  | 'key'
  | 'metadataUrl'
  | 'tokenUrl'
  | 'authorizationUrl'
  | 'deviceAuthorizationUrl'
  | 'refreshUrl';

/** One credential as it is on screen: every field has a value. */
export interface Draft {
  type: SchemeKind;
  /** Credential that is changed; left out: a new one. */
  credential?: string;
  /** Scheme of the card it is for. */
  cardScheme?: string;
  name: string;
  prefix: string;
  username: string;
  place: ApiKeyPlace;
  key: string;
  /** Names of header lines. */
  lines: string[];
  flow: OAuthFlow;
  metadataUrl: string;
  tokenUrl: string;
  authorizationUrl: string;
  deviceAuthorizationUrl: string;
  refreshUrl: string;
  clientId: string;
  clientAuth: OAuthScheme['clientAuth'];
  scopes: string[];
  /** Scopes beyond the offered ones, separated by spaces. */
  moreScopes: string;
  resource: string;
  audience: string;
  redirectPort: string;
  /** Typed just now, by the name the engine knows them under. */
  secrets: Readonly<Record<string, string>>;
  /** Names of the secrets that the engine has. */
  has: readonly string[];
  /** They wait for the passphrase of the vault. */
  locked?: true;
  /** What the card said, field by field. */
  card: Partial<Record<DraftField, string>>;
  /** What a discovery document said. */
  read: Partial<Record<DraftField, string>>;
  offered: readonly { name: string; description?: string }[];
  /** OpenID Connect, or a flow that the person may choose. */
  openId?: true;
  chooseFlow?: true;
}

export const EMPTY_DRAFT: Draft = {
  type: 'bearer',
  name: '',
  prefix: '',
  username: '',
  place: 'header',
  key: '',
  lines: [''],
  flow: 'clientCredentials',
  metadataUrl: '',
  tokenUrl: '',
  authorizationUrl: '',
  deviceAuthorizationUrl: '',
  refreshUrl: '',
  clientId: '',
  clientAuth: 'basic',
  scopes: [],
  moreScopes: '',
  resource: '',
  audience: '',
  redirectPort: '',
  secrets: {},
  has: [],
  card: {},
  read: {},
  offered: [],
};

const scopesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The scheme that a form describes. */
export function schemeOf(draft: Draft): CredentialScheme {
  switch (draft.type) {
    case 'bearer':
      return { type: 'bearer', ...(draft.prefix.trim() ? { prefix: draft.prefix.trim() } : {}) };
    case 'basic':
      return { type: 'basic', username: draft.username };
    case 'apiKey':
      return { type: 'apiKey', in: draft.place, name: draft.key.trim() };
    case 'headers':
      return { type: 'headers', names: draft.lines.map((line) => line.trim()) };
    case 'mutualTLS':
      return { type: 'mutualTLS' };
    case 'oauth2':
      return oauthOf(draft);
  }
}

function oauthOf(draft: Draft): OAuthScheme {
  const scheme: OAuthScheme = {
    type: 'oauth2',
    flow: draft.flow,
    clientId: draft.clientId.trim(),
    clientAuth: draft.clientAuth,
    scopes: [...new Set([...draft.scopes, ...scopesIn(draft.moreScopes)])],
  };
  for (const field of ['metadataUrl', 'tokenUrl', 'refreshUrl', 'resource', 'audience'] as const)
    if (draft[field].trim()) scheme[field] = draft[field].trim();
  if (draft.flow === 'authorizationCode' && draft.authorizationUrl.trim())
    scheme.authorizationUrl = draft.authorizationUrl.trim();
  if (draft.flow === 'deviceCode' && draft.deviceAuthorizationUrl.trim())
    scheme.deviceAuthorizationUrl = draft.deviceAuthorizationUrl.trim();
  if (draft.redirectPort.trim()) scheme.redirectPort = Number(draft.redirectPort.trim());
  return scheme;
}

/** The form for a credential there is, over what the card says about its scheme. */
export function draftOf(credential: CredentialView, base: Draft = EMPTY_DRAFT): Draft {
  const { scheme } = credential;
  const draft: Draft = {
    ...base,
    type: scheme.type,
    credential: credential.id,
    name: credential.name,
    has: credential.has,
    secrets: {},
    ...(credential.state === 'locked' ? { locked: true as const } : {}),
    ...(credential.cardScheme === undefined ? {} : { cardScheme: credential.cardScheme }),
  };
  switch (scheme.type) {
    case 'bearer':
      return { ...draft, prefix: scheme.prefix ?? '' };
    case 'basic':
      return { ...draft, username: scheme.username };
    case 'apiKey':
      return { ...draft, place: scheme.in, key: scheme.name };
    case 'headers':
      return { ...draft, lines: scheme.names };
    case 'mutualTLS':
      return draft;
    case 'oauth2':
      return { ...draft, ...fieldsOf(scheme, draft) };
  }
}

function fieldsOf(scheme: OAuthScheme, { offered }: Draft): Partial<Draft> {
  const known = new Set(offered.map(({ name }) => name));
  return {
    flow: scheme.flow,
    metadataUrl: scheme.metadataUrl ?? '',
    tokenUrl: scheme.tokenUrl ?? '',
    authorizationUrl: scheme.authorizationUrl ?? '',
    deviceAuthorizationUrl: scheme.deviceAuthorizationUrl ?? '',
    refreshUrl: scheme.refreshUrl ?? '',
    clientId: scheme.clientId,
    clientAuth: scheme.clientAuth,
    scopes: scheme.scopes.filter((scope) => known.has(scope)),
    moreScopes: scheme.scopes.filter((scope) => !known.has(scope)).join(' '),
    resource: scheme.resource ?? '',
    audience: scheme.audience ?? '',
    redirectPort: scheme.redirectPort === undefined ? '' : String(scheme.redirectPort),
  };
}

/** Names of the secrets a form asks for. */
export const secretsOf = (draft: Draft): string[] => enteredNames(schemeOf(draft));

/** The secrets to hand over: those typed just now that the form still asks for. */
export function typedSecrets(draft: Draft): Record<string, string> {
  const asked = new Set(secretsOf(draft));
  // RFC 7617 allows an empty password; for the engine it has to be there.
  const empty: Record<string, string> = draft.type === 'basic' && !isHeld(draft, 'password') ? { password: '' } : {};
  // A field that was emptied again keeps what the engine has.
  const typed = Object.entries(draft.secrets).filter(([name, secret]) => asked.has(name) && secret !== '');
  return { ...empty, ...Object.fromEntries(typed) };
}

/** The engine has a secret, or will have it once the vault is open. */
export const isHeld = (draft: Draft, name: string): boolean => draft.locked === true || draft.has.includes(name);

/** Somebody has typed something that is not saved. */
export const isTouched = (draft: Draft, before: Draft): boolean =>
  Object.values(draft.secrets).some((secret) => secret !== '') ||
  draft.name !== before.name ||
  JSON.stringify(schemeOf(draft)) !== JSON.stringify(schemeOf(before));
