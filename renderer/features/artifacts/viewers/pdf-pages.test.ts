import { describe, expect, it } from 'vitest';
import { MAX_SCALE, PAGE_GAP, PageColumn, zoomed } from './pdf-pages.ts';

const A4 = { width: 800, height: 1_000 };

describe('PageColumn', () => {
  const column = new PageColumn(4, A4, new Map([[1, { width: 1_000, height: 400 }]]), 0.5);

  it('lays pages below each other', () => {
    expect(column.tops).toEqual([12, 524, 736, 1_248, 1_760]);
    expect(column.height).toBe(4 * PAGE_GAP + 3 * 500 + 200 + PAGE_GAP);
    expect(column.sizeOf(1)).toEqual({ width: 500, height: 200 });
  });

  it('knows the pages in view', () => {
    expect(column.within(0, 300)).toEqual({ first: 0, last: 1 });
    expect(column.within(600, 700)).toEqual({ first: 1, last: 4 });
    expect(column.within(1_700, 9_000)).toEqual({ first: 3, last: 4 });
  });
});

it('zoomed goes to the next step and ends', () => {
  expect(zoomed(0.93, 1)).toBe(1);
  expect(zoomed(0.93, -1)).toBe(0.8);
  expect(zoomed(1, 1)).toBe(1.25);
  expect(zoomed(MAX_SCALE, 1)).toBe(MAX_SCALE);
  expect(zoomed(0.1, -1)).toBe(0.1);
});
