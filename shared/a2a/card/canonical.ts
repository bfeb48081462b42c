import { isObject } from '../../lib/json.ts';

/**
 * JSON text by RFC 8785 (JCS): members sorted by UTF-16 code units, ECMAScript numbers, no white space. The value has to
 * come from a JSON parser.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/**
 * Which reading of the presence rules (1.0 §8.4.1) a payload follows.
 * `as-received`: everything that is on the card. `empty-left-out`: without empty texts, lists and objects and without
 * `required: false`, as common SDKs sign. `defaults-left-out`: without `false` and 0 as well. `schemes-left-out`: without
 * empty values and without `securitySchemes`, which then are not protected.
 */
export type SignedForm = 'as-received' | 'empty-left-out' | 'defaults-left-out' | 'schemes-left-out';

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

/** A copy without the members that `drop` names, from the inside out; elements of lists stay. */
function strip(value: unknown, drop: (key: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, drop));
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .map(([key, item]): [string, unknown] => [key, strip(item, drop)])
    .filter(([key, item]) => !drop(key, item));
  return Object.fromEntries(kept);
}

/** The texts that a signature of this card may have been made over, the likeliest first. Equal ones are listed once. */
export function signedPayloads(card: Record<string, unknown>): { form: SignedForm; payload: string }[] {
  const { signatures: _, ...bare } = card;
  const { securitySchemes: __, ...open } = bare;
  const dropEmpty = (key: string, value: unknown) => isEmpty(value) || (key === 'required' && value === false);
  const dropDefaults = (_key: string, value: unknown) => isEmpty(value) || value === false || value === 0;
  const forms: [SignedForm, unknown][] = [
    ['as-received', bare],
    ['empty-left-out', strip(bare, dropEmpty)],
    ['defaults-left-out', strip(bare, dropDefaults)],
    ['schemes-left-out', strip(open, dropEmpty)],
  ];
  const seen = new Set<string>();
  return forms.flatMap(([form, value]) => {
    const payload = canonicalJson(value);
    if (seen.has(payload)) return [];
    seen.add(payload);
    return [{ form, payload }];
  });
}
