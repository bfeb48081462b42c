import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Entry, FrameEntry, SessionHeader } from '../../shared/model/entry.ts';
import { entryText } from './entry-text.ts';
import { BUILT_IN_LENSES } from './lenses/lens-set.ts';
import { Session } from './session.ts';
import { openSessionFile, type SessionFile } from './store/session-reader.ts';
import { value } from './testing/engines.ts';
import { findEntries } from './wire-find.ts';

const folder = fs.mkdtempSync(join(tmpdir(), 'loupe-find-'));
const files: SessionFile[] = [];
afterAll(async () => {
  for (const file of files) await file.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const header: SessionHeader = {
  format: 'loupe-session',
  version: 2,
  app: '0',
  session: 's',
  started: '2026-01-01T00:00:00Z',
};

const frame = (text: string): Omit<FrameEntry, 'seq'> => ({
  at: 1,
  kind: 'frame',
  exchange: 1,
  framing: 'sse',
  body: { bytes: Buffer.byteLength(text), text },
});

/** A line as the recorder writes it: the JSON of the frame stands in it as it came. */
const embedded = (seq: number, json: string): string =>
  `{"seq":${seq},"at":1,"kind":"frame","exchange":1,"framing":"sse","body":{"bytes":9,"lead":"data: ","tail":"\\n\\n","data":${json}}}`;

async function sessionOf(lines: readonly string[]): Promise<Session> {
  const path = join(folder, 's.jsonl');
  fs.writeFileSync(path, `${[JSON.stringify(header), ...lines].join('\n')}\n`);
  const session = new Session(header, BUILT_IN_LENSES, false);
  const file = value(await openSessionFile(path, () => (entry) => session.push(entry)));
  files.push(file);
  session.source = file;
  return session;
}

async function seqsOf(session: Session, words: readonly string[], after = 0): Promise<number[]> {
  const seqs: number[] = [];
  for (let scanned = after, done = false; !done; ) {
    const found = await findEntries(session, words, scanned);
    seqs.push(...found.hits.map(({ seq }) => seq));
    ({ scanned, done } = found);
  }
  return seqs;
}

const LINES = [
  JSON.stringify({
    seq: 1,
    at: 0,
    kind: 'request',
    exchange: 1,
    agent: 'agent-7',
    operation: 'SendMessage',
    method: 'POST',
    url: 'http://h.example/RPC?tenant=A&b=<c>',
    headers: [['Content-Type', 'application/json']],
    body: { bytes: 2, text: '{"say":"it\'s \\"Über\\" 東京\\n"}' },
  }),
  // Between entries a line may be none.
  'Content-Type is no entry',
  JSON.stringify({ seq: 2, ...frame(': Hello\n\n') }),
  embedded(3, '{"Text":"Step #17/20","more":"caf\\u00e9 東京"}'),
  // Written anew by a program that keeps to ASCII.
  String.raw`{"seq":4,"at":1,"kind":"frame","exchange":1,"framing":"line","body":{"bytes":9,"text":"\u6771\u4eac \/ \u003cb>"}}`,
  JSON.stringify({ seq: 5, ...frame('data: {"state":"DONE"}\r\n\r\n') }),
  JSON.stringify({
    seq: 6,
    at: 2,
    kind: 'end',
    exchange: 1,
    cause: 'complete',
    timings: {},
    bytes: 9,
    trailers: [['X-Trace', 'Z9']],
  }),
];

const SEARCHES = [
  ['content-type: application/json'],
  ['post http'],
  ['tenant=a&b=<c>'],
  ['"say":"it\'s'],
  ['über'],
  ['東京'],
  ['東', 'step'],
  ['#17/20'],
  ['17', '20', 'text'],
  ['caf\\u00e9'],
  ['hello\n'],
  ['data: {'],
  ['\r\n'],
  ['<b>'],
  ['done'],
  ['x-trace: z9'],
  ['a'],
  ['"'],
  ['agent-7'],
  ['framing'],
  ['e'],
  ['none of that'],
];

describe('a search in the bytes', () => {
  it.each(SEARCHES)('finds %j in just those entries that say it', async (...words) => {
    const session = await sessionOf(LINES);
    const expected: number[] = [];
    for (let index = 0; index < session.rows.length; index += 1) {
      const text = entryText((await session.source?.entry(index)) as Entry).toLowerCase();
      if (words.every((word) => text.includes(word))) expected.push(index + 1);
    }
    expect(await seqsOf(session, words)).toEqual(expected);
  });

  it('answers with a part of a long session and goes on from there', async () => {
    const lines = Array.from({ length: 120_000 }, (_, index) => embedded(index + 1, `{"n":"Word ${index + 1}"}`));
    const session = await sessionOf(lines);
    expect(await seqsOf(session, ['word'])).toHaveLength(120_000);
    expect(await seqsOf(session, ['word 99999'])).toEqual([99_999]);
    expect(await seqsOf(session, ['word 6'], 69_998)).toHaveLength(1);
    expect(await findEntries(session, ['word'], 120_000)).toEqual({ hits: [], scanned: 120_000, done: true });
  });

  it('ends early for nobody', async () => {
    const lines = Array.from({ length: 120_000 }, (_, index) => embedded(index + 1, '{"n":"Word"}'));
    const stop = new AbortController();
    stop.abort();
    const found = await findEntries(await sessionOf(lines), ['word'], 0, stop.signal);
    expect(found).toMatchObject({ done: false });
    expect(found.scanned).toBeLessThan(120_000);
  });
});
