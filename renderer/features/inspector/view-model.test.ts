import { describe, expect, it } from 'vitest';
import { hexLines, timingBars } from './view-model.ts';

describe('timingBars', () => {
  it('leaves out steps that did not happen and never runs backwards', () => {
    expect(timingBars({ sent: 2, firstByte: 1.5, end: 9, reused: true })).toEqual([
      { step: 'sent', from: 0, to: 2 },
      { step: 'firstByte', from: 2, to: 2 },
      { step: 'end', from: 2, to: 9 },
    ]);
  });
});

describe('hexLines', () => {
  it('shows every byte and keeps unprintable ones out of the text column', () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => (index === 0 ? 0xff : 0x40 + index));
    const text = hexLines(btoa(String.fromCharCode(...bytes)));
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('00000000  ff 41 42');
    expect(text).toContain('.ABC');
    expect(text.split('\n')[1]).toContain('00000010  50 51 52 53');
  });
});
