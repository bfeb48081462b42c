import { transcode } from 'node:buffer';
import type { HttpClient } from './http/client.ts';
import type { HttpSink } from './http/types.ts';

/** Where it is said to be. Nothing is asked for there. */
export const WARM_UP_URL = 'http://127.0.0.1';
/**
 * Events of one turn of the event loop, of the first stream and of those after it: a few milliseconds, whether anything is
 * compiled yet or not. The larger turns go ways in the code that only bursts go.
 */
const EVENTS_PER_TURN = 50;
const EVENTS_PER_LATER_TURN = 200;
/** Between two turns, so that everything else comes first, milliseconds. */
const PAUSE_MS = 4;
/** What a socket gives at most in one piece, bytes. Pieces end anywhere in an event. */
const PIECE_BYTES = 64 * 1024;
/** Bytes of a turn that come in pieces of their own: the end of its last event, and the line feed that ends it. */
const CUT_BYTES = [100, 1];

const CARD = JSON.stringify({
  name: 'Warm-up',
  description: '',
  version: '1',
  supportedInterfaces: [{ url: `${WARM_UP_URL}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
});

/** When events may be sent. */
export interface Idle {
  /** Nothing more is to be sent. */
  stopped(): boolean;
  /** Resolves when nobody else has work, or when nothing more is to be sent. */
  wait(): Promise<void>;
}

/** A network with one agent on it, which answers every message with a stream of made-up events. */
export function createWarmUpAgent(events: number, idle: Idle): HttpClient {
  let streams = 0;
  const perTurn = (): number => (streams++ === 0 ? EVENTS_PER_TURN : EVENTS_PER_LATER_TURN);
  return {
    closeIdle: () => undefined,
    open({ method, url, headers, body }, sink) {
      sink.request(method, url, headers);
      let over = false;
      const end = (cause: 'complete' | 'aborted' | 'cut') => {
        if (over) return;
        over = true;
        sink.end({ cause, timings: {}, bytes: 0 });
      };
      const until: Idle = { stopped: () => over || idle.stopped(), wait: () => idle.wait() };
      const answer = body === undefined ? sendCard(sink) : sendEvents(sink, body, events, perTurn(), until);
      void answer.then(() => end('complete'));
      return { abort: end, pause: () => undefined, resume: () => undefined };
    },
  };
}

/** Bytes as the runtime hands them over: to the compiler, its own buffers are another kind of object than ours. */
const received = (bytes: Buffer): Buffer => transcode(bytes, 'latin1', 'latin1');

function head(sink: HttpSink, type: string): void {
  sink.head({ status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['Content-Type', type]], timings: {} });
}

async function sendCard(sink: HttpSink): Promise<void> {
  await new Promise(setImmediate);
  head(sink, 'application/json');
  sink.data(received(Buffer.from(CARD)));
}

async function sendEvents(sink: HttpSink, body: string, count: number, perTurn: number, idle: Idle): Promise<void> {
  const { id } = JSON.parse(body) as { id: number };
  await new Promise(setImmediate);
  head(sink, 'text/event-stream');
  for (let from = 0; from < count && !idle.stopped(); from += perTurn) {
    let text = '';
    for (let number = from; number < from + perTurn; number += 1) {
      const last = number === count - 1;
      const result = number === 0 ? TASK : last ? status(number, 'done', undefined, 'COMPLETED') : event(number);
      text += `data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;
    }
    sendPieces(sink, text);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await idle.wait();
  }
}

function sendPieces(sink: HttpSink, text: string): void {
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of CUT_BYTES) {
    const end = bytes.length - cut;
    for (; from < end; from += PIECE_BYTES)
      sink.data(received(bytes.subarray(from, Math.min(from + PIECE_BYTES, end))));
    from = end;
  }
  sink.data(received(bytes.subarray(from)));
}

// Keys stand in the order of the specification, as most servers write them: the compiler goes by it.
const PLACE = '"taskId":"warm-up-task","contextId":"warm-up-context"';
const TIME = '"timestamp":"2026-01-01T00:00:00Z"';
const TASK = `{"task":{"id":"warm-up-task","contextId":"warm-up-context","status":{"state":"TASK_STATE_SUBMITTED",${TIME}}}}`;
/** Longer than a row shows, shorter, and of characters that take more than one byte. */
const TEXTS = [
  'A text that is too long for one line of the list, as many are. '.repeat(4),
  'a short text',
  'ein Text für die Übung, 練習のための文章',
];

/** A status with a message of its own, or with one more piece of an earlier one. */
function status(message: number, text: string, section?: string, state = 'WORKING'): string {
  const place = '"contextId":"warm-up-context","taskId":"warm-up-task"';
  const said = `{"messageId":"m-${message}",${place},"role":"ROLE_AGENT","parts":[{"text":"${message} ${text}"}]}`;
  const metadata = section === undefined ? '' : `,"metadata":{"iac_code":${section}}`;
  return `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_${state}","message":${said},${TIME}}${metadata}}}`;
}

/** A status without a message. */
const silent = (section: string): string =>
  `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_WORKING",${TIME}},"metadata":{"iac_code":${section}}}}`;

function chunk(number: number, text: string, type = '', last = ''): string {
  const part = `{"text":"${number} ${text}"${type}}`;
  return `{"artifactUpdate":{${PLACE},"artifact":{"artifactId":"a-1","name":"notes.txt","parts":[${part}]},"append":true${last}}}`;
}

const tool = (state: string, call: number, more: string): string =>
  `{"tool":{"status":"${state}","toolUseId":"t-${call}","name":"ls"${more}}}`;
const thought = (text: string): string => `{"thinking":{"type":"raw_thinking","text":"${text}"}}`;

/** Events of one kind that follow each other: what is the same as before is code of its own, and so is what is not. */
const RUNS = [8, 3, 1];

/** The kinds of a round, one run after the other. */
const KINDS: readonly ((number: number, text: string) => string)[] = [
  (number, text) => status(number, text),
  (number, text) => status(number - (number % 8), text),
  (number, text) => chunk(number, text),
  (_, text) => silent(thought(text)),
  (number, text) => status(number, text),
  (number, text) => chunk(number, text, ',"mediaType":"text/plain"', ',"lastChunk":false'),
  (number, text) => status(number, 'thinks', thought(`${number} ${text}`)),
  (number, text) => status(number, text),
  (number, text) =>
    silent(tool(number % 2 ? 'completed' : 'started', number >> 1, number % 2 ? `,"result":"${text}"` : '')),
  (number, text) => status(number, 'calls', tool('completed', number, `,"input":{"path":"a"},"result":"${text}"`)),
];
/** Events with the same text: rows are packed by the hundred, and those of plain ASCII otherwise than others. */
const TEXT_EVENTS = 320;

function event(number: number): string {
  const block = Math.floor(number / TEXT_EVENTS);
  const text = TEXTS[block % TEXTS.length] ?? '';
  const run = RUNS[Math.floor(block / 2) % RUNS.length] ?? 1;
  return KINDS[Math.floor(number / run) % KINDS.length]?.(number, text) ?? '';
}
