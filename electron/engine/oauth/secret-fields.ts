import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { authorizationValue } from './web-objects.ts';

/** Fields of forms whose values are secrets (RFC 6749, 7521, 7636, 8628). */
const FORM_FIELDS: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'assertion',
  'code',
  'code_verifier',
  'device_code',
  'password',
  'refresh_token',
]);

/** Those of answers. `code` is none: there it is the name of what went wrong. */
const ANSWER_FIELDS: ReadonlySet<string> = new Set(['access_token', 'refresh_token', 'id_token', 'device_code']);

/** In an answer that stops in its middle or is no JSON, a field is looked for by its spelling. */
const FIELD_IN_TEXT = /(?:^|[&"'\s])(access_token|refresh_token|id_token|device_code)(?:=|["']\s*:\s*["'])([^&"'\s]+)/g;

/** Secret values of a request to a token service: those of its form, and what its Authorization line carries. */
export function secretsOfRequest(headers: HeaderLines, form: string): string[] {
  const found: string[] = [];
  for (const [name, value] of new URLSearchParams(form)) if (FORM_FIELDS.has(name) && value !== '') found.push(value);
  const line = authorizationValue(headers);
  return line === undefined ? found : [...found, line];
}

/** Secret values in what a token service answered, however it is written. */
export function secretsOfAnswer(text: string): string[] {
  const found: string[] = [];
  const parsed = parseJson(text);
  if (parsed.ok && isObject(parsed.value)) {
    for (const [name, value] of Object.entries(parsed.value)) {
      if (ANSWER_FIELDS.has(name) && typeof value === 'string' && value !== '') found.push(value);
    }
  }
  for (const match of text.matchAll(FIELD_IN_TEXT)) found.push(match[2] as string, decoded(match[2] as string));
  return found;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
