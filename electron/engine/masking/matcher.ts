/** Characters that are looked at together. Three of them are rare enough in JSON to skip far. */
const BLOCK = 3;
/** Entries of the table; a power of two that stays in the processor's first cache. */
const TABLE_SIZE = 8_192;

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
  const chars = createTable(
    exact.map((text) => unitsOf(text)),
    anyCase.map((text) => unitsOf(text)),
  );
  const utf8 = createTable(
    exact.map((text) => [...Buffer.from(text, 'utf8')]),
    anyCase.map((text) => unitsOf(text)),
  );
  return {
    inText(text, from = 0) {
      const { shifts, window } = chars;
      const last = text.length - BLOCK;
      for (let at = from + window - BLOCK; at <= last; ) {
        const hash = blockHash(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
        const shift = shifts[hash] as number;
        if (shift === 0) {
          const start = at - window + BLOCK;
          if (chars.standsAt(hash, start, text.length, (index) => text.charCodeAt(index))) return start;
          at += 1;
        } else at += shift;
      }
      return -1;
    },
    inBytes(bytes, start, end) {
      const { shifts, window } = utf8;
      const unitAt = (index: number) => bytes[index] as number;
      const begins = (hash: number, at: number) => utf8.standsAt(hash, at - window + BLOCK, end, unitAt);
      // A step waits for the table to say where the next one is. Two halves at a time wait half as long.
      let first = start + window - BLOCK;
      let second = Math.max(first, (start + end) >> 1);
      const border = second;
      const last = end - BLOCK;
      while (second <= last && first < border) {
        const a = blockHash(bytes[first] as number, bytes[first + 1] as number, bytes[first + 2] as number);
        const b = blockHash(bytes[second] as number, bytes[second + 1] as number, bytes[second + 2] as number);
        const stepA = shifts[a] as number;
        const stepB = shifts[b] as number;
        if ((stepA === 0 && begins(a, first)) || (stepB === 0 && begins(b, second))) return true;
        first += stepA || 1;
        second += stepB || 1;
      }
      const scan = (from: number, to: number): boolean => {
        for (let at = from; at < to; ) {
          const hash = blockHash(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number);
          const step = shifts[hash] as number;
          if (step === 0 && begins(hash, at)) return true;
          at += step || 1;
        }
        return false;
      };
      return scan(first, Math.min(border, last + 1)) || scan(second, last + 1);
    },
  };
}

const blockHash = (a: number, b: number, c: number): number => ((a << 8) ^ (b << 4) ^ c) & (TABLE_SIZE - 1);

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

interface Table {
  window: number;
  /** By the hash of a block: how far the window can move on; 0 when it may be the end of a pattern's first window. */
  shifts: Uint8Array;
  standsAt(hash: number, start: number, end: number, unitAt: (index: number) => number): boolean;
}

function createTable(exact: readonly number[][], anyCase: readonly number[][]): Table {
  const patterns = [
    ...exact.map((units) => ({ units, fold: false })),
    ...anyCase.map((units) => ({ units, fold: true })),
  ];
  const window = Math.min(255, ...patterns.map(({ units }) => units.length));
  const shifts = new Uint8Array(TABLE_SIZE).fill(window - BLOCK + 1);
  const ending = new Map<number, typeof patterns>();
  for (const pattern of patterns) {
    const { units, fold } = pattern;
    for (let at = 0; at + BLOCK <= window; at += 1) {
      const shift = window - BLOCK - at;
      for (const hash of hashesOf(units.slice(at, at + BLOCK), fold)) {
        shifts[hash] = Math.min(shifts[hash] as number, shift);
        if (shift === 0) ending.set(hash, [...(ending.get(hash) ?? []), pattern]);
      }
    }
  }
  return {
    window,
    shifts,
    standsAt(hash, start, end, unitAt) {
      for (const { units, fold } of ending.get(hash) ?? []) {
        if (start + units.length > end) continue;
        let index = 0;
        while (index < units.length && (fold ? lower(unitAt(start + index)) : unitAt(start + index)) === units[index]) {
          index += 1;
        }
        if (index === units.length) return true;
      }
      return false;
    },
  };
}

/** Words that are found in any case are the same in every search. */
const folded = new Map<string, readonly number[]>();

/** Hashes of a block, for words in any case in every mix of cases. */
function hashesOf(block: readonly number[], fold: boolean): readonly number[] {
  if (!fold) return [blockHash(block[0] as number, block[1] as number, block[2] as number)];
  const key = String.fromCharCode(...block);
  const known = folded.get(key) ?? foldedHashes(block);
  folded.set(key, known);
  return known;
}

function foldedHashes(block: readonly number[]): number[] {
  let blocks = [[] as number[]];
  for (const unit of block) {
    blocks = blocks.flatMap((begun) => [...new Set([unit, upper(unit)])].map((spelling) => [...begun, spelling]));
  }
  return [...new Set(blocks.map(([a, b, c]) => blockHash(a as number, b as number, c as number)))];
}

const lower = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
const upper = (code: number): number => (code >= 0x61 && code <= 0x7a ? code - 0x20 : code);
