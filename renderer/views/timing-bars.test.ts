import { describe, expect, it } from 'vitest';
import { timingBars } from './timing-bars.ts';

describe('timingBars', () => {
  it('leaves out steps that did not happen and never runs backwards', () => {
    expect(timingBars({ sent: 2, firstByte: 1.5, end: 9, reused: true })).toEqual([
      { step: 'sent', from: 0, to: 2 },
      { step: 'firstByte', from: 2, to: 2 },
      { step: 'end', from: 2, to: 9 },
    ]);
  });
});
