import { describe, expect, it } from 'vitest';
import type { Body, Framing } from '../../../shared/model/entry.ts';
import { createLineReader } from './line-reader.ts';

function read(bytes: Buffer, size: number, complete = true): [Framing, Body][] {
  const frames: [Framing, Body][] = [];
  const reader = createLineReader((framing, body) => frames.push([framing, body]));
  for (let at = 0; at < bytes.length; at += size) reader.push(Buffer.from(bytes.subarray(at, at + size)));
  reader.end(complete);
  return frames;
}
const texts = (text: string, size = 1_000, complete = true) =>
  read(Buffer.from(text), size, complete).map(([framing, body]) => `${framing} ${body.text}`);

describe('lines of JSON', () => {
  it('are one frame each, wherever the bytes are cut', () => {
    const text = '{"a":1}\n\r\n{"é":"日本"}\r\n"last"';
    const expected = ['line {"a":1}\n', 'line \r\n', 'line {"é":"日本"}\r\n', 'line "last"'];
    for (const size of [1, 2, 3, 7, 1_000]) expect(texts(text, size)).toEqual(expected);
  });

  it('that were cut off are the tail', () => {
    expect(texts('{"a":1}\n{"b', 3, false)).toEqual(['line {"a":1}\n', 'tail {"b']);
    expect(texts('{"a":1}\n', 3, false)).toEqual(['line {"a":1}\n']);
  });

  it('end at each line end, even inside a value, so that one bad line spoils no other', () => {
    expect(texts('{"a":\n{"b":1}\n')).toEqual(['line {"a":\n', 'line {"b":1}\n']);
  });

  it('that are no UTF-8 keep their bytes', () => {
    const frames = read(Buffer.from([0x22, 0xff, 0x22, 0x0a, 0x31, 0x0a]), 1);
    expect(frames.map(([, body]) => body)).toEqual([
      { bytes: 4, base64: Buffer.from([0x22, 0xff, 0x22, 0x0a]).toString('base64') },
      { bytes: 2, text: '1\n' },
    ]);
  });

  it('past the limit end the reading', () => {
    const reader = createLineReader(() => undefined, 10);
    expect(reader.push(Buffer.from('{"a":1}\n'))).toBe(true);
    expect(reader.push(Buffer.alloc(11, 0x20))).toBe(false);
  });

  it('in one large piece after the other take linear time', () => {
    const line = Buffer.from(`{"x":"${'y'.repeat(1_600_000)}"}\n`);
    const started = performance.now();
    expect(read(line, 1_000)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a JSON text sequence', () => {
  it('is one frame a record, also over several lines', () => {
    const records = ['\x1e{"a":1}\n', '\x1e{\n "b": "}\\"\n",\n "c": [\n]\n}\n', '\x1e"x"\n'];
    for (const size of [1, 4, 1_000])
      expect(texts(records.join(''), size)).toEqual(records.map((one) => `line ${one}`));
  });

  it('begins anew at each separator after a record that was not finished', () => {
    expect(texts('\x1e{"a":[\n\x1e{"b":1}\n')).toEqual(['line \x1e{"a":[\n', 'line \x1e{"b":1}\n']);
  });
});
