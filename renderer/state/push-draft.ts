import { isObject, parseJson } from '../../shared/lib/json.ts';
import { MASK } from '../../shared/lib/mask.ts';
import { at, type Pointer } from '../../shared/lib/pointer.ts';
import type { DialectId } from '../../shared/model/entry.ts';
import { storedIdOf, type TaskPushNotificationConfig } from '../../shared/model/push.ts';
import { TOKEN_PLACEHOLDER } from '../../shared/model/receiver.ts';

type Fields = Record<string, unknown>;

/** A push configuration while it is written. Empty texts are left out of what is sent. */
export interface PushDraft {
  url: string;
  id: string;
  tenant: string;
  /** A text, or what stands for the token of the receiver. */
  token: string;
  scheme: string;
  /** A text, or what stands for a stored credential. */
  credentials: string;
  /** Members that the form has no field for. */
  rest: Fields;
  authRest: Fields;
}

export type SecretName = 'token' | 'credentials';

export const EMPTY_DRAFT: PushDraft = {
  url: '',
  id: '',
  tenant: '',
  token: '',
  scheme: '',
  credentials: '',
  rest: {},
  authRest: {},
};

export const hasAuthentication = ({ scheme, credentials, authRest }: PushDraft): boolean =>
  scheme !== '' || credentials !== '' || Object.keys(authRest).length > 0;

/** Whether a text is no secret but the name of one, which the engine puts in its place. */
const isName = (secret: string): boolean => secret === TOKEN_PLACEHOLDER || storedIdOf(secret) !== undefined;

export type DraftProblem = 'url' | 'scheme';

/** What keeps a configuration from being sent. */
export function problemOf({ url, scheme, credentials }: PushDraft): DraftProblem | undefined {
  if (url.trim() === '') return 'url';
  return credentials !== '' && scheme === '' ? 'scheme' : undefined;
}

/** What a change of fields makes of a draft. One scheme that is typed replaces a list of them. */
export function changed(draft: PushDraft, change: Partial<PushDraft>): PushDraft {
  const { schemes: _gone, ...authRest } = draft.authRest;
  return { ...draft, ...(change.scheme !== undefined && { authRest }), ...change };
}

type Build = (secret: string) => string;

function build(draft: PushDraft, secret: Build): Fields {
  const { url, id, tenant, token, scheme, credentials, rest, authRest } = draft;
  const authentication = { scheme, ...(credentials !== '' && { credentials: secret(credentials) }), ...authRest };
  return {
    ...(id !== '' && { id }),
    ...(tenant !== '' && { tenant }),
    url,
    ...(token !== '' && { token: secret(token) }),
    ...(hasAuthentication(draft) && { authentication }),
    ...rest,
  };
}

/** What is sent beside the task, in the 1.0 model; the dialect turns it into what the agent speaks. */
export const configOf = (draft: PushDraft): TaskPushNotificationConfig =>
  build({ ...draft, url: draft.url.trim() }, (secret) => secret) as unknown as TaskPushNotificationConfig;

/** The one member of the 0.3 form. */
const NEST = 'pushNotificationConfig';

/** 0.3 nests the configuration, has a list of schemes, and knows no tenant. */
function nested({ tenant: _none, authentication, ...config }: Fields): Fields {
  if (!isObject(authentication)) return { [NEST]: config };
  const { scheme, credentials, schemes = scheme === '' ? [] : [scheme], ...rest } = authentication;
  return {
    [NEST]: { ...config, authentication: { schemes, ...(credentials !== undefined && { credentials }), ...rest } },
  };
}

/** The same to be read and changed as JSON, as the dialect writes it. Secrets that were typed stand there as a mask. */
export function textOf(draft: PushDraft, dialect: DialectId): string {
  const flat = build(draft, (secret) => (isName(secret) ? secret : MASK));
  return JSON.stringify(dialect === '0.3' ? nested(flat) : flat, null, 2);
}

export type TextProblem =
  | { what: 'json'; reason: string }
  /** The member is of the wrong type, or has no place here. */
  | { what: 'object' | 'text' | 'list' | 'task' | 'outside'; member: string; pointer: Pointer };

type Read = { ok: true; draft: PushDraft } | { ok: false; problem: TextProblem };

const TEXTS = ['url', 'id', 'tenant', 'token'] as const;

const textAt = (object: Fields, member: string): string | undefined => {
  const value = object[member] ?? '';
  return typeof value === 'string' ? value : undefined;
};

const problem = (what: Exclude<TextProblem['what'], 'json'>, pointer: Pointer): Read => ({
  ok: false,
  problem: { what, member: pointer === '' ? '/' : pointer.slice(1).replaceAll('/', '.'), pointer },
});

