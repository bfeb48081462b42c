import { transcode } from 'node:buffer';
import type { HttpClient } from './http/client.ts';
import type { HttpSink } from './http/types.ts';

/** Where it is said to be. Nothing is asked for there. */
export const WARM_UP_URL = 'http://127.0.0.1';
/** Events of one turn of the event loop: a few milliseconds even when nothing is compiled yet. */
const EVENTS_PER_TURN = 50;
/** Between two turns, so that everything else comes first, milliseconds. */
const PAUSE_MS = 4;
/** Bytes of a turn that come in a second piece: pieces of an answer end anywhere. */
const CUT_BYTES = 100;

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
      const answer = body === undefined ? sendCard(sink) : sendEvents(sink, body, events, until);
      void answer.then(() => end('complete'));
      return { abort: end, pause: () => undefined, resume: () => undefined };
    },
  };
}

/** Bytes as the runtime hands them over: to the compiler, its own buffers are another kind of object than ours. */
const received = (text: string): Buffer => transcode(Buffer.from(text), 'latin1', 'utf8');

function head(sink: HttpSink, type: string): void {
  sink.head({ status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['Content-Type', type]], timings: {} });
}

async function sendCard(sink: HttpSink): Promise<void> {
  await new Promise(setImmediate);
  head(sink, 'application/json');
  sink.data(received(CARD));
}

async function sendEvents(sink: HttpSink, body: string, count: number, idle: Idle): Promise<void> {
  const { id } = JSON.parse(body) as { id: number };
  await new Promise(setImmediate);
  head(sink, 'text/event-stream');
  for (let from = 0; from < count && !idle.stopped(); from += EVENTS_PER_TURN) {
    let text = '';
    for (let number = from; number < from + EVENTS_PER_TURN; number += 1) {
      const last = number === count - 1;
      const result = number === 0 ? TASK : last ? COMPLETED : event(number);
      text += `data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;
    }
    sink.data(received(text.slice(0, -CUT_BYTES)));
    sink.data(received(text.slice(-CUT_BYTES)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await idle.wait();
  }
}

// Keys stand in the order of the specification, as most servers write them: the compiler goes by it.
const PLACE = '"taskId":"warm-up-task","contextId":"warm-up-context"';
const TIME = '"timestamp":"2026-01-01T00:00:00Z"';
const TASK = `{"task":{"id":"warm-up-task","contextId":"warm-up-context","status":{"state":"TASK_STATE_SUBMITTED",${TIME}}}}`;
const COMPLETED = `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_COMPLETED",${TIME}}}}`;
/** Longer than a row shows. */
const LONG = 'A text that is too long for one line of the list, as many are. '.repeat(4);

/** A status with a message of its own, or with one more piece of an earlier one. */
function status(message: number, text: string, section?: string): string {
  const place = '"contextId":"warm-up-context","taskId":"warm-up-task"';
  const said = `{"messageId":"m-${message}",${place},"role":"ROLE_AGENT","parts":[{"text":"${message} ${text}"}]}`;
  const metadata = section === undefined ? '' : `,"metadata":{"iac_code":${section}}`;
  return `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_WORKING","message":${said},${TIME}}${metadata}}}`;
}

/** A status without a message. */
const silent = (section: string): string =>
  `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_WORKING",${TIME}},"metadata":{"iac_code":${section}}}}`;

const chunk = (number: number, text: string): string =>
  `{"artifactUpdate":{${PLACE},"artifact":{"artifactId":"a-1","name":"notes.txt","parts":[{"text":"${number} ${text}"}]},"append":true}}`;

const tool = (state: string, call: number, more: string): string =>
  `{"tool":{"status":"${state}","toolUseId":"t-${call}","name":"ls"${more}}}`;
const thought = (text: string): string => `{"thinking":{"type":"raw_thinking","text":"${text}"}}`;

/** Events of one kind that follow each other: what is the same as before is code of its own. */
const RUN = 8;

/** The kinds of a round, one run after the other. */
const KINDS: readonly ((number: number) => string)[] = [
  (number) => status(number, LONG),
  (number) => status(number, 'short'),
  (number) => status(number - (number % RUN), LONG),
  (number) => chunk(number, LONG),
  () => silent(thought(LONG)),
  (number) => status(number, LONG),
  (number) => chunk(number, 'short'),
  (number) => status(number, 'thinks', thought(`${number} short`)),
  (number) => status(number, LONG),
  (number) => silent(tool(number % 2 ? 'completed' : 'started', number >> 1, number % 2 ? `,"result":"${LONG}"` : '')),
  (number) => status(number, 'calls', tool('completed', number, `,"input":{"path":"a"},"result":"b"`)),
];

const event = (number: number): string => KINDS[Math.floor(number / RUN) % KINDS.length]?.(number) ?? '';
