import { MASK } from '../../shared/lib/mask.ts';
import type { Pointer } from '../../shared/lib/pointer.ts';
import type { Body, HeaderLines } from '../../shared/model/entry.ts';
import { walkJson } from './json-ranges.ts';

export { MASK };

const SECRET_HEADER =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key)$|token|secret|api-?key|password/i;
const SECRET_QUERY = /^(?:key|sig|signature)$|token|secret|api[-_]?key|password|credential/i;
/** Keys whose string values are secrets wherever they stand in a request, `metadata` included. */
const SECRET_KEY =
  /^(?:token|credentials|password|authorization|x-api-key|api_?key|access_?token|client_?secret)$|_api_key$|_secret|_password$|_token$/i;
/** Cheap test: a body without a match has nothing to mask. */
const SUSPICIOUS = /token|credentials|password|api[-_]?key|secret|authorization/i;
/** Shorter values are too likely to occur by chance. */
const ECHO_MIN_CHARS = 8;

/** Header names whose values are never recorded. */
export const isSecretHeader = (name: string): boolean => SECRET_HEADER.test(name);

/** A header value with the secret taken out; the scheme word of an Authorization line stays. */
export function maskHeaderValue(name: string, value: string): string {
  if (!isSecretHeader(name)) return value;
  const scheme = /authorization$/i.test(name) ? /^[A-Za-z][A-Za-z0-9-]*(?= )/.exec(value)?.[0] : undefined;
  if (scheme) return `${scheme} ${MASK}`;
  // Cookie names and attributes are no secrets and explain a lot.
  if (/^(?:set-)?cookie$/i.test(name))
    return value.replace(/^[^=;]+=[^;]*/, (pair) => `${pair.split('=', 1)[0]}=${MASK}`);
  return MASK;
}

export const maskHeaders = (headers: HeaderLines): HeaderLines =>
  headers.map(([name, value]) => [name, maskHeaderValue(name, value)]);

/** Secret values in header lines, for recognising them when they come back. */
export function headerSecrets(headers: HeaderLines): string[] {
  return headers.flatMap(([name, value]) => {
    if (!isSecretHeader(name)) return [];
    const bare = /^[A-Za-z][A-Za-z0-9-]* +(.*)$/.exec(value)?.[1];
    return bare === undefined ? [value] : [value, bare];
  });
}

/** A URL with its password and secret query values taken out. The rest keeps its spelling. */
export function maskUrl(url: string): string {
  const masked = url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#:@]*):[^/?#@]*@/i, `$1:${MASK}@`);
  return masked.replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, lead: string, name: string, value: string) =>
    value !== '' && SECRET_QUERY.test(name) ? `${lead}${name}=${MASK}` : all,
  );
}

export interface Masked {
  body: Body;
  /** The values that were taken out. */
  secrets: string[];
}

/** A request body with the values of secret keys replaced; everything else stays byte for byte. */
export function maskRequestBody(text: string): Masked {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (!SUSPICIOUS.test(text)) return { body: { bytes, text }, secrets: [] };
  const secrets: string[] = [];
  const masked = replaceValues(text, 0, (key, literal) => {
    if (key === undefined || !SECRET_KEY.test(key)) return false;
    const value = unquoted(literal);
    if (value === '' || value === MASK) return false;
    secrets.push(value);
    return true;
  });
  return { body: { bytes, ...masked }, secrets };
}

/** A received body in which known secrets are replaced; the same object when it has none. */
export function maskEcho(body: Body, secrets: readonly string[]): Body {
  const { text } = body;
  if (text === undefined) return body;
  const present = secrets.filter((secret) => text.includes(secret));
  if (present.length === 0) return body;
  const start = Math.max(0, text.search(/[{[]/));
  const masked = replaceValues(text, start, (_, literal) => present.includes(unquoted(literal)));
  let left = masked.text;
  const pointers = masked.masked ?? [];
  for (const secret of present) {
    if (!left.includes(secret)) continue;
    left = left.split(secret).join(MASK);
    if (!pointers.includes('')) pointers.push('');
  }
  return { ...body, text: left, masked: pointers };
}

/** Whether a value is worth looking for in answers. */
export const isEchoSecret = (value: string): boolean => value.length >= ECHO_MIN_CHARS;

function replaceValues(
  text: string,
  from: number,
  matches: (key: string | undefined, literal: string) => boolean,
): { text: string; masked?: Pointer[] } {
  const pointers: Pointer[] = [];
  let out = '';
  let copied = 0;
  walkJson(text, from, ({ pointer, key, start, end }) => {
    if (text[start] !== '"' || !matches(key, text.slice(start, end))) return;
    out += `${text.slice(copied, start)}"${MASK}"`;
    copied = end;
    pointers.push(pointer);
  });
  return pointers.length === 0 ? { text } : { text: out + text.slice(copied), masked: pointers };
}

function unquoted(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
