import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createConversation } from '../../../shared/a2a/reduce/conversation.ts';
import { createFold } from '../../../shared/a2a/reduce/fold.ts';
import { createOutcome } from '../../../shared/a2a/reduce/outcome.ts';
import { reduceTask, type TaskView } from '../../../shared/a2a/reduce/task.ts';
import { createTree } from '../../../shared/a2a/reduce/tree.ts';
import type { BindingId, Body, DialectId, EndCause, Entry, Framing } from '../../../shared/model/entry.ts';
import { OPERATION_NAMES } from '../../../shared/model/operation.ts';
import { ASKING_STREAM, COMPLETED_STREAM } from '../testing/recorded-streams.ts';
import { createLineReader } from '../transports/line-reader.ts';
import { createSseReader } from './reader.ts';

const ROUNDS = 20_000;
const SEED = 20_261_130;
/** A single answer of a few kilobytes takes far less; more is a hang, milliseconds. */
const ROUND_LIMIT_MS = 2_000;
const TIMEOUT_MS = 60_000;
/** Bytes of the recorded answers that are taken. */
const SAMPLE_LIMIT_BYTES = 6_000;

/** A small generator, so that a failing round can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Sample {
  type: string;
  bytes: Buffer;
}

const EVENT_STREAM = 'text/event-stream';

/** What servers really answered. Recorded traffic lies beside the repository on machines that have it. */
function samples(): Sample[] {
  const lines = COMPLETED_STREAM.split('\r\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6));
  const own: Sample[] = [
    { type: EVENT_STREAM, bytes: Buffer.from(COMPLETED_STREAM) },
    { type: EVENT_STREAM, bytes: Buffer.from(ASKING_STREAM) },
    { type: EVENT_STREAM, bytes: Buffer.from(COMPLETED_STREAM.replace(/\r\n/g, '\r')) },
    { type: 'application/x-ndjson', bytes: Buffer.from(`${lines.join('\n')}\n`) },
    { type: 'application/json-seq', bytes: Buffer.from(lines.map((line) => `\x1e${line}\n`).join('')) },
    { type: 'application/json', bytes: Buffer.from(lines[0] ?? '') },
    { type: 'text/html', bytes: Buffer.from('<!doctype html><h1>502 Bad Gateway</h1>') },
  ];
  const folder = fileURLToPath(new URL('../../../../shared/captures', import.meta.url));
  if (!existsSync(folder)) return own;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.http'));
  for (const name of files.sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    const answer = /### RESPONSE[^\n]*\n([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(text);
    const type = /^content-type:\s*([^;\r\n]+)/im.exec(answer?.[1] ?? '')?.[1] ?? '';
    const bytes = Buffer.from(answer?.[2] ?? '');
    if (bytes.length > 0 && bytes.length <= SAMPLE_LIMIT_BYTES) own.push({ type, bytes });
  }
  return own;
}

/** Bytes and words at which readers tend to go wrong. */
const ODD = [
  '\r',
  '\n',
  '\r\n\r\n',
  '\n\n',
  '\uFEFF',
  '\x1e',
  '\0',
  ':',
  'data:',
  'id:\n',
  'retry: 9e9\n',
  'event: error\n',
]
  .concat(['"', '\\', '{', '}', '[', ']', ',', 'null', '1e999', '-0', '""', '\\ud800', '👍', '\u2028', '{"a":'])
  .concat(['"task":', '"error":', '"status":', '"parts":', '"__proto__":', '"kind":"task",', '"append":true,'])
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0xff]), Buffer.from([0xe6, 0x97]), Buffer.from([0xc3]), Buffer.alloc(300, 0x5b)]);

function mutate(bytes: Buffer, other: Buffer, next: () => number): Buffer {
  const at = (length: number) => Math.floor(next() * (length + 1));
  let result = Buffer.from(bytes);
  for (let times = 1 + Math.floor(next() * 4); times > 0; times -= 1) {
    const [one, two] = [at(result.length), at(result.length)];
    const [from, to] = one < two ? [one, two] : [two, one];
    switch (Math.floor(next() * 8)) {
      case 0:
        if (one < result.length) result[one] = Math.floor(next() * 256);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, from), result.subarray(Math.min(to, from + 40))]);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, to), result.subarray(from)]);
        break;
      case 3:
        result = result.subarray(0, one);
        break;
      case 4: {
        const place = at(other.length);
        result = Buffer.concat([result.subarray(0, from), other.subarray(place, place + 200), result.subarray(to)]);
        break;
      }
      default: {
        const odd = ODD[Math.floor(next() * ODD.length)] as Buffer;
        result = Buffer.concat([result.subarray(0, one), odd, result.subarray(one)]);
      }
    }
  }
  return result;
}

interface Frame {
  framing: Framing;
  body: Body;
  event?: string;
}

const bytesOf = ({ text, base64 }: Body): Buffer =>
  Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8');

