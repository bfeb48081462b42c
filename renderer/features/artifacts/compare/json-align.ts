import { isObject } from '../../../../shared/lib/json.ts';

/** Cells of the table in which the longest common run of two lists is looked for; larger gaps go by place. */
const TABLE_CELLS = 4_000_000;
/** Keys by which the items of a list are told apart, the best one first. */
const ID_KEYS = ['id', '_id', 'uuid', 'key', 'name', 'path', 'uri', 'url'];

/** One item of the old list beside one of the new list; either may be missing. */
export interface Pair {
  before?: number;
  after?: number;
  /** The two stand in another order among their neighbours. */
  moved: boolean;
  /** Nothing differs inside. */
  same?: true;
}

export interface Alignment {
  pairs: Pair[];
  /** Part of the lists was too long to be aligned and is compared place by place. */
  byPlace: boolean;
}

/** Values are the same for a comparison; the order of keys says nothing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at++) if (!sameJson(a[at], b[at])) return false;
    return true;
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
  return true;
}

/** Numbers that are equal for values that are the same, kept per object. */
export class Prints {
  private readonly known = new Map<object, number>();

  of(value: unknown): number {
    if (typeof value !== 'object' || value === null) return hash(`${typeof value}${value}`);
    const known = this.known.get(value);
    if (known !== undefined) return known;
    let print = Array.isArray(value) ? 1 : 2;
    if (Array.isArray(value)) for (const one of value) print = (Math.imul(print, 31) + this.of(one)) | 0;
    // A sum, since the order of keys says nothing.
    else for (const [key, one] of Object.entries(value)) print = (print + Math.imul(hash(key), this.of(one) | 1)) | 0;
    this.known.set(value, print);
    return print;
  }
}

function hash(text: string): number {
  let print = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) print = Math.imul(print ^ text.charCodeAt(at), 0x01000193);
  return print;
}

/** The items of two lists beside each other: by a key that names them where there is one, else by equal items. */
export function align(before: readonly unknown[], after: readonly unknown[], prints: Prints): Alignment {
  const key = idKey(before, after);
  return key === undefined
    ? alignEqual(before, after, prints)
    : { pairs: alignById(before, after, key), byPlace: false };
}

/** A key that every item of both lists has, with another value in each item of a list. */
function idKey(before: readonly unknown[], after: readonly unknown[]): string | undefined {
  const first = before[0];
  if (!isObject(first) || after.length === 0) return undefined;
  const names = [...ID_KEYS, ...Object.keys(first).filter((key) => /(?:Id|_id|Name)$/.test(key))];
  return names.find((key) => Object.hasOwn(first, key) && tellsApart(before, key) && tellsApart(after, key));
}

function tellsApart(items: readonly unknown[], key: string): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const id = isObject(item) && Object.hasOwn(item, key) ? item[key] : undefined;
    if ((typeof id !== 'string' && typeof id !== 'number') || seen.has(id)) return false;
    seen.add(id);
  }
  return true;
}

function alignById(before: readonly unknown[], after: readonly unknown[], key: string): Pair[] {
  const idOf = (item: unknown) => (item as Record<string, unknown>)[key];
  const places = new Map(before.map((item, at) => [idOf(item), at]));
  const pairs: Pair[] = after.map((item, at) => ({ before: places.get(idOf(item)), after: at, moved: false }));
  const matched = pairs.filter((pair) => pair.before !== undefined);
  const inOrder = new Set(longestRise(matched.map((pair) => pair.before as number)));
  for (const [at, pair] of matched.entries()) pair.moved = !inOrder.has(at);
  const there = new Set(after.map(idOf));
  return withRemoved(pairs, before.length, (at) => !there.has(idOf(before[at])));
}

function add<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Puts the removed items where they were: after the item of the new list that stood before them. */
function withRemoved(pairs: readonly Pair[], length: number, isRemoved: (at: number) => boolean): Pair[] {
  const behind = new Map<number, Pair[]>();
  let last = -1;
  for (let at = 0; at < length; at++) {
    if (!isRemoved(at)) last = at;
    else add(behind, last, { before: at, moved: false });
  }
  const all = [...(behind.get(-1) ?? [])];
  for (const pair of pairs) {
    all.push(pair);
    if (pair.before !== undefined) for (const removed of behind.get(pair.before) ?? []) all.push(removed);
  }
  return all;
}

/** Places of a longest rising run of numbers. */
export function longestRise(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends[ends.length - 1] ?? -1; at >= 0; at = previous[at] as number) run.push(at);
  return run.reverse();
}

