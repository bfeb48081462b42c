import { describe, expect, it } from 'vitest';
import { endOf, OVERSCAN_ROWS, reveal, SCALED_ABOVE_ROWS, scrollHeight, windowAt } from './virtual.ts';

const size = (count: number) => ({ count, row: 22, viewport: 440 });
/** Chromium's cap, px. */
const CAP = 33_554_432;

describe('list window', () => {
  it('draws the viewport and its overscan, whatever the count', () => {
    for (const count of [100, 100_000, 5_000_000]) {
      const { first, last } = windowAt(size(count), endOf(size(count)) / 2);
      expect(last - first).toBeLessThanOrEqual(440 / 22 + 2 * OVERSCAN_ROWS + 2);
    }
  });

  it('places rows at their own pixel below the cap', () => {
    expect(windowAt(size(1_000), 2_200)).toEqual({ first: 94, last: 126, offset: 94 * 22 });
  });

  it('stays below the height Chromium can scroll and still reaches both ends', () => {
    const long = size(5 * SCALED_ABOVE_ROWS);
    expect(scrollHeight(long)).toBeLessThan(CAP);
    expect(windowAt(long, 0).first).toBe(0);
    expect(windowAt(long, endOf(long)).last).toBe(long.count);
  });

  it('keeps the last row at the bottom edge when scaled', () => {
    const long = size(3 * SCALED_ABOVE_ROWS);
    const end = endOf(long);
    const { first, offset } = windowAt(long, end);
    const bottom = offset + (long.count - first) * 22;
    expect(bottom - end).toBeCloseTo(440, -1);
  });

  it('reveals a row only when it is out of view', () => {
    expect(reveal(size(1_000), 0, 5)).toBeUndefined();
    expect(reveal(size(1_000), 0, 20)).toBe(22);
    expect(reveal(size(1_000), 2_200, 50)).toBe(1_100);
    const long = size(4_000_000);
    const target = reveal(long, 0, 2_000_000) ?? 0;
    const { first, last } = windowAt(long, target);
    expect(first).toBeLessThan(2_000_000);
    expect(last).toBeGreaterThan(2_000_000);
  });

  it('draws nothing for an empty list', () => {
    expect(windowAt(size(0), 0)).toEqual({ first: 0, last: 0, offset: 0 });
  });
});