/** The frames of an answer that arrives in pieces, as a transport cuts them. */
function framesOf(type: string, bytes: Buffer, complete: boolean, next: () => number): Frame[] {
  const frames: Frame[] = [];
  const onFrame = (framing: Framing, body: Body, fields: { event?: string }) =>
    frames.push({ framing, body, ...(fields.event !== undefined && { event: fields.event }) });
  const lines = type.endsWith('ndjson') || type.endsWith('seq');
  if (type !== EVENT_STREAM && !lines) {
    const text = bytes.toString('utf8');
    const exact = Buffer.from(text).equals(bytes);
    const body = { bytes: bytes.length, ...(exact ? { text } : { base64: bytes.toString('base64') }) };
    return bytes.length > 0 ? [{ framing: complete ? 'body' : 'tail', body }] : [];
  }
  const reader = lines ? createLineReader(onFrame) : createSseReader(onFrame);
  const size = next() < 0.3 ? 1 : 1 + Math.floor(next() * 400);
  for (let from = 0; from < bytes.length; from += size) reader.push(Buffer.from(bytes.subarray(from, from + size)));
  reader.end(complete);
  return frames;
}

const pick = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T;
const OPERATIONS = [...OPERATION_NAMES, 'GetAgentCard'];
const DIALECTS: DialectId[] = ['1.0', '0.3'];
const BINDINGS: (BindingId | undefined)[] = ['JSONRPC', 'HTTP+JSON', undefined];
const CAUSES: EndCause[] = ['complete', 'complete', 'cut', 'reset', 'timeout', 'aborted'];

/** The entries of one exchange with this answer, and of its last frame as a delivery. */
function entriesOf(type: string, frames: Frame[], cause: EndCause, next: () => number): Entry[] {
  const operation = next() < 0.5 ? 'SendStreamingMessage' : pick(OPERATIONS, next);
  const entries: Record<string, unknown>[] = [
    {
      kind: 'request',
      exchange: 1,
      agent: 'a',
      operation,
      dialect: pick(DIALECTS, next),
      binding: pick(BINDINGS, next),
      method: 'POST',
      url: 'http://127.0.0.1/',
      headers: [],
      body: { bytes: 0, text: '{"jsonrpc":"2.0","id":1,"method":"x","params":{"id":"t"}}' },
    },
    {
      kind: 'head',
      exchange: 1,
      status: next() < 0.9 ? 200 : pick([204, 400, 401, 404, 500, 503], next),
      statusText: '',
      httpVersion: '1.1',
      headers: [['Content-Type', type]],
      timings: {},
    },
    ...frames.map((frame) => ({ kind: 'frame', exchange: 1, ...frame })),
    { kind: 'end', exchange: 1, cause, timings: {}, bytes: 0 },
  ];
  const last = frames[frames.length - 1]?.body;
  if (last) {
    const text = last.text?.replace(/^data: ?/, '');
    const body = text === undefined ? last : { bytes: last.bytes, text };
    entries.push({ kind: 'delivery', agent: 'a', method: 'POST', url: '/', headers: [], body, answer: 200 });
  }
  return entries.map((entry, index) => ({ seq: index + 1, at: index, ...entry }) as unknown as Entry);
}

/** Everything that is made of entries. */
function readAll(entries: readonly Entry[]): void {
  const fold = createFold();
  const tree = createTree();
  const conversation = createConversation();
  const outcome = createOutcome('SendStreamingMessage');
  let view: TaskView | undefined;
  for (const entry of entries) {
    const folded = fold.push(entry);
    tree.push(folded.row);
    conversation.push(folded);
    if (entry.kind !== 'delivery') outcome.push(folded);
    if (folded.reading?.type === 'event') view = reduceTask(view, folded.reading.event);
    if (folded.reading?.type === 'task') view = reduceTask(view, { task: folded.reading.task });
  }
  outcome.view();
}

describe('answers that were damaged', () => {
  it(
    `lose no byte, break nothing and end, ${ROUNDS} times`,
    () => {
      const next = random(SEED);
      const all = samples();
      for (let round = 0; round < ROUNDS; round += 1) {
        const sample = pick(all, next);
        const bytes = mutate(sample.bytes, pick(all, next).bytes, next);
        const type = next() < 0.9 ? sample.type : pick(all, next).type;
        const cause = pick(CAUSES, next);
        const started = performance.now();
        const about = () => `round ${round}, ${type}: ${JSON.stringify(bytes.toString('latin1')).slice(0, 2_000)}`;
        const frames = framesOf(type, bytes, cause === 'complete', next);
        const joined = Buffer.concat(frames.map(({ body }) => bytesOf(body)));
        if (!joined.equals(bytes)) expect.fail(`bytes were lost or made up in ${about()}`);
        const wrong = frames.find(({ body }) => bytesOf(body).length !== body.bytes);
        if (wrong) expect.fail(`a size is wrong in ${about()}`);
        try {
          readAll(entriesOf(type, frames, cause, next));
        } catch (error) {
          throw new Error(`reading failed in ${about()}`, { cause: error });
        }
        if (performance.now() - started > ROUND_LIMIT_MS) expect.fail(`too slow: ${about()}`);
      }
    },
    TIMEOUT_MS,
  );
});
