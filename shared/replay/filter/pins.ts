import { isObject } from '../../lib/json.ts';

const isSeq = (one: unknown): one is number => Number.isSafeInteger(one) && (one as number) > 0;

/**
 * Numbers of the rows that a person pinned in a session, in order, out of the setting `pins`: an object with a list per
 * session. The file that it comes from may have been edited by hand.
 */
export function pinsIn(setting: unknown, session: string): number[] {
  const kept = isObject(setting) && Object.hasOwn(setting, session) ? setting[session] : undefined;
  return Array.isArray(kept) ? kept.filter(isSeq).sort((one, other) => one - other) : [];
}
