import { describe, expect, it } from 'vitest';
import { fromBase64, hexLines } from './hex.ts';

describe('hexLines', () => {
  it('shows every byte and keeps unprintable ones out of the text column', () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => (index === 0 ? 0xff : 0x40 + index));
    const text = hexLines(fromBase64(btoa(String.fromCharCode(...bytes))));
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('00000000  ff 41 42');
    expect(text).toContain('.ABC');
    expect(text.split('\n')[1]).toContain('00000010  50 51 52 53');
  });
});
