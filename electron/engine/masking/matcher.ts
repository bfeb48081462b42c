/** Characters that are looked at together. Three of them are rare enough in JSON to skip far. */
const BLOCK = 3;
/** Bits of a character that count. Letters differ in them, and upper and lower case do not. */
const UNIT_BITS = 5;
const UNIT_MASK = (1 << UNIT_BITS) - 1;
/** Entries of the table: one for each block that can be told from the others. */
const TABLE_SIZE = 1 << (UNIT_BITS * BLOCK);

/** Looks for many patterns at once. */
export interface Matcher {
  /** Index of the first place from `from` on where a pattern stands; -1 when there is none. */
  inText(text: string, from?: number): number;
  /** Whether a pattern stands in a range of UTF-8 bytes. */
  inBytes(bytes: Uint8Array, start: number, end: number): boolean;
}

export interface Patterns {
  /** Each has at least `BLOCK` characters. */
  exact: readonly string[];
  /** In lower case, ASCII; found in upper case too. */
  anyCase?: readonly string[];
}

/**
 * The way of Wu and Manber: a table says for the last characters of a window how far it can move on, so that most of a
 * text is never looked at. The window is as long as the shortest pattern.
 */
export function createMatcher({ exact, anyCase = [] }: Patterns): Matcher {
  // The first place in a text is the one whose pattern begins first, so there windows are the beginnings of patterns.
  const chars = createTable(
    [...exact.map((text) => sought(unitsOf(text), false)), ...anyCase.map((text) => sought(unitsOf(text), true))],
    (units, window) => units.slice(0, window),
  );
  // Where any place will do, windows are the ends: keys end in a quote, which is rare behind those letters.
  const utf8 = createTable(
    [
      ...exact.map((text) => sought([...Buffer.from(text, 'utf8')], false)),
      ...anyCase.map((text) => sought(unitsOf(text), true)),
    ],
    (units, window) => units.slice(-window),
  );
  return {
    inText: (text, from = 0) => firstInText(chars, text, from),
    inBytes: (bytes, start, end) => standsInBytes(utf8, bytes, start, end),
  };
}

function firstInText({ shifts, window, ending }: Table, text: string, from: number): number {
  const last = text.length - BLOCK;
  for (let at = from + window - BLOCK; at <= last; ) {
    const hash = blockHash(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
    const shift = shifts[hash] as number;
    if (shift > 0) {
      at += shift;
      continue;
    }
    const start = at - window + BLOCK;
    for (const { units, fold } of ending.get(hash) as Sought[]) {
      if (start + units.length > text.length) continue;
      let index = 0;
      while (index < units.length && isUnit(text.charCodeAt(start + index), units[index] as number, fold)) index += 1;
      if (index === units.length) return start;
    }
    at += 1;
  }
  return -1;
}

/**
 * A step waits for the table to say where the next one is. Four parts of the range at a time wait a quarter as long. A
 * window belongs to the part that its last block begins in.
 */
function standsInBytes(table: Table, bytes: Uint8Array, start: number, end: number): boolean {
  const { shifts } = table;
  const begin = start + table.window - BLOCK;
  const stop = end - BLOCK + 1;
  if (begin >= stop) return false;
  const part = (stop - begin) >> 2;
  let a = begin;
  let b = a + part;
  let c = b + part;
  let d = c + part;
  const endA = b;
  const endB = c;
  const endC = d;
  while (a < endA && b < endB && c < endC && d < stop) {
    const stepA = shifts[hashAt(bytes, a)] as number;
    const stepB = shifts[hashAt(bytes, b)] as number;
    const stepC = shifts[hashAt(bytes, c)] as number;
    const stepD = shifts[hashAt(bytes, d)] as number;
    if (stepA === 0 || stepB === 0 || stepC === 0 || stepD === 0) {
      if (stepA === 0 && endsAt(table, bytes, start, a)) return true;
      if (stepB === 0 && endsAt(table, bytes, start, b)) return true;
      if (stepC === 0 && endsAt(table, bytes, start, c)) return true;
      if (stepD === 0 && endsAt(table, bytes, start, d)) return true;
      a += stepA || 1;
      b += stepB || 1;
      c += stepC || 1;
      d += stepD || 1;
      continue;
    }
    a += stepA;
    b += stepB;
    c += stepC;
    d += stepD;
  }
  return (
    scanBytes(table, bytes, start, a, endA) ||
    scanBytes(table, bytes, start, b, endB) ||
    scanBytes(table, bytes, start, c, endC) ||
    scanBytes(table, bytes, start, d, stop)
  );
}

function scanBytes(table: Table, bytes: Uint8Array, start: number, from: number, to: number): boolean {
  const { shifts } = table;
  for (let at = from; at < to; ) {
    const step = shifts[hashAt(bytes, at)] as number;
    if (step === 0 && endsAt(table, bytes, start, at)) return true;
    at += step || 1;
  }
  return false;
}

/** Whether a pattern that lies behind `start` ends with the block at `at`. */
function endsAt({ ending }: Table, bytes: Uint8Array, start: number, at: number): boolean {
  for (const { units, fold } of ending.get(hashAt(bytes, at)) as Sought[]) {
    const from = at + BLOCK - units.length;
    if (from < start) continue;
    let index = 0;
    while (index < units.length && isUnit(bytes[from + index] as number, units[index] as number, fold)) index += 1;
    if (index === units.length) return true;
  }
  return false;
}

const blockHash = (a: number, b: number, c: number): number =>
  ((a & UNIT_MASK) << (2 * UNIT_BITS)) | ((b & UNIT_MASK) << UNIT_BITS) | (c & UNIT_MASK);

const hashAt = (bytes: Uint8Array, at: number): number =>
  blockHash(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number);

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

const isUnit = (found: number, wanted: number, fold: boolean): boolean =>
  (fold && found >= 0x41 && found <= 0x5a ? found + 0x20 : found) === wanted;

interface Sought {
  units: readonly number[];
  /** Its letters are in lower case and stand for those in upper case, too. */
  fold: boolean;
}

const sought = (units: readonly number[], fold: boolean): Sought => ({ units, fold });

interface Table {
  window: number;
  /** By the hash of a block: how far the window can move on; 0 when it may be the end of a pattern's window. */
  shifts: Uint8Array;
  /** By such a hash: the patterns. */
  ending: ReadonlyMap<number, Sought[]>;
}

function createTable(
  patterns: readonly Sought[],
  windowOf: (units: readonly number[], window: number) => readonly number[],
): Table {
  const window = Math.min(255, ...patterns.map(({ units }) => units.length));
  const shifts = new Uint8Array(TABLE_SIZE).fill(window - BLOCK + 1);
  const ending = new Map<number, Sought[]>();
  for (const pattern of patterns) {
    const units = windowOf(pattern.units, window);
    for (let at = 0; at + BLOCK <= window; at += 1) {
      const shift = window - BLOCK - at;
      const hash = blockHash(units[at] as number, units[at + 1] as number, units[at + 2] as number);
      shifts[hash] = Math.min(shifts[hash] as number, shift);
      if (shift === 0) ending.set(hash, [...(ending.get(hash) ?? []), pattern]);
    }
  }
  return { window, shifts, ending };
}
