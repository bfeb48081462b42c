import { SAYINGS } from '../says/index.ts';
import type { Differences, Run } from './check.ts';

/** Compares the statements in plain words that have a check written by hand; the others are unchecked. */
export async function checkSays(run: Run): Promise<{ found: Differences; unchecked: string[] }> {
  const known = SAYINGS[run.file.id] ?? {};
  const found: Differences = [];
  let without = 0;
  for (const statement of run.says) {
    const check = Object.hasOwn(known, statement) ? known[statement] : undefined;
    if (!check) without++;
    else for (const text of await check(run)) found.push(`says "${statement}": ${text}`);
  }
  return { found, unchecked: without > 0 ? ['says'] : [] };
}
