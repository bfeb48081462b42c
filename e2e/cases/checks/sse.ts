import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSseReader } from '../../../electron/engine/sse/reader.ts';
import { sseData } from '../../../shared/a2a/reduce/sse-data.ts';
import type { Body } from '../../../shared/model/entry.ts';
import { fill } from '../case-file.ts';
import { type Check, differences, type Run } from './check.ts';

/** Seeds of the random ways of cutting a file. */
const SEEDS = [1, 2, 3, 4, 5];
/** Longest piece of a random cut, bytes. */
const LONGEST_PIECE = 40;

interface Parsed {
  messages: { event?: string; lastEventId: string; data: string }[];
  retry_ms?: number;
  undispatched_tail: boolean;
}

const textOf = (body: Body): string => body.text ?? Buffer.from(body.base64 ?? '', 'base64').toString('utf8');

/** What the product's own reader makes of a stream that arrives in pieces of the given lengths. */
function parse(bytes: Buffer, pieceLength: () => number): Parsed {
  const parsed: Parsed = { messages: [], undispatched_tail: false };
  let lastEventId = '';
  const reader = createSseReader((framing, body, fields) => {
    if (framing === 'tail') {
      parsed.undispatched_tail = true;
      return;
    }
    if (fields.id !== undefined) lastEventId = fields.id;
    if (fields.retry !== undefined) parsed.retry_ms = fields.retry;
    const data = sseData(textOf(body));
    if (data === undefined) return;
    parsed.messages.push({ ...(fields.event !== undefined && { event: fields.event }), lastEventId, data });
  });
  for (let from = 0; from < bytes.length; ) {
    const to = from + pieceLength();
    reader.push(Buffer.from(bytes.subarray(from, to)));
    from = to;
  }
  reader.end();
  return parsed;
}

/** The same pieces in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return 1 + (state % LONGEST_PIECE);
  };
}

interface ExpectedParse extends Partial<Parsed> {
  file: string;
  RPC_ID?: unknown;
}

/** The file's bytes through the reader, cut in every way: whole, byte by byte, and in random pieces. */
export const sseParse: Check = ({ file, RPC_ID = 1, ...wanted }: ExpectedParse, run: Run) => {
  const stored = readFileSync(join(run.folder, file)).toString('latin1');
  const bytes = Buffer.from(fill(stored, run.places, JSON.stringify(RPC_ID)), 'latin1');
  const ways: [name: string, pieceLength: () => number][] = [
    ['whole', () => bytes.length],
    ['byte by byte', () => 1],
    ...SEEDS.map((seed): [string, () => number] => [`random pieces ${seed}`, random(seed)]),
  ];
  return ways.flatMap(([name, pieceLength]) => differences(`sse_parse, ${name}`, wanted, parse(bytes, pieceLength)));
};

/** Ids in force at each event that carried one, in the order of arrival. */
export const lastEventIds: Check = (wanted: string[], { played }) => {
  const inForce = new Map<number, string>();
  const ids = played.entries.flatMap(({ entry, data }) => {
    if (entry.kind !== 'frame' || entry.framing !== 'sse') return [];
    if (entry.id !== undefined) inForce.set(entry.exchange, entry.id);
    const id = inForce.get(entry.exchange);
    return data === undefined || !id ? [] : [id];
  });
  return differences('last_event_ids', wanted, ids);
};

export const retryMs: Check = (wanted: number, { played }) => {
  const seen = played.entries.flatMap(({ entry }) => (entry.kind === 'frame' ? (entry.retry ?? []) : []));
  return differences('retry_ms', wanted, seen.pop());
};

/** Blocks that hold a comment and nothing to dispatch. */
export const heartbeatsSeen: Check = (wanted: number, { played }) => {
  const beats = played.entries.filter(
    ({ entry, row }) =>
      row.kind === 'comment' && entry.kind === 'frame' && /^\uFEFF?:|[\r\n]:/.test(textOf(entry.body)),
  );
  return differences('heartbeats_seen', wanted, beats.length);
};

/** True: no answer of the run was taken for an event stream. */
export const notSse: Check = (wanted: boolean, { played }) => {
  const streams = played.entries.some(({ entry }) => entry.kind === 'frame' && entry.framing === 'sse');
  return differences('not_sse', wanted, !streams);
};
