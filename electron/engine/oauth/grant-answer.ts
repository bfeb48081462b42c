import { isObject, parseJson } from '../../../shared/lib/json.ts';
import { headerValue, mediaType } from '../http/headers.ts';
import type { ServiceAnswer } from './ask.ts';
import { TOKEN_LIFE_LIMIT_S } from './limits.ts';

/** A granting answer in the form the standards ask for, and what had to be overlooked for that. */
export interface GrantAnswer {
  body: Record<string, unknown>;
  /** As the service spells it. */
  tokenType: string;
  /** Seconds. */
  life?: number;
  oddities: string[];
}

/** The fields of an answer: JSON whatever its media type says, or a form, as older services send it. */
export function fieldsOf(answer: Pick<ServiceAnswer, 'text' | 'headers'>): Record<string, unknown> | undefined {
  const parsed = parseJson(answer.text);
  if (parsed.ok) return isObject(parsed.value) ? { ...parsed.value } : undefined;
  const type = mediaType(headerValue(answer.headers, 'content-type'));
  if (type === 'text/html' || !/^[\w.-]+=[^\s<>]*$/.test(answer.text.trim())) return undefined;
  return Object.fromEntries(new URLSearchParams(answer.text.trim()));
}

/** Error code of OAuth in the body of an answer. */
export function errorCodeOf(text: string): string | undefined {
  const code = fieldsOf({ text, headers: [] })?.error;
  return typeof code === 'string' && code !== '' ? code : undefined;
}

/** Seconds from a number or a text of digits. */
export function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 && seconds <= TOKEN_LIFE_LIMIT_S ? seconds : undefined;
}

/** Reads an answer that grants a token; undefined when it holds none. */
export function readGrant(answer: ServiceAnswer): GrantAnswer | undefined {
  const body = fieldsOf(answer);
  if (body === undefined || typeof body.access_token !== 'string' || body.access_token === '') return undefined;
  const oddities: string[] = [];
  if (!parseJson(answer.text).ok) oddities.push('The token came as a form, not as JSON.');
  const tokenType = typeof body.token_type === 'string' && body.token_type !== '' ? body.token_type : undefined;
  if (tokenType === undefined) oddities.push('The answer names no token type; the token is used as a bearer token.');
  else if (!/^(?:bearer|dpop)$/i.test(tokenType)) {
    oddities.push(`The token type "${tokenType}" is unknown; the token is used as a bearer token.`);
  }
  body.token_type = 'bearer';
  const life = secondsOf(body.expires_in);
  if (life === undefined && body.expires_in !== undefined && body.expires_in !== null) {
    oddities.push('The lifetime of the token cannot be read.');
  }
  if (life === undefined) delete body.expires_in;
  else body.expires_in = life;
  if (Array.isArray(body.scope)) {
    oddities.push('The scopes came as a list.');
    body.scope = body.scope.filter((scope) => typeof scope === 'string').join(' ');
  } else if (typeof body.scope !== 'string') delete body.scope;
  for (const name of ['refresh_token', 'id_token']) {
    if (typeof body[name] !== 'string' || body[name] === '') delete body[name];
  }
  return { body, tokenType: tokenType ?? 'Bearer', ...(life !== undefined && { life }), oddities };
}
