import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry, FrameEntry, SessionHeader } from '../../../shared/model/entry.ts';
import { SLAB_BYTES } from '../limits.ts';
import { entryLine, readEntryLine } from './entry-line.ts';
import { LogStore } from './log-store.ts';

const header: SessionHeader = {
  format: 'loupe-session',
  version: 2,
  app: '0.0.0',
  session: 's',
  started: '2026-01-31T12:00:00.000Z',
};

const frame = (seq: number, text: string, more: Partial<FrameEntry> = {}): FrameEntry => ({
  seq,
  at: seq + 0.125,
  kind: 'frame',
  exchange: 1,
  framing: 'sse',
  body: { bytes: Buffer.byteLength(text), text },
  ...more,
});

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'loupe-log-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const AWKWARD = 'data: {"a":"\\"\\\\","b":"日本 👍\t"}\r\n\u0001\u001f\u007f\u2028\b\f\n\n';

describe('entryLine', () => {
  it('is what JSON.stringify gives, for every shape of frame', () => {
    const frames = [
      frame(1, AWKWARD),
      frame(2, 'x', { event: 'é"', id: '', retry: 0 }),
      frame(3, '', { framing: 'tail', body: { bytes: 2, base64: '//8=' } }),
      frame(4, 'x', { body: { bytes: 1, text: 'x', masked: ['/a~1b'] } }),
    ];
    for (const entry of frames) expect(entryLine(entry)).toBe(`${JSON.stringify(entry)}\n`);
  });
});

describe('LogStore', () => {
  it('holds the JSON of a frame as it came, and gives its text back to the letter', async () => {
    const path = join(folder, 'a.jsonl');
    const store = new LogStore(header, { path });
    const texts = [
      'data: {"n":110.0, "a":1,"a":2,"日本":"👍\\u0041\u2028"}\n\n',
      'data:{"lead":"none"}\n\n',
      'data: {"data":{"x":"}}"},"tail":"\\n"}  \n\n',
    ];
    for (const [index, text] of texts.entries()) {
      const bytes = Buffer.from(`before${text}after`);
      store.append(frame(index + 1, text, { at: index }), { bytes, start: 6, end: bytes.length - 5 });
    }
    await store.close();
    const lines = fs.readFileSync(path, 'utf8').split('\n').slice(1, -1);
    expect(lines).toHaveLength(texts.length);
    for (const [index, line] of lines.entries()) {
      expect(line).toContain(texts[index]?.slice(5, -2).trim());
      expect(() => JSON.parse(line)).not.toThrow();
      expect(readEntryLine(line)).toEqual(frame(index + 1, texts[index] as string, { at: index }));
    }
    const reformatted = JSON.stringify(JSON.parse(lines[1] as string), undefined, 1);
    expect(readEntryLine(reformatted)).toEqual(frame(2, texts[1] as string, { at: 1 }));
  });

  it('escapes the text of every other frame', async () => {
    const path = join(folder, 'a.jsonl');
    const store = new LogStore(header, { path });
    const entries = [
      frame(1, AWKWARD),
      frame(2, 'data: {\ndata: "a":1}\n\n'),
      frame(3, 'data: \uFEFF{}\n\n'),
      frame(1_234_567, 'data: {}\n\n', { event: 'e' }),
      frame(4, 'data: {}\n\n', { body: { bytes: 10, text: 'data: {}\n\n', masked: ['/a'] } }),
    ];
    for (const entry of entries) {
      const bytes = Buffer.from(`before${entry.body.text}after`);
      store.append(entry, { bytes, start: 6, end: bytes.length - 5 });
    }
    await store.close();
    const lines = fs.readFileSync(path, 'utf8').split('\n');
    expect(lines).toEqual([JSON.stringify(header), ...entries.map((entry) => JSON.stringify(entry)), '']);
  });

  it('reads entries back from memory and, past the bound, from the file', async () => {
    const store = new LogStore(header, { path: join(folder, 'a.jsonl'), memoryBytes: SLAB_BYTES });
    const entries: Entry[] = [];
    for (let seq = 1; seq <= 40; seq += 1) entries.push(frame(seq, `${seq} ж `.repeat(20_000)));
    entries.push(frame(41, 'z'.repeat(3 * SLAB_BYTES)), frame(42, 'end'));
    for (const entry of entries) {
      store.append(entry);
      await store.flush();
    }
    expect(await store.entry(0)).toEqual(entries[0]);
    expect(await store.entry(20)).toEqual(entries[20]);
    expect(await store.entry(40)).toEqual(entries[40]);
    expect(await store.entry(41)).toEqual(entries[41]);
    expect(await store.entry(42)).toBeUndefined();
    const text = await store.text();
    expect(text).toBe([header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));
    await store.close();
    expect(fs.readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe(text);
  });

  it('makes no file before the first entry', async () => {
    const store = new LogStore(header, { path: join(folder, 'a.jsonl') });
    await store.close();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('goes on in memory when the file cannot be written', async () => {
    const problems: string[] = [];
    const path = join(folder, 'missing', 'a.jsonl');
    const store = new LogStore(header, { path, onError: (error) => problems.push(error.message) });
    store.append(frame(1, 'x'));
    await store.flush();
    store.append(frame(2, 'y'));
    expect(problems).toHaveLength(1);
    expect(await store.entry(1)).toEqual(frame(2, 'y'));
    await store.close();
  });
});
