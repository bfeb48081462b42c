import { isObject, parseJson } from '../../../shared/lib/json.ts';
import { MASK } from '../../../shared/lib/mask.ts';
import type { TaskPushNotificationConfig } from '../../../shared/model/push.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';

type Fields = Record<string, unknown>;

/** A push configuration while it is written. Empty texts are left out of what is sent. */
export interface PushDraft {
  url: string;
  id: string;
  tenant: string;
  token: string;
  scheme: string;
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
export const configOf = (draft: PushDraft): Fields => build(draft, (secret) => secret);

/** The same to be read and changed as JSON. Secrets that were typed stand there as a mask. */
export const textOf = (draft: PushDraft): string =>
  JSON.stringify(
    build(draft, (secret) => (secret === TOKEN_PLACEHOLDER ? secret : MASK)),
    null,
    2,
  );

export type TextProblem =
  | { what: 'json'; reason: string }
  /** The member is of the wrong type, or has no place here. */
  | { what: 'object' | 'text' | 'task'; member: string };

const TEXTS = ['url', 'id', 'tenant', 'token'] as const;

const textAt = (object: Fields, member: string): string | undefined => {
  const value = object[member] ?? '';
  return typeof value === 'string' ? value : undefined;
};

/** Reads the JSON back. A mask stands for the secret that the draft had before. */
export function draftOfText(
  text: string,
  before: PushDraft,
): { ok: true; draft: PushDraft } | { ok: false; problem: TextProblem } {
  const bad = (problem: TextProblem) => ({ ok: false as const, problem });
  const parsed = parseJson(text);
  if (!parsed.ok) return bad({ what: 'json', reason: parsed.message });
  if (!isObject(parsed.value)) return bad({ what: 'object', member: '/' });
  const object = parsed.value;
  const { url: _u, id: _i, tenant: _t, token: _k, authentication = {}, ...rest } = object;
  if ('taskId' in rest) return bad({ what: 'task', member: 'taskId' });
  const wrong = TEXTS.find((member) => textAt(object, member) === undefined);
  if (wrong) return bad({ what: 'text', member: wrong });
  if (!isObject(authentication)) return bad({ what: 'object', member: 'authentication' });
  const wrongAuth = (['scheme', 'credentials'] as const).find((member) => textAt(authentication, member) === undefined);
  if (wrongAuth) return bad({ what: 'text', member: `authentication.${wrongAuth}` });
  const { scheme: _s, credentials: _c, ...authRest } = authentication;
  const given = (member: string, inside: Fields = object) => textAt(inside, member) ?? '';
  const unmasked = (value: string, held: string) => (value === MASK ? held : value);
  const draft = {
    url: given('url'),
    id: given('id'),
    tenant: given('tenant'),
    token: unmasked(given('token'), before.token),
    scheme: given('scheme', authentication),
    credentials: unmasked(given('credentials', authentication), before.credentials),
    rest,
    authRest,
  };
  return { ok: true, draft };
}

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
