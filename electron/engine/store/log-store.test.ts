import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry, FrameEntry, SessionHeader } from '../../../shared/model/entry.ts';
import { SLAB_BYTES } from '../limits.ts';
import { entryLine } from './entry-line.ts';
import { LogStore } from './log-store.ts';

const header: SessionHeader = {
  format: 'loupe-session',
  version: 1,
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
  it('writes the same bytes from received bytes as from text', async () => {
    const path = join(folder, 'a.jsonl');
    const store = new LogStore(header, { path });
    const entries = [frame(1, AWKWARD), frame(2, 'data: ok\n\n', { at: 2 }), frame(1_234_567, 'x', { event: 'e' })];
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
