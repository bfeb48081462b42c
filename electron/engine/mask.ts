import { MASK } from '../../shared/lib/mask.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { SecretValues } from './access/seams.ts';

export { MASK };

/** Values that are secrets wherever they stand, whatever their name. */
export type KnownValues = Pick<SecretValues, 'isSecret' | 'mask'>;

const SECRET_HEADER =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|dpop|(?:x-)?auth)$|^(?!(?:idempotency|sec-websocket|surrogate|cache)-).*-key$|token|secret|api-?key|access-?key|private-?key|password|passphrase|credential|assertion/i;
/** Header lines whose value is an address. */
const ADDRESS_HEADER = /^(?:location|content-location|referer|refresh|link)$/i;
const SECRET_QUERY =
  /^(?:key|sig|signature|jwt|auth|code[-_]?verifier|device[-_]?code|(?:client[-_]?)?assertion)$|token|secret|(?:api|access|private)[-_]?key|password|passphrase|credential/i;
/** Where a list goes on is no secret, nor what a model counts. */
const HARMLESS_TOKEN =
  /(?:page|next|progress|continuation|cancel|cancellation|resume|sync|cursor|stop|start|end|pad|eos|bos|unk|max|min)[-_]?token$/i;
const SECRET_KEY =
  /^(?:token|jwt|dpop|cookies?|setcookie|codeverifier|devicecode|pwd)$|credentials?$|authorization$|assertion$|passwo?r?d$|passphrase$|apikey$|accesskey(?:id)?$|privatekey$|token$|secret(?!name|ref|arn|path|ary)/;
/** Keys of containers whose texts are all secrets. */
const SECRET_CONTAINER = /^(?:secrets|credentials|cookies|passwords)$/;
/** Cheap test: a body without a match has no secret key. */
export const SUSPICIOUS =
  /token|credential|passw|passphrase|pwd|(?:api|access|private)[-_]?key|secret|authorization|cookie|assertion|verifier|device[-_]?code|jwt|dpop/i;

/** Header names whose values are never recorded. */
export const isSecretHeader = (name: string): boolean => SECRET_HEADER.test(name);

/** Keys of JSON and names of form fields whose values are never recorded: `iac_code_api_key`, `clientSecret`. */
export function isSecretKey(key: string): boolean {
  const bare = key.toLowerCase().replace(/[-_]/g, '');
  return SECRET_KEY.test(bare) && !HARMLESS_TOKEN.test(bare);
}

/** Keys under which every text is a secret, however deep. */
export const isSecretContainer = (key: string): boolean => SECRET_CONTAINER.test(key.toLowerCase());

const isSecretQuery = (name: string): boolean => SECRET_QUERY.test(name) && !HARMLESS_TOKEN.test(name);

/** A header value with the secret taken out; the scheme word of an Authorization line stays. */
export function maskHeaderValue(name: string, value: string, known?: KnownValues): string {
  // Cookie names and attributes are no secrets and explain a lot.
  if (/^set-cookie$/i.test(name)) return value.replace(/^[^=;]+=[^;]*/, maskPair);
  if (/^cookie$/i.test(name)) return value.replace(/[^=;]+=[^;]*/g, maskPair);
  if (isSecretHeader(name)) {
    const scheme = /authorization$/i.test(name) ? /^[A-Za-z][A-Za-z0-9-]*(?= )/.exec(value)?.[0] : undefined;
    return scheme ? `${scheme} ${MASK}` : MASK;
  }
  const text = ADDRESS_HEADER.test(name) ? maskUrl(value, known) : value;
  if (!known) return text;
  if (known.isSecret(text)) return MASK;
  const [, word, rest] = /^([A-Za-z][A-Za-z0-9-]* +)(.+)$/.exec(text) ?? [];
  if (word !== undefined && rest !== undefined && known.isSecret(rest)) return `${word}${MASK}`;
  const masked = known.mask(text);
  return masked === text && hidesKnown(text, known) ? MASK : masked;
}

/** Any character may be percent-encoded (RFC 3986 §2.1), so the spelling need not be one that encoders use. */
const hidesKnown = (text: string, known: KnownValues): boolean =>
  text.includes('%') && known.mask(decoded(text)) !== decoded(text);

const maskPair = (pair: string): string => `${pair.split('=', 1)[0]}=${MASK}`;

export const maskHeaders = (headers: HeaderLines, known?: KnownValues): HeaderLines =>
  headers.map(([name, value]) => [name, maskHeaderValue(name, value, known)]);

/** Secret values in header lines, for recognising them when they come back. */
export function headerSecrets(headers: HeaderLines): string[] {
  return headers.flatMap(([name, value]) => {
    if (/^(?:set-)?cookie$/i.test(name)) return cookieValues(name, value);
    if (!isSecretHeader(name)) return [];
    const [, scheme, bare] = /^([A-Za-z][A-Za-z0-9-]*) +(.*)$/.exec(value) ?? [];
    if (scheme === undefined || bare === undefined) return [value];
    return scheme.toLowerCase() === 'basic' ? [value, bare, passwordOf(bare)] : [value, bare];
  });
}

/** RFC 7617 §2. */
const passwordOf = (basic: string): string =>
  Buffer.from(basic, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');

function cookieValues(name: string, value: string): string[] {
  const pairs = /^set-/i.test(name) ? [value.split(';', 1)[0] as string] : value.split(';');
  return pairs.flatMap((pair) => (pair.includes('=') ? [pair.slice(pair.indexOf('=') + 1).trim()] : []));
}

/** Start of the parameters, name and value. A fragment carries tokens in OAuth 2.0 (RFC 6749 §4.2.2). */
const PARAMETER = /([?&#])([^=&#?\s]+)=([^&#\s]*)/g;

/** A URL with its passwords and secret parameters taken out. The rest keeps its spelling. */
export function maskUrl(url: string, known?: KnownValues): string {
  const masked = url.replace(/([a-z][a-z0-9+.-]*:\/\/[^/?#:@\s]*):[^/?#@\s]*@/gi, `$1:${MASK}@`);
  // An authorization response (RFC 6749 §4.1.2) is told by its two parameters; a `code` alone may be anything.
  const answer = /[?&#]code=/.test(masked) && /[?&#]state=/.test(masked);
  const done = masked.replace(PARAMETER, (all, lead: string, name: string, value: string) => {
    const secret =
      isSecretQuery(decoded(name)) || (answer && name === 'code') || known?.isSecret(decoded(value)) === true;
    return value !== '' && secret ? `${lead}${name}=${MASK}` : all;
  });
  if (!known) return done;
  return known.mask(done).replace(/[^/?&#=]+/g, (piece) => (hidesKnown(piece, known) ? MASK : piece));
}

/** Secret values in an address. */
export function urlSecrets(url: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#:@]*:([^/?#@]*)@/i.exec(url)?.[1];
  const values = [...url.matchAll(PARAMETER)].flatMap(([, , name = '', value = '']) =>
    isSecretQuery(decoded(name)) ? [decoded(value)] : [],
  );
  return password === undefined ? values : [decoded(password), ...values];
}

/** A value of a query or a form as it was meant. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}
