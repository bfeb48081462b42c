import { describe, expect, it } from 'vitest';
import { secondsText, toMilliseconds } from './seconds.ts';

describe('a time typed in seconds', () => {
  it('is read with a point, a comma or neither', () => {
    expect(['0', '300', '0.5', '1,25', ' 7 '].map(toMilliseconds)).toEqual([0, 300_000, 500, 1_250, 7_000]);
  });

  it('is none when it is empty, negative, too long for a timer or no number', () => {
    for (const text of ['', '-1', '1e3', 'soon', '3000000', '1.', '5 s']) expect(toMilliseconds(text)).toBeUndefined();
  });

  it('is written back as it was typed', () => {
    expect([0, 500, 300_000].map(secondsText)).toEqual(['0', '0.5', '300']);
  });
});
