import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';

/** Strings longer than this were shortened by the agent before they were sent (characters). */
export const STRING_LIMIT = 4_000;

/** A string that says something; the agent writes an empty one for "not set". */
export const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export const object = (value: unknown): JsonObject | undefined => (isObject(value) ? (value as JsonObject) : undefined);

/** Whether a string anywhere near the surface has the length at which the agent cuts. */
export function isCut(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.length >= STRING_LIMIT;
  if (!isObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (typeof member === 'string' && member.length >= STRING_LIMIT) return true;
  }
  return false;
}
