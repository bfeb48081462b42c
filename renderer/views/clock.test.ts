import { describe, expect, it } from 'vitest';
import { clockText } from './clock.ts';

describe('clockText', () => {
  const noon = new Date(2031, 4, 6, 14, 2, 11).getTime();
  it('shows seconds today and the day otherwise', () => {
    expect(clockText(noon, noon + 1_000)).toBe('14:02:11');
    expect(clockText(noon, noon + 26 * 3_600_000)).toBe('6 May 14:02');
  });
  it('has no words for no time', () => expect(clockText(Number.NaN)).toBe(''));
});
