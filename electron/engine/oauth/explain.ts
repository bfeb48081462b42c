import type { Trouble } from '../../../shared/lib/result.ts';
import type { OAuthFlow } from '../../../shared/model/credential.ts';
import type { ServiceAnswer } from './ask.ts';
import { fieldsOf } from './grant-answer.ts';

/** What was asked for, as far as it helps to explain a refusal. */
export interface Asked {
  what: OAuthFlow | 'refresh' | 'device-authorization' | 'discovery';
  /** The client sends a secret. */
  secret: boolean;
  scopes: readonly string[];
  resource?: string;
}

const DESCRIPTION_LIMIT_CHARS = 300;

/** The service's own words, in one line. */
export function descriptionOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value.replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  return line.length > DESCRIPTION_LIMIT_CHARS ? `${line.slice(0, DESCRIPTION_LIMIT_CHARS)}…` : line;
}

const GRANT_TROUBLE: Record<Asked['what'], string> = {
  refresh:
    'The token service does not accept the refresh token any more: it has expired, was revoked, or was used before. Sign in again.',
  authorizationCode:
    'The token service does not accept the authorization code: it has expired, was used before, or belongs to another client. Sign in again.',
  deviceCode:
    'The token service does not accept the device code: it has expired or was used before. Start the sign-in again.',
  clientCredentials:
    'The token service grants this client no token. Check what the client may ask for, and that it is enabled.',
  'device-authorization': 'The token service gives this client no device code. Check what the client may ask for.',
  discovery: 'The token service refused to hand out its discovery document.',
};

const FLOW_WORDS: Record<Asked['what'], string> = {
  refresh: 'by refreshing',
  authorizationCode: 'by authorization code',
  deviceCode: 'by device code',
  clientCredentials: 'by client credentials',
  'device-authorization': 'by device code',
  discovery: 'in this way',
};

function wordsOf(error: string, asked: Asked): string | undefined {
  const scopes = asked.scopes.join(' ');
  switch (error) {
    case 'invalid_client':
      return asked.secret
        ? 'The token service does not know this client id and secret together. Check for a space at the end, that the client belongs to this service, and whether it wants the secret in the header or in the form.'
        : 'The token service does not know this client id, or wants a secret from it. Check for a space at the end, and that the client belongs to this service.';
    case 'invalid_grant':
      return GRANT_TROUBLE[asked.what];
    case 'invalid_scope':
      return scopes === ''
        ? 'The token service wants scopes that it knows. Enter those that the client may ask for.'
        : `The token service does not grant these scopes: ${scopes}. Check their spelling, and which of them the client may ask for.`;
    case 'invalid_target':
      return `The token service issues no tokens for the resource ${asked.resource ?? 'that was asked for'}. Check its address.`;
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'unsupported_response_type':
      return `The token service gives this client no token ${FLOW_WORDS[asked.what]}. Allow it for the client, or choose another way to sign in.`;
    case 'access_denied':
      return 'The sign-in was denied, by the person who was asked or by a rule of the service. Ask whoever runs it which rights the client needs.';
    case 'expired_token':
      return 'The code expired before it was confirmed. Start the sign-in again and confirm it sooner.';
    case 'login_required':
    case 'consent_required':
    case 'interaction_required':
    case 'account_selection_required':
      return 'The token service wants the person to act in the browser. Start the sign-in again.';
    case 'server_error':
    case 'temporarily_unavailable':
      return 'The token service has trouble of its own. Try again later; if it stays, ask whoever runs it.';
    default:
      return undefined;
  }
}

/** Puts an error code of OAuth into words. */
export function explainCode(error: string, description: string | undefined, asked: Asked): Trouble {
  const says = description === undefined ? '' : ` It says: "${description}"`;
  const invalid =
    error === 'invalid_request'
      ? `The token service finds the request incomplete or wrong. Check the addresses, the resource and the scopes.${says}`
      : undefined;
  const message = wordsOf(error, asked) ?? invalid ?? `The token service refused with "${error}".${says}`;
  return { code: 'auth', message, detail: { error, ...(description !== undefined && { description }) } };
}

const STATUS_WORDS: Record<number, string> = {
  401: 'It wants to know who asks: check the client id and secret, and how the client proves itself.',
  403: 'It does not let this client in. Ask whoever runs it.',
  404: 'Nothing is at this address. Check its path.',
  405: 'The address takes no such request. Check its path.',
  429: 'It was asked too often. Wait a while, then try again.',
};

/** Puts an answer that holds nothing usable into words. `mask` takes known secrets out. */
export function explainAnswer(answer: ServiceAnswer, asked: Asked, mask: (text: string) => string): Trouble {
  const { failure, status, error } = answer;
  if (failure !== undefined) {
    if (failure.code === 'aborted' || failure.code === 'bad-input') return failure;
    return { ...failure, message: `The token service was not reached, or did not answer in full. ${failure.message}` };
  }
  if (error !== undefined) {
    const description = descriptionOf(fieldsOf(answer)?.error_description);
    const words = explainCode(error, description === undefined ? undefined : mask(description), asked);
    return status === undefined ? words : { ...words, httpStatus: status };
  }
  if (status === undefined) return { code: 'network', message: 'The token service gave no answer.' };
  if (status >= 300) {
    const hint =
      STATUS_WORDS[status] ??
      (status >= 500
        ? 'It has trouble of its own. Try again later; if it stays, ask whoever runs it.'
        : 'Check the address.');
    const message = `The token service answered ${status} without saying why. ${hint}`;
    return { code: status === 401 || status === 403 ? 'auth' : 'http', message, httpStatus: status };
  }
  const message =
    answer.text.trim() === ''
      ? 'The answer of the token service is empty. Check the address.'
      : fieldsOf(answer) === undefined
        ? 'The answer of the token service is not JSON. The address may lead to a web page instead of the token service; check its path.'
        : `The answer of the token service holds no ${asked.what === 'device-authorization' ? 'device code' : 'token'}. Check the address.`;
  return { code: 'protocol', message, httpStatus: status };
}
