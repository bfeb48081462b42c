import type { Json } from '../../lib/json.ts';

/** Code points at which the agent cuts a string before it is sent, without a mark of its own. */
export const STRING_LIMIT = 4_000;
/** Nesting that is searched for cut strings; the agent itself stops here. */
const DEPTH_LIMIT = 32;

/** Whether a string has exactly the length at which the agent cuts; longer ones were not cut. */
export function isCutText(text: string): boolean {
  if (text.length < STRING_LIMIT || text.length > 2 * STRING_LIMIT) return false;
  let points = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff) points--;
  }
  return points === STRING_LIMIT;
}

/** Whether a cut string is anywhere in the value. */
export function isCut(value: Json | undefined, depth = 0): boolean {
  if (typeof value === 'string') return isCutText(value);
  if (typeof value !== 'object' || value === null || depth >= DEPTH_LIMIT) return false;
  if (Array.isArray(value)) return value.some((member) => isCut(member, depth + 1));
  for (const key in value) if (isCut(value[key], depth + 1)) return true;
  return false;
}
