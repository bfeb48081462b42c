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

/** A network with one agent on it, which answers every message with a stream of made-up events until it is told to stop. */
export function createWarmUpAgent(events: number, stopped: () => boolean): HttpClient {
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
      const ended = () => over || stopped();
      const answer = body === undefined ? sendCard(sink) : sendEvents(sink, body, events, ended);
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

async function sendEvents(sink: HttpSink, body: string, count: number, ended: () => boolean): Promise<void> {
  const { id } = JSON.parse(body) as { id: number };
  await new Promise(setImmediate);
  head(sink, 'text/event-stream');
  for (let from = 0; from < count && !ended(); from += EVENTS_PER_TURN) {
    let text = '';
    for (let number = from; number < from + EVENTS_PER_TURN; number += 1) {
      const last = number === count - 1;
      const result = number === 0 ? TASK : last ? COMPLETED : KINDS[number % KINDS.length]?.(number);
      text += `data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;
    }
    sink.data(received(text.slice(0, -CUT_BYTES)));
    sink.data(received(text.slice(-CUT_BYTES)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

// Keys stand in the order of the specification, as most servers write them: the compiler goes by it.
const PLACE = '"taskId":"warm-up-task","contextId":"warm-up-context"';
const TIME = '"timestamp":"2026-01-01T00:00:00Z"';
const TASK = `{"task":{"id":"warm-up-task","contextId":"warm-up-context","status":{"state":"TASK_STATE_SUBMITTED",${TIME}}}}`;
const COMPLETED = `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_COMPLETED",${TIME}}}}`;
/** Longer than a row shows. */
const LONG = 'A text that is too long for one line of the list, as many are. '.repeat(4);

function status(number: number, text: string, section?: string): string {
  const place = '"contextId":"warm-up-context","taskId":"warm-up-task"';
  const message = `{"messageId":"m-${number}",${place},"role":"ROLE_AGENT","parts":[{"text":"${number} ${text}"}]}`;
  const metadata = section === undefined ? '' : `,"metadata":{"iac_code":${section}}`;
  return `{"statusUpdate":{${PLACE},"status":{"state":"TASK_STATE_WORKING","message":${message},${TIME}}${metadata}}}`;
}

const artifact = (number: number, text: string): string =>
  `{"artifactUpdate":{${PLACE},"artifact":{"artifactId":"a-1","name":"notes.txt","parts":[{"text":"${number} ${text}"}]},"append":true}}`;

/** The events of one round: text, an artifact's chunks, and metadata that a lens reads. */
const KINDS: readonly ((number: number) => string)[] = [
  (number) => status(number, LONG),
  (number) => status(number, 'thinks', `{"thinking":{"type":"raw_thinking","text":"${LONG}"}}`),
  (number) => status(number, 'short'),
  (number) => artifact(number, LONG),
  (number) => status(number, LONG),
  (number) => status(number, 'calls', `{"tool":{"status":"started","toolUseId":"t-${number}","name":"ls"}}`),
  (number) => artifact(number, 'short'),
  (number) =>
    status(
      number,
      'has called',
      `{"tool":{"status":"completed","toolUseId":"t-${number - 2}","name":"ls","input":{"path":"a"},"result":"${LONG}"}}`,
    ),
];