function alignEqual(before: readonly unknown[], after: readonly unknown[], prints: Prints): Alignment {
  const old = before.map((item) => prints.of(item));
  const now = after.map((item) => prints.of(item));
  const equal = (a: number, b: number) => old[a] === now[b] && sameJson(before[a], after[b]);
  const state: Alignment = { pairs: [], byPlace: false };

  let start = 0;
  let endOld = before.length;
  let endNow = after.length;
  while (start < endOld && start < endNow && equal(start, start)) start++;
  while (endOld > start && endNow > start && equal(endOld - 1, endNow - 1)) {
    endOld--;
    endNow--;
  }
  const anchors = anchorsOf(old, now, start, endOld, endNow).filter(([a, b]) => equal(a, b));
  const matches: [number, number][] = [];
  for (let at = 0; at < start; at++) matches.push([at, at]);
  let [a, b] = [start, start];
  for (const [nextA, nextB] of [...anchors, [endOld, endNow] as const]) {
    const run = commonRun(a, nextA, b, nextB, equal);
    if (run) matches.push(...run);
    else state.byPlace = true;
    if (nextA < endOld) matches.push([nextA, nextB]);
    [a, b] = [nextA + 1, nextB + 1];
  }
  for (let at = 0; endOld + at < before.length; at++) matches.push([endOld + at, endNow + at]);
  state.pairs = fillGaps(matches, before, after, old, now);
  return state;
}

/** Items that each list has only once, in an order that both share. */
function anchorsOf(
  old: readonly number[],
  now: readonly number[],
  start: number,
  endOld: number,
  endNow: number,
): [number, number][] {
  const placesOf = (prints: readonly number[], end: number) => {
    const places = new Map<number, number>();
    for (let at = start; at < end; at++) places.set(prints[at] as number, places.has(prints[at] as number) ? -1 : at);
    return places;
  };
  const oldPlaces = placesOf(old, endOld);
  const shared: [number, number][] = [];
  for (const [print, at] of placesOf(now, endNow)) {
    const from = oldPlaces.get(print) ?? -1;
    if (at >= 0 && from >= 0) shared.push([from, at]);
  }
  return longestRise(shared.map(([from]) => from)).map((at) => shared[at] as [number, number]);
}

/** Longest common run of a gap; undefined when it is too long to look for. */
function commonRun(
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
  equal: (a: number, b: number) => boolean,
): [number, number][] | undefined {
  const height = toA - fromA;
  const width = toB - fromB;
  if (height <= 0 || width <= 0) return [];
  if ((height + 1) * (width + 1) > TABLE_CELLS) return undefined;
  const line = width + 1;
  const table = new Uint32Array((height + 1) * line);
  for (let a = height - 1; a >= 0; a--)
    for (let b = width - 1; b >= 0; b--)
      table[a * line + b] = equal(fromA + a, fromB + b)
        ? (table[(a + 1) * line + b + 1] as number) + 1
        : Math.max(table[(a + 1) * line + b] as number, table[a * line + b + 1] as number);
  const run: [number, number][] = [];
  for (let a = 0, b = 0; a < height && b < width; ) {
    if (equal(fromA + a, fromB + b)) run.push([fromA + a++, fromB + b++]);
    else if ((table[(a + 1) * line + b] as number) >= (table[a * line + b + 1] as number)) a++;
    else b++;
  }
  return run;
}

/** What lies between equal items: the same item elsewhere was moved, the others are taken for changed one by one. */
function fillGaps(
  matches: readonly [number, number][],
  before: readonly unknown[],
  after: readonly unknown[],
  old: readonly number[],
  now: readonly number[],
): Pair[] {
  const keptOld = new Set(matches.map(([a]) => a));
  const keptNow = new Set(matches.map(([, b]) => b));
  const free = new Map<number, number[]>();
  for (let at = before.length - 1; at >= 0; at--) if (!keptOld.has(at)) add(free, old[at] as number, at);
  const movedTo = new Map<number, number>();
  const movedFrom = new Set<number>();
  for (let at = 0; at < after.length; at++) {
    const from = keptNow.has(at) ? undefined : free.get(now[at] as number)?.pop();
    if (from === undefined || !sameJson(before[from], after[at])) continue;
    movedTo.set(at, from);
    movedFrom.add(from);
  }
  const pairs: Pair[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...matches, [before.length, after.length] as const]) {
    while (a < nextA || b < nextB) {
      while (a < nextA && movedFrom.has(a)) a++;
      const from = b < nextB ? movedTo.get(b) : undefined;
      if (from !== undefined) pairs.push({ before: from, after: b++, moved: true, same: true });
      else if (a < nextA || b < nextB)
        pairs.push({
          before: a < nextA ? a++ : undefined,
          after: b < nextB ? b++ : undefined,
          moved: false,
        });
    }
    if (nextA < before.length) pairs.push({ before: nextA, after: nextB, moved: false, same: true });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return pairs;
}
