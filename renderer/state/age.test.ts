import { describe, expect, it } from 'vitest';
import { ageText, clockOf } from './age.ts';

const now = new Date(2025, 10, 30, 14, 0, 0).getTime();
const ago = (minutes: number) => ageText(now - minutes * 60_000, now);

describe('ages', () => {
  it('grows coarser with distance', () => {
    expect([0.5, 12, 65, 14 * 60 + 30].map(ago)).toEqual(['now', '12 min', '1 h', 'yesterday']);
    expect(ageText(new Date(2025, 10, 3, 9).getTime(), now)).toBe('3 Nov');
    expect(ageText(new Date(2024, 10, 3, 9).getTime(), now)).toBe('3 Nov 2024');
  });

  it('says nothing about a time that is none', () => {
    expect(ageText(Number.NaN, now)).toBe('');
  });
});

describe('clocks', () => {
  it('counts minutes, seconds and tenths', () => {
    expect(clockOf(15_440, true)).toBe('0:15.4');
    expect(clockOf(723_000)).toBe('12:03');
    expect(clockOf(3_723_000)).toBe('1:02:03');
    expect(clockOf(-5)).toBe('0:00');
  });
});
