import { describe, expect, it } from 'vitest';
import type { Body, Framing } from '../../../shared/model/entry.ts';
import type { SseFields } from './interpret.ts';
import { createSseReader } from './reader.ts';

interface Frame {
  framing: Framing;
  body: Body;
  fields: SseFields;
}

/** Frames of a stream cut at the given lengths; the rest comes in one piece. */
function read(bytes: Buffer, cut: (offset: number) => number): Frame[] {
  const frames: Frame[] = [];
  const reader = createSseReader((framing, body, fields, source) => {
    if (source) expect(source.bytes.toString('utf8', source.start, source.end)).toBe(body.text);
    frames.push({ framing, body, fields: { ...fields } });
  });
  for (let from = 0; from < bytes.length; ) {
    const length = Math.max(1, cut(from));
    reader.push(Buffer.from(bytes.subarray(from, from + length)));
    from += length;
  }
  reader.end();
  return frames;
}

const whole = (text: string | Buffer): Frame[] => read(Buffer.from(text as string), () => Number.MAX_SAFE_INTEGER);
const bytewise = (text: string | Buffer): Frame[] => read(Buffer.from(text as string), () => 1);
const texts = (frames: Frame[]) => frames.map(({ body }) => body.text);
/** A fixed sequence of odd lengths: the same cuts in every run. */
const ragged = (seed: number) => (offset: number) => 1 + ((offset * 7919 + seed * 104_729) % 13);

const STREAMS: Record<string, string> = {
  LF: 'data: 1\n\ndata: 2\n\n',
  CRLF: 'data: 1\r\n\r\nevent: x\r\ndata: 2\r\n\r\n',
  CR: 'data: 1\r\rdata: 2\r\r',
  'several lines': 'data: {\ndata:   "a": 1\ndata: }\n\ndata\ndata:\n\n',
  comments: ': ping\n\n: a\nid: 7\n:b\ndata: 1\n\n',
  'byte order mark': '\uFEFFdata: 1\n\ndata: 2\n\n',
  'many bytes per character': 'data: "日本語 ✓ 👍 é"\n\ndata: ж\n\n',
  tail: 'data: 1\n\ndata: half',
  'tail with a line end': 'data: 1\n\ndata: half\n',
};

const MIXED = 'data: 1\r\n\ndata: 2\n\r\ndata: 3\r\r\ndata: 4\n\r';

describe.each(Object.entries(STREAMS))('a stream with %s', (_, text) => {
  it('gives the same frames for every way of cutting it', () => {
    const expected = whole(text);
    expect(texts(expected).join('')).toBe(text);
    for (const frame of expected) expect(frame.body.bytes).toBe(Buffer.byteLength(frame.body.text as string));
    expect(bytewise(text)).toEqual(expected);
    for (let seed = 0; seed < 20; seed += 1) expect(read(Buffer.from(text), ragged(seed))).toEqual(expected);
  });
});

