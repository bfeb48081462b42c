import type { Facets } from './facets.ts';
import { choicesOf, FILTER_KEYS, type FilterKey, familyOf, keyOf } from './keys.ts';
import { quoted } from './print.ts';

/** One way to go on. */
export interface Completion {
  key: FilterKey;
  /** Absent when the key itself is what is offered. */
  value?: string;
  /** What takes the place of the characters from `from` to `to`. */
  insert: string;
  from: number;
  to: number;
  /** Rows with this value. */
  count?: number;
}

export interface CompletionFacts {
  facets: Facets;
  agentName?(agent: string): string | undefined;
}

/** Entries offered at most. */
export const COMPLETIONS_LIMIT = 12;
/** Values offered for a word without a key. */
const LOOSE_LIMIT = 6;

/** Comparisons to begin with. */
const EXAMPLES: Partial<Record<FilterKey, readonly string[]>> = {
  dur: ['>100ms', '>500ms', '>1s', '1s..10s'],
  at: ['>1s', '<1min', '10s..20s'],
  size: ['>1kB', '>10kB', '>1MB'],
  seq: ['>100', '1..50'],
  status: ['4xx', '5xx', '>=400'],
};

/** Keys whose values are worth offering for a word without a key. */
const LOOSE_KEYS: readonly FilterKey[] = ['kind', 'state', 'name', 'artifact', 'agent'];

interface Cursor {
  /** Word before the colon, when the caret is behind it. */
  word?: string;
  /** Where the text at the caret stands, and what it says up to the caret. */
  from: number;
  to: number;
  typed: string;
}

/** What the caret stands in. */
function cursorAt(source: string, caret: number): Cursor {
  let from = 0;
  let word: string | undefined;
  let open = false;
  for (let at = 0; at < caret; at++) {
    const sign = source.charAt(at);
    if (open) {
      if (sign === '\\') at++;
      else if (sign === '"') open = false;
    } else if (sign === '"' && at === from) open = true;
    else if (/\s/.test(sign)) [from, word] = [at + 1, undefined];
    else if (sign === '-' && at === from && word === undefined) from = at + 1;
    else if (sign === ',' && word !== undefined) from = at + 1;
    else if (sign === ':' && word === undefined && /^[A-Za-z]{2,}$/.test(source.slice(from, at))) {
      word = source.slice(from, at);
      from = at + 1;
    }
  }
  const rest = open ? /^[^"]*"?/ : word === undefined ? /^[^\s]*/ : /^[^\s,]*/;
  const to = caret + (rest.exec(source.slice(caret))?.[0].length ?? 0);
  const typed = source.slice(from, caret).replace(/^"|"$/g, '');
  return { from, to, typed, ...(word === undefined ? {} : { word }) };
}

/** Values and how often they occur: those that begin with what was typed first, then the frequent ones. */
function valuesOf(
  key: FilterKey,
  typed: string,
  { facets, agentName }: CompletionFacts,
): [string, number | undefined][] {
  const lower = typed.toLowerCase();
  const counts = new Map<string, number | undefined>();
  for (const [value, count] of facets.of(key)) {
    const shown = key === 'agent' ? (agentName?.(value) ?? value) : value;
    counts.set(shown, (counts.get(shown) ?? 0) + count);
  }
  if (key === 'kind') addFamilies(counts);
  for (const value of choicesOf(key)) {
    if (!counts.has(value) && (key === 'is' || (counts.size === 0 && lower !== ''))) counts.set(value, undefined);
  }
  for (const value of EXAMPLES[key] ?? []) counts.set(value, undefined);
  const begins = (value: string) => (value.toLowerCase().startsWith(lower) ? 0 : 1);
  return [...counts]
    .filter(([value]) => value.toLowerCase().includes(lower))
    .sort(([one, count], [other, much]) => begins(one) - begins(other) || (much ?? 0) - (count ?? 0));
}

/** `tool` for all of `tool-started`, `tool-result` and so on. */
function addFamilies(counts: Map<string, number | undefined>): void {
  const families = new Map<string, number>();
  for (const [kind, count] of counts) {
    const family = familyOf(kind);
    if (family !== undefined) families.set(family, (families.get(family) ?? 0) + (count ?? 0));
  }
  for (const [family, count] of families) if (!counts.has(family)) counts.set(family, count);
}

/** Ways to go on at the caret: keys, then the values that occur, with their counts. */
export function complete(source: string, caret: number, facts: CompletionFacts): Completion[] {
  const { word, from, to, typed } = cursorAt(source, caret);
  const made = (key: FilterKey, entries: [string, number | undefined][], prefix: string): Completion[] =>
    entries.map(([value, count]) => ({
      key,
      value,
      insert: `${prefix}${quoted(value)}`,
      from,
      to,
      ...(count === undefined ? {} : { count }),
    }));
  if (word !== undefined) {
    const key = keyOf(word);
    return key === undefined ? [] : made(key, valuesOf(key, typed, facts), '').slice(0, COMPLETIONS_LIMIT);
  }
  const lower = typed.toLowerCase();
  const keys = FILTER_KEYS.filter((key) => key.startsWith(lower) || keyOf(lower) === key).map(
    (key): Completion => ({ key, insert: `${key}:`, from, to }),
  );
  if (lower === '') return keys;
  // A letter or two occur in the middle of nearly every value.
  const begun = ([value]: [string, unknown]) =>
    value
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((piece) => piece.startsWith(lower)) || value.toLowerCase().startsWith(lower);
  const loose = LOOSE_KEYS.flatMap((key) => made(key, valuesOf(key, typed, facts).filter(begun), `${key}:`));
  return [...keys, ...loose.slice(0, LOOSE_LIMIT)].slice(0, COMPLETIONS_LIMIT);
}

/** The source with a way to go on taken, and where the caret stands then. A value is followed by a space. */
export function applied(source: string, { insert, value, from, to }: Completion): { source: string; caret: number } {
  const rest = source.slice(to);
  const gap = value === undefined || /^[\s,]/.test(rest) ? '' : ' ';
  const text = source.slice(0, from) + insert + gap;
  return { source: text + rest, caret: text.length + (gap === '' && /^\s/.test(rest) && value !== undefined ? 1 : 0) };
}
