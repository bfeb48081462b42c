import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturedEvents } from '../a2a/dialects/testing/captured-events.ts';
import { UNREAD } from './captures.unread.ts';
import { readSections } from './index.ts';
import { type Fate, fateOf, leavesOf } from './testing/leaves.ts';

// Recorded traffic of other people's servers lies beside the repository on machines that have it.
const FOLDER = fileURLToPath(new URL('../../../shared/captures', import.meta.url));
const VENDORS = ['iac-code', 'google-adk-2.13.0', 'gemini-cli-a2a-server-0.25.2'];
/** Keys by which the vendors are known, as they stand in a recording: `"` or `\"` around them. */
const MARK = /(\\?")(iac_code|adk_\w+|coderAgent|__persistedState)\1\s*:/g;

/** The output of a command-line client was recorded with every line cut after 220 characters. */
const CUT_LINE = /^\{"id": .{213}$/gm;

const files = (vendor: string): string[] =>
  readdirSync(join(FOLDER, vendor), { encoding: 'utf8' })
    .filter((name) => /\.(http|txt|jsonl)$/.test(name))
    .sort()
    .map((name) => join(FOLDER, vendor, name));

const marksIn = (text: string): number => [...text.matchAll(MARK)].length;

describe.skipIf(!existsSync(FOLDER))('metadata of recorded traffic', () => {
  it.each(VENDORS)('of %s is all looked at', (vendor) => {
    const missed: string[] = [];
    let marks = 0;
    for (const file of files(vendor)) {
      const text = readFileSync(file, 'utf8').replace(vendor === 'iac-code' ? CUT_LINE : /$^/, '');
      const seen = capturedEvents(text).reduce((sum, { event }) => sum + marksIn(JSON.stringify(event)), 0);
      if (seen !== marksIn(text)) missed.push(`${file}: ${seen} of ${marksIn(text)}`);
      marks += seen;
    }
    expect(missed).toEqual([]);
    expect(marks).toBeGreaterThan(vendor === 'iac-code' ? 1_000 : 5);
  });

  it('is read, or shown raw for a reason', () => {
    const fates = new Map<string, Set<Fate>>();
    for (const file of VENDORS.flatMap(files)) {
      for (const { event } of capturedEvents(readFileSync(file, 'utf8'))) {
        for (const leaf of leavesOf(event)) {
          const known = fates.get(leaf.pattern) ?? new Set();
          fates.set(leaf.pattern, known.add(fateOf(leaf, event, readSections)));
        }
      }
    }
    const hidden = [...fates].filter(([, found]) => found.has('hidden')).map(([pattern]) => pattern);
    expect(hidden).toEqual([]);
    const unread = new Map<string, Fate>();
    for (const [pattern, found] of fates) {
      if (!found.has('read')) unread.set(pattern, found.has('other') ? 'other' : 'detail');
    }
    const reviewed = UNREAD.flatMap(({ under, shown, keys }) => keys.map((key) => [`${under}/${key}`, shown] as const));
    console.info(`${fates.size} keys, ${unread.size} of them shown raw`);
    expect(Object.fromEntries(unread)).toEqual(Object.fromEntries(reviewed));
    expect(new Map(reviewed).size).toBe(reviewed.length);
    expect(UNREAD.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});