describe('frames', () => {
  it('of mixed line ends differ by cutting at most in which side of a cut a single LF falls', () => {
    for (const cut of [() => 1, ragged(1), ragged(2), ragged(3)]) {
      const frames = read(Buffer.from(MIXED), cut);
      expect(texts(frames).join('')).toBe(MIXED);
      expect(frames.map(({ body }) => body.text?.trim())).toEqual(['data: 1', 'data: 2', 'data: 3', 'data: 4']);
    }
  });

  it('are the verbatim blocks with their blank lines', () => {
    expect(texts(whole(STREAMS.CRLF as string))).toEqual(['data: 1\r\n\r\n', 'event: x\r\ndata: 2\r\n\r\n']);
    expect(texts(whole(MIXED))).toEqual(['data: 1\r\n\n', 'data: 2\n\r\n', 'data: 3\r\r\n', 'data: 4\n\r']);
  });

  it('carry event, id and retry as the standard reads them', () => {
    const fields = (text: string) => whole(text).map((frame) => frame.fields);
    expect(fields('event: a\nid: 1\nretry: 20\ndata: x\n\n')).toEqual([{ event: 'a', id: '1', retry: 20 }]);
    expect(fields('event\nid\ndata: x\n\n')).toEqual([{ id: '' }]);
    expect(fields('id: a\0b\ndata: x\n\nretry: soon\n\n')).toEqual([{}, {}]);
    expect(fields('id: 5\n\nevent: lost\n\n')).toEqual([{ id: '5' }, {}]);
    expect(fields('\uFEFFevent: first\ndata: x\r\rid: 2\rdata: y\r\r')).toEqual([{ event: 'first' }, { id: '2' }]);
  });

  it('keep empty lines between events, without an event of their own', () => {
    const text = '\n\n\ndata: 1\n\n\n\ndata: 2\n\n\r\n\r\n';
    const frames = whole(text);
    expect(texts(frames).join('')).toBe(text);
    expect(frames.filter(({ body }) => body.text?.includes('data'))).toHaveLength(2);
    expect(bytewise(text).filter(({ body }) => body.text?.includes('data'))).toHaveLength(2);
  });

  it('left without a blank line are the tail', () => {
    expect(whole('data: 1\n\ndata: half\n').at(-1)).toMatchObject({ framing: 'tail', body: { text: 'data: half\n' } });
    expect(whole('data: 1\n\n').map(({ framing }) => framing)).toEqual(['sse']);
  });

  it('with bytes that are no UTF-8 keep their bytes, and the others their text', () => {
    const bad = Buffer.concat([
      Buffer.from('data: é 1\n\ndata: '),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('\n\ndata: ж\n\n'),
    ]);
    for (const frames of [whole(bad), bytewise(bad)]) {
      expect(texts(frames)).toEqual(['data: é 1\n\n', undefined, 'data: ж\n\n']);
      expect(Buffer.from(frames[1]?.body.base64 ?? '', 'base64')).toEqual(bad.subarray(12, 22));
      expect(frames[1]?.body.bytes).toBe(10);
    }
  });

  it('with a replacement character of the sender are still text', () => {
    const text = 'data: \uFFFD\n\ndata: é\n\n';
    expect(texts(whole(text))).toEqual(['data: \uFFFD\n\n', 'data: é\n\n']);
    expect(texts(bytewise(text))).toEqual(['data: \uFFFD\n\n', 'data: é\n\n']);
  });

  it('that end inside a character are a tail with those bytes', () => {
    const cut = Buffer.concat([Buffer.from('data: '), Buffer.from([0xe6, 0x97])]);
    expect(whole(cut)[0]).toMatchObject({ framing: 'tail', body: { bytes: 8, base64: cut.toString('base64') } });
  });
});

describe('one very large frame', () => {
  it('takes linear time when it arrives in small pieces', () => {
    const time = (size: number) => {
      const bytes = Buffer.from(`data: ${'x'.repeat(size)}\n\n`);
      const started = performance.now();
      const frames = read(bytes, () => 1_000);
      expect(frames[0]?.body.bytes).toBe(size + 8);
      return performance.now() - started;
    };
    time(1024 * 1024);
    const small = Math.min(time(2 * 1024 * 1024), time(2 * 1024 * 1024));
    const large = time(16 * 1024 * 1024);
    expect(large).toBeLessThan(Math.max(small, 5) * 40);
  });

  it('with CRLF lines takes linear time as well', () => {
    const line = `data: ${'y'.repeat(50)}\r\n`;
    const bytes = Buffer.from(`${line.repeat(80_000)}\r\n`);
    const started = performance.now();
    const frames = read(bytes, () => 16_384);
    expect(frames).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('is refused past the limit', () => {
    const reader = createSseReader(() => undefined, 100);
    expect(reader.push(Buffer.from('data: 1\n\ndata: '))).toBe(true);
    expect(reader.push(Buffer.alloc(200, 'x'))).toBe(false);
  });
});
