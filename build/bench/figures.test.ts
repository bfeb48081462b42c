import { describe, expect, it } from 'vitest';
import { goalLine, median, short, summaryLine, table, thousands, verdict } from './figures.mjs';

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

  it('judges lower bounds the other way round', () => {
    const goal = { id: 'P2', what: '', unit: '', goal: 30, gate: 10, atLeast: true as const };
    expect([30, 29, 10, 9].map((value) => verdict(value, goal))).toEqual([
      'met',
      'within the gate',
      'within the gate',
      'missed',
    ]);
  });

  it('sums a goal up by its worst figure', () => {
    const visible = { id: 'P3', what: 'web last visible ratio', unit: 'wall', goal: 5, gate: 10 };
    const lost = { id: 'P3', what: 'web not stored', unit: 'events', goal: 0 };
    const results = [
      { value: 4.13, goal: visible },
      { value: 0, goal: lost },
    ];
    expect(summaryLine('P3', results)).toBe(
      'P3 ratio 4.1 goal 5 gate 10 met (web last visible ratio, wall; worst of 2)',
    );
    expect(summaryLine('P3', [...results].reverse())).toMatch(/^P3 ratio 4.1 goal 5/);
    expect(summaryLine('P3', results.slice(1))).toBe('P3 events 0 goal 0 met (web not stored)');
    expect(summaryLine('P3', [...results, { value: 6, goal: visible }])).toMatch(/^P3 ratio 6 goal 5 gate 10 within/);
    expect(summaryLine('P3', [...results, { value: 2, goal: lost }])).toMatch(/^P3 events 2 goal 0 missed/);
    expect(summaryLine('P3', [...results, { value: Number.NaN, goal: visible }])).toMatch(/not measured/);
    expect(summaryLine('P9', [])).toBe('P9 not measured');
  });

  it('prints one line per figure', () => {
    const goal = { id: 'P1', what: 'status 10k ratio', unit: 'CPU', goal: 2, gate: 2.5 };
    expect(goalLine({ value: 1.93, goal })).toBe('P1 status 10k ratio 1.9 CPU (goal 2 gate 2.5) met');
    expect(goalLine({ value: 60, goal: { id: 'P5', what: 'longest task', unit: 'ms', gate: 50 } })).toBe(
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
