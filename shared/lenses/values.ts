import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import type { Section } from './lens.ts';

/** A string that says something; agents write an empty one for "not set". */
export const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export const object = (value: unknown): JsonObject | undefined => (isObject(value) ? (value as JsonObject) : undefined);

/** The members that are not among the keys a lens reads; undefined without any. */
export function leftover(value: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const key in value) {
    if (read.has(key)) continue;
    rest ??= {};
    rest[key] = value[key] as Json;
  }
  return rest;
}

/** Keeps what a lens left of an object visible under the object's own key. */
export function keep(sections: Section[], key: string, rest: JsonObject | undefined): void {
  if (rest !== undefined) sections.push({ kind: 'other', key, value: rest });
}
