import { describe, expect, it } from 'vitest';
import { fitCount } from './fit.ts';

describe('fitCount', () => {
  it('keeps everything that fits without room for the button', () => {
    expect(fitCount([50, 50, 50], 4, 158, 30)).toBe(3);
  });

  it('makes room for the button as soon as one item does not fit', () => {
    expect(fitCount([50, 50, 50], 4, 157, 30)).toBe(2);
    expect(fitCount([50, 50, 50], 4, 137, 30)).toBe(1);
  });

  it('keeps nothing in no space', () => {
    expect(fitCount([50], 4, 20, 30)).toBe(0);
    expect(fitCount([], 4, 0, 30)).toBe(0);
  });
});
