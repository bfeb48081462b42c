import { describe, expect, it } from 'vitest';
import { goalLine, median, short, table, thousands, verdict } from './figures.mjs';

describe('figures', () => {
  it('takes the middle, whatever the order and the number of rounds', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([4, 10, 2, 1])).toBe(3);
    expect(median([])).toBeNaN();
  });

  it('keeps the digits that say something', () => {
    expect([1.2345, 0.1234, 12.34, 234.5, 12345.6, 33].map(short)).toEqual([
      '1.2',
      '0.12',
      '12.3',
      '235',
      '12346',
      '33',
    ]);
    expect(short(Number.NaN)).toBe('-');
  });

  it('judges against the goal first, then against the gate', () => {
    const goal = { id: 'P1', what: '', unit: '', goal: 2, gate: 2.5 };
    expect([2, 2.1, 2.5, 2.51, Number.NaN].map((value) => verdict(value, goal))).toEqual([
      'met',
      'within the gate',
      'within the gate',
      'missed',
      'not measured',
    ]);
    expect(verdict(2.1, { ...goal, gate: undefined })).toBe('missed');
    expect(verdict(2.1, { ...goal, goal: undefined })).toBe('met');
  });

  it('prints one line per goal', () => {
    const goal = { id: 'P1', what: 'status 10k ratio', unit: 'CPU', goal: 2, gate: 2.5 };
    expect(goalLine(1.93, goal)).toBe('P1 status 10k ratio 1.9 CPU (goal 2 gate 2.5) met');
    expect(goalLine(60, { id: 'P5', what: 'longest task', unit: 'ms', gate: 50 })).toBe(
      'P5 longest task 60 ms (gate 50) missed',
    );
  });

  it('sets words to the left, numbers to the right, and leaves out what is missing', () => {
    expect(
      table([
        { load: 'a', ms: 5 },
        { load: 'long', ms: 1234, MB: 7 },
      ]),
    ).toEqual(['load    ms  MB', 'a        5', 'long  1234   7']);
  });

  it('shortens round counts only', () => {
    expect([10_000, 3_000, 1_500].map(thousands)).toEqual(['10k', '3k', '1500']);
  });
});
