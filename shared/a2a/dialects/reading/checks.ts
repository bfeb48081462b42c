import { isObject } from '../../../lib/json.ts';
import { jsonText, quote, type Reader } from './reader.ts';
import { ABSENT, type Check, put, read, type Shape } from './walk.ts';

const wrong = (reader: Reader, key: string, expected: string, value: unknown): void =>
  reader.report(
    {
      code: 'wrong-type',
      severity: 'warning',
      message: `${key} should be ${expected}, but is ${quote(value)}.`,
      clause: '1.0 §5.5',
    },
    key,
  );

/** A string. `null` is absent; anything else is spelled as its JSON text, so that it stays visible. */
export const text: Check = (value, reader, key) => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return ABSENT;
  wrong(reader, key, 'a string', value);
  return jsonText(value);
};

/** A boolean, or its text. */
export const flag: Check = (value, reader, key) => {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return ABSENT;
  wrong(reader, key, 'true or false', value);
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : ABSENT;
};

/** An integer, or its text (ProtoJSON writes 64-bit numbers that way). */
export const integer: Check = (value, reader, key) => {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return ABSENT;
  wrong(reader, key, 'a number', value);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : ABSENT;
};

/** Any JSON value, `null` included. */
export const anything: Check = (value) => value;

/** A free-form object such as `metadata`: never looked into. */
export const bag: Check = (value, reader, key) => {
  if (isObject(value)) return value;
  if (value === null || value === undefined) return ABSENT;
  wrong(reader, key, 'an object', value);
  return { value };
};

/** A list of strings. */
export const texts: Check = (value, reader, key) => {
  if (value === null || value === undefined) return ABSENT;
  if (!Array.isArray(value)) {
    wrong(reader, key, 'a list of strings', value);
    return [typeof value === 'string' ? value : jsonText(value)];
  }
  if (value.every((item) => typeof item === 'string')) return value;
  wrong(reader, key, 'a list of strings', value);
  return value.map((item: unknown) => (typeof item === 'string' ? item : jsonText(item)));
};

/** An object with strings for values, for example the scopes of an OAuth flow. */
export const textMap: Check = (value, reader, key) => {
  const map = bag(value, reader, key);
  if (map === ABSENT) return map;
  const entries = Object.entries(map as Record<string, unknown>);
  if (entries.every(([, item]) => typeof item === 'string')) return map;
  wrong(reader, key, 'an object of strings', value);
  const copy = {};
  for (const [name, item] of entries) put(copy, name, typeof item === 'string' ? item : jsonText(item));
  return copy;
};

/** An object of a shape. */
export const one =
  <T>(shape: Shape<T>): Check =>
  (value, reader, key) => {
    if (value === null || value === undefined) return ABSENT;
    reader.enter(key);
    const now = read(shape, value, reader);
    reader.leave();
    return now;
  };

/** A list of objects of a shape; a single object stands for a list of one. Positions are kept. */
export const listOf =
  <T>(shape: Shape<T>): Check =>
  (value, reader, key) => {
    if (value === null || value === undefined) return ABSENT;
    reader.enter(key);
    const now = readList(shape, value, reader);
    reader.leave();
    return now;
  };

/** The list at the reader's place. */
export function readList<T>(shape: Shape<T>, value: unknown, reader: Reader): T[] {
  if (!Array.isArray(value)) {
    reader.report({
      code: 'wrong-type',
      severity: 'error',
      message: `A list of ${shape.name} was expected, but there is ${quote(value)}.`,
      clause: shape.clause,
    });
    return isObject(value) ? [read(shape, value, reader)] : [read(shape, { value }, reader)];
  }
  let copy: unknown[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const was: unknown = value[i];
    reader.enter(i);
    const now = read(shape, was, reader);
    reader.leave();
    if (now === was) continue;
    copy ??= value.slice();
    copy[i] = now;
  }
  return (copy ?? value) as T[];
}

/** An object whose values are objects of a shape. */
export const mapOf =
  <T>(shape: Shape<T>): Check =>
  (value, reader, key) => {
    const map = bag(value, reader, key);
    if (map === ABSENT) return map;
    const source = map as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    reader.enter(key);
    for (const name in source) {
      reader.enter(name);
      const now = read(shape, source[name], reader);
      reader.leave();
      if (now === source[name]) continue;
      copy ??= { ...source };
      put(copy, name, now);
    }
    reader.leave();
    return copy ?? source;
  };

/** Builds the field table of a shape. */
export const fields = (table: Record<string, Check>): ReadonlyMap<string, Check> => new Map(Object.entries(table));
