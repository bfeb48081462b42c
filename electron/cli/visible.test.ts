import { describe, expect, it } from 'vitest';
import { cut, visibleBlock, visibleLine } from './visible.ts';

describe('visible text', () => {
  it('spells out characters that steer a terminal or turn text around', () => {
    expect(visibleBlock('a\u001b[31mred\u0007')).toBe('a\\u001b[31mred\\u0007');
    expect(visibleBlock('user\u202egpj.exe')).toBe('user\\u202egpj.exe');
    expect(visibleBlock('\u009b2J')).toBe('\\u009b2J');
  });

  it('keeps line breaks and tabs in blocks and makes one line of the rest', () => {
    expect(visibleBlock('a\r\n\tb')).toBe('a\n\tb');
    expect(visibleLine(' a\n\n\tb ')).toBe('a b');
    expect(visibleLine('naïve 文 👍')).toBe('naïve 文 👍');
  });

  it('cuts with an ellipsis within the length', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('abcd', 4)).toBe('abcd');
  });
});
