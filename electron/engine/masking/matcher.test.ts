import { describe, expect, it } from 'vitest';
import { createMatcher } from './matcher.ts';

/** The same numbers in every run. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

describe('a search for many patterns', () => {
  it('finds what a search one by one finds, in text and in bytes', () => {
    const next = random(7);
    const letters = 'abAB"é日';
    const word = (length: number) => Array.from({ length }, () => letters[next(letters.length)]).join('');
    let found = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const exact = Array.from({ length: next(4) }, () => word(3 + next(3)));
      const anyCase = Array.from({ length: 1 + next(2) }, () =>
        word(3 + next(3))
          .replace(/[^abAB]/g, 'a')
          .toLowerCase(),
      );
      const text = word(next(60));
      const places = [
        ...exact.map((pattern) => text.indexOf(pattern)),
        ...anyCase.map((pattern) => text.replace(/[AB]/g, (char) => char.toLowerCase()).indexOf(pattern)),
      ].filter((place) => place >= 0);
      const expected = places.length === 0 ? -1 : Math.min(...places);
      if (expected >= 0) found += 1;
      const matcher = createMatcher({ exact, anyCase });
      expect(matcher.inText(text)).toBe(expected);
      const bytes = Buffer.from(`xx${text}${word(8)}`);
      const end = 2 + Buffer.byteLength(text);
      expect(matcher.inBytes(bytes, 2, end)).toBe(expected >= 0);
    }
    expect(found).toBeGreaterThan(500);
  });
});
