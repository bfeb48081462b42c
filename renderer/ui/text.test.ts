import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, oneLine, shortId, showHidden } from './text.ts';

describe('showHidden', () => {
  it('shows control and bidi characters, and leaves joiners, letters and line breaks alone', () => {
    expect(showHidden('a\u202eb\u0000c\u200bd')).toBe('a\\u202eb\\u0000c\\u200bd');
    for (const text of ['👩\u200d🚀', 'می\u200cخواهم', 'один\nдва', '日本語\tテスト'])
      expect(showHidden(text)).toBe(text);
  });
});

describe('oneLine', () => {
  it('draws breaks as a mark and cuts before layout', () => {
    expect(oneLine('a\r\nb\nc')).toBe('a\u2009↵\u2009b\u2009↵\u2009c');
    expect(oneLine('x'.repeat(600))).toHaveLength(513);
  });
});

describe('shortId', () => {
  it('keeps both ends, and more of them when told', () => {
    expect(shortId('7647d0b2-1111-4222-8333-94449999c8f1')).toBe('7647…c8f1');
    expect(shortId('7647d0b2-1111-4222-8333-94449999c8f1', 4)).toBe('7647d0b2…9999c8f1');
    expect(shortId('task-1')).toBe('task-1');
  });
});

describe('sizes and times', () => {
  it.each([
    [742, '742 B'],
    [1_000, '1.0 kB'],
    [16_800, '16.8 kB'],
    [999_960, '1.0 MB'],
  ])('%i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
  it.each([
    [41.2, '41 ms'],
    [2_370, '2.37 s'],
    [15_420, '15.4 s'],
    [72_000, '1 min 12 s'],
  ])('%f ms', (ms, text) => expect(formatDuration(ms)).toBe(text));
});
