import { decoded, isSecretKey, type KnownValues, MASK } from '../mask.ts';
import type { MaskedText } from './json-body.ts';

/** A body of name and value pairs, and nothing else. */
const FORM = /^[\w.~%+*-]+=[^&\s]*(?:&[\w.~%+*-]+=[^&\s]*)*$/;

export const looksLikeForm = (text: string): boolean => FORM.test(text);

/** A form-urlencoded body without its secrets; the rest keeps its spelling. */
export function maskForm(text: string, known: KnownValues): MaskedText {
  const result: MaskedText = { text: '', masked: [], secrets: [] };
  const pairs = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const name = decoded(pair.slice(0, equals));
    const value = decoded(pair.slice(equals + 1));
    if (equals < 0 || value === '' || value === MASK) return pair;
    // `code` is a field of token requests (RFC 6749 §4.1.3), which are what forms are sent for.
    const byName = isSecretKey(name) || name === 'code';
    if (!byName && !known.isSecret(value)) return pair;
    if (byName) result.secrets.push(value);
    result.masked.push(`/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);
    return `${pair.slice(0, equals)}=${MASK}`;
  });
  const joined = pairs.join('&');
  result.text = known.mask(joined);
  if (result.text !== joined) result.masked.push('');
  return result;
}