/** Reads the JSON back. A mask stands for the secret that the draft had before. */
export function draftOfText(text: string, before: PushDraft, dialect: DialectId): Read {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, problem: { what: 'json', reason: parsed.message } };
  if (!isObject(parsed.value)) return problem('object', '');
  const root = parsed.value;
  if ('taskId' in root) return problem('task', '/taskId');
  if (dialect === '1.0') return read(root, before, '', dialect);
  const other = Object.keys(root).find((member) => member !== NEST);
  if (other !== undefined) return problem('outside', at('', other));
  const inner = root[NEST];
  if (!isObject(inner)) return problem('object', `/${NEST}`);
  if ('taskId' in inner) return problem('task', `/${NEST}/taskId`);
  return read(inner, before, `/${NEST}`, dialect);
}

function read(object: Fields, before: PushDraft, place: Pointer, dialect: DialectId): Read {
  const { url: _u, id: _i, tenant: _t, token: _k, authentication = {}, ...rest } = object;
  const wrong = TEXTS.find((member) => textAt(object, member) === undefined);
  if (wrong) return problem('text', at(place, wrong));
  if (!isObject(authentication)) return problem('object', at(place, 'authentication'));
  const { schemes, ...single } = authentication;
  const older = dialect === '0.3' && schemes !== undefined;
  if (older && !isTexts(schemes)) return problem('list', `${place}/authentication/schemes`);
  const list = older && isTexts(schemes) ? schemes : [];
  // Of several schemes the form shows the first, and all of them go out.
  const auth: Fields = older
    ? { ...single, scheme: list[0] ?? '', ...(list.length > 1 && { schemes: list }) }
    : authentication;
  const wrongAuth = (['scheme', 'credentials'] as const).find((member) => textAt(auth, member) === undefined);
  if (wrongAuth) return problem('text', `${place}/authentication/${wrongAuth}`);
  const { scheme: _s, credentials: _c, ...authRest } = auth;
  const given = (member: string, inside: Fields = object) => textAt(inside, member) ?? '';
  const unmasked = (value: string, held: string) => (value === MASK ? held : value);
  const draft = {
    url: given('url'),
    id: given('id'),
    // 0.3 does not show it, so it stays what it was.
    tenant: dialect === '0.3' && !('tenant' in object) ? before.tenant : given('tenant'),
    token: unmasked(given('token'), before.token),
    scheme: given('scheme', auth),
    credentials: unmasked(given('credentials', auth), before.credentials),
    rest,
    authRest,
  };
  return { ok: true, draft };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * A configuration that the agent has, to be changed. Its secrets were masked before they were recorded, so they are not
 * there: `lost` names them. `receiver`: its address is one of the local receiver, which knows the token.
 */
export function draftOfConfig(
  config: TaskPushNotificationConfig,
  receiver: boolean,
): { draft: PushDraft; lost: SecretName[] } {
  const { url, id = '', tenant = '', token = '', authentication, taskId: _task, ...rest } = config;
  const { scheme = '', credentials = '', ...authRest } = authentication ?? {};
  const known = receiver && token !== '' ? TOKEN_PLACEHOLDER : '';
  const lost: SecretName[] = [];
  if (token !== '' && known === '') lost.push('token');
  if (credentials !== '') lost.push('credentials');
  const draft = {
    url,
    id,
    tenant,
    token: known,
    scheme,
    credentials: '',
    rest,
    authRest,
  };
  return { draft, lost };
}

const MEMBERS = ['id', 'url', 'token', 'authentication'];
const KNOWN: Record<DialectId, { config: readonly string[]; authentication: readonly string[] }> = {
  '1.0': { config: [...MEMBERS, 'tenant'], authentication: ['scheme', 'credentials'] },
  '0.3': { config: MEMBERS, authentication: ['schemes', 'credentials'] },
};

/** Members that the version does not know; they are sent as they are. */
export function unknownMembers(text: string, dialect: DialectId): Pointer[] {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return [];
  const place = dialect === '0.3' ? `/${NEST}` : '';
  const config = dialect === '0.3' ? parsed.value[NEST] : parsed.value;
  if (!isObject(config)) return [];
  const known = KNOWN[dialect];
  const strange = (object: Fields, names: readonly string[], path: Pointer) =>
    Object.keys(object).flatMap((name) => (names.includes(name) || name === 'taskId' ? [] : [at(path, name)]));
  const { authentication } = config;
  return [
    ...strange(config, known.config, place),
    ...(isObject(authentication) ? strange(authentication, known.authentication, at(place, 'authentication')) : []),
  ];
}
