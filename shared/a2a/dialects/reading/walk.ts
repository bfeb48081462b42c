import { isObject } from '../../../lib/json.ts';
import { quote, type Reader } from './reader.ts';

export type Fields = Record<string, unknown>;

/** Reads one field: the same value when it is well formed, a normalised one otherwise, `ABSENT` to leave it out. */
export type Check = (value: unknown, reader: Reader, key: string) => unknown;

/** Returned by a check when nothing usable was there. */
export const ABSENT: unique symbol = Symbol('absent');

export interface Required {
  name: string;
  /** ProtoJSON default put in the place of a missing field, so that the value always has the model's type. */
  fill: () => unknown;
  /** The empty string counts as missing (identifiers). */
  filled?: true;
  /** Filled without a word: the card rules report it, or ProtoJSON writers may leave it out. */
  silent?: true;
}

/** One object type of the 1.0 model as data: what a decoder needs to check it in place. */
export interface Shape<T> {
  name: string;
  clause: string;
  fields: ReadonlyMap<string, Check>;
  required: readonly Required[];
  /** Keys that only earlier versions have; their presence sends the object through `rewrite`. */
  markers?: ReadonlySet<string>;
  /** Earlier form into 1.0 keys, keeping every unknown key. The same object when there is nothing to do. */
  rewrite?: (source: Fields, reader: Reader) => Fields;
  /** Checks over the whole object. */
  whole?: (value: Fields, reader: Reader) => void;
  /** Carries the type only. */
  type?: T;
}

/**
 * Reads an object of a shape. A well-formed one is returned as it is; otherwise a copy whose known fields have the
 * model's types. Unknown keys stay. Anything that is no object ends up under `value` of a new one.
 */
export function read<T>(shape: Shape<T>, value: unknown, reader: Reader): T {
  let source: Fields;
  if (isObject(value)) {
    source = value;
  } else {
    reader.report({
      code: 'wrong-type',
      severity: 'error',
      message: `${shape.name} should be an object, but is ${quote(value)}.`,
      clause: shape.clause,
    });
    source = { value };
  }
  if (reader.older && shape.rewrite) return scan(shape, shape.rewrite(source, reader), reader, true);
  return scan(shape, source, reader, false);
}

function scan<T>(shape: Shape<T>, source: Fields, reader: Reader, rewritten: boolean): T {
  const { fields, markers } = shape;
  const before = reader.issues.length;
  const { older } = reader;
  let copy: Fields | undefined;
  for (const key in source) {
    const was = source[key];
    let check = fields.get(key);
    let name = key;
    if (check === undefined) {
      if (!rewritten && shape.rewrite && markers?.has(key)) {
        reader.rewind(before, older);
        return scan(shape, shape.rewrite(source, reader), reader, true);
      }
      const camel = key.includes('_') ? camelCase(key) : key;
      if (camel !== key && fields.has(camel) && source[camel] === undefined) {
        name = camel;
        check = fields.get(camel);
        reader.reportOnce(
          {
            code: 'snake-case-key',
            severity: 'warning',
            message: `The key ${key} should be spelled ${camel}.`,
            clause: '1.0 §5.5',
          },
          key,
        );
      }
    }
    const now = check === undefined ? was : check(was, reader, key);
    if (copy === undefined) {
      if (now === was && name === key) continue;
      copy = keysBefore(source, key);
    }
    if (now !== ABSENT) put(copy, name, now);
  }
  let value = copy ?? source;
  for (const field of shape.required) {
    const found = value[field.name];
    if (found !== undefined && !(field.filled && found === '')) continue;
    if (!field.silent) {
      reader.report({
        code: 'missing-field',
        severity: 'warning',
        message: `${shape.name} has no ${field.name}.`,
        clause: shape.clause,
      });
    }
    if (found !== undefined) continue;
    if (copy === undefined) {
      copy = { ...source };
      value = copy;
    }
    put(copy, field.name, field.fill());
  }
  shape.whole?.(value, reader);
  return value as T;
}

/** Sets a key so that even `__proto__` becomes an ordinary one. */
export function put(target: Fields, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** A copy without some keys; the order of the rest stays. */
export function without(source: Fields, dropped: readonly string[]): Fields {
  const copy: Fields = {};
  for (const key in source) if (!dropped.includes(key)) put(copy, key, source[key]);
  return copy;
}

function keysBefore(source: Fields, end: string): Fields {
  const copy: Fields = {};
  for (const key in source) {
    if (key === end) break;
    put(copy, key, source[key]);
  }
  return copy;
}

const camelCase = (key: string): string => key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
