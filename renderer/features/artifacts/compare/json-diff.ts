import { isObject } from '../../../../shared/lib/json.ts';
import { at, type Pointer } from '../../../../shared/lib/pointer.ts';
import { align, type Pair, Prints } from './json-align.ts';

/** `type` is a value of another kind, such as a text that was a number. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'type', 'moved'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface JsonChange {
  kind: ChangeKind;
  /** Where the value is now; where it was, when it was removed. */
  path: Pointer;
  /** Where it was, when that is elsewhere. */
  from?: Pointer;
  /** Absent where there was none. */
  before?: unknown;
  after?: unknown;
}

export interface JsonDiff {
  /** In the order of the new value, removed ones where they were. */
  changes: JsonChange[];
  /** All of them, also those that are not listed. */
  counts: Record<ChangeKind, number>;
  /** Some lists were too long to be aligned and were compared place by place. */
  byPlace: boolean;
}

/** Changes that are listed. */
export const CHANGES_LIMIT = 5_000;
/** Levels that are gone down; what lies deeper is compared as a whole. */
const DEPTH_LIMIT = 500;

/** What differs between two JSON values, value by value. */
export function diffJson(before: unknown, after: unknown, limit: number = CHANGES_LIMIT): JsonDiff {
  const diff: JsonDiff = {
    changes: [],
    counts: { added: 0, removed: 0, changed: 0, type: 0, moved: 0 },
    byPlace: false,
  };
  const prints = new Prints();

  const tell = (change: JsonChange) => {
    diff.counts[change.kind]++;
    if (diff.changes.length < limit) diff.changes.push(change);
  };

  const compare = (old: unknown, now: unknown, from: Pointer, path: Pointer, depth: number) => {
    if (old === now) return;
    const elsewhere = from === path ? {} : { from };
    if (kindOf(old) !== kindOf(now)) return tell({ kind: 'type', path, ...elsewhere, before: old, after: now });
    if (depth < DEPTH_LIMIT && Array.isArray(old)) return compareLists(old, now as unknown[], from, path, depth);
    if (depth < DEPTH_LIMIT && isObject(old)) return compareObjects(old, now as typeof old, from, path, depth);
    if (typeof old === 'object' && prints.of(old) === prints.of(now)) return;
    tell({ kind: 'changed', path, ...elsewhere, before: old, after: now });
  };

  const compareObjects = (
    old: Record<string, unknown>,
    now: Record<string, unknown>,
    from: Pointer,
    path: Pointer,
    depth: number,
  ) => {
    for (const key of Object.keys(old))
      if (!Object.hasOwn(now, key)) tell({ kind: 'removed', path: at(from, key), before: old[key] });
    for (const key of Object.keys(now)) {
      if (Object.hasOwn(old, key)) compare(old[key], now[key], at(from, key), at(path, key), depth + 1);
      else tell({ kind: 'added', path: at(path, key), after: now[key] });
    }
  };

  const compareLists = (old: unknown[], now: unknown[], from: Pointer, path: Pointer, depth: number) => {
    const { pairs, byPlace } = align(old, now, prints);
    diff.byPlace ||= byPlace;
    for (const pair of pairs) comparePair(pair, old, now, from, path, depth);
  };

  const comparePair = (pair: Pair, old: unknown[], now: unknown[], from: Pointer, path: Pointer, depth: number) => {
    const { before: a, after: b } = pair;
    if (a === undefined) return tell({ kind: 'added', path: at(path, b as number), after: now[b as number] });
    if (b === undefined) return tell({ kind: 'removed', path: at(from, a), before: old[a] });
    if (pair.moved) tell({ kind: 'moved', path: at(path, b), from: at(from, a), before: old[a], after: now[b] });
    if (!pair.same) compare(old[a], now[b], at(from, a), at(path, b), depth + 1);
  };

  compare(before, after, '', '', 0);
  return diff;
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
