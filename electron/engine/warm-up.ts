import type { SessionHeader } from '../../shared/model/entry.ts';
import { runExchange } from './exchange.ts';
import { createFeed } from './feed.ts';
import { Recorder } from './recorder.ts';
import { createSseReader } from './sse/reader.ts';

/** Events that are read. After about this many the runtime has compiled what runs for each of them. */
const EVENTS = 4_000;
/** Events of one turn of the event loop: a few milliseconds even when nothing is compiled yet. */
const EVENTS_PER_TURN = 50;
/** Between two turns, so that everything else comes first, milliseconds. */
const PAUSE_MS = 4;

const HEADER: SessionHeader = {
  format: 'loupe-session',
  version: 2,
  app: '',
  session: 'warm-up',
  started: new Date(0).toISOString(),
};

export interface WarmUp {
  done: Promise<void>;
  stop(): void;
}

/**
 * Reads a stream of made-up events into a log that is thrown away. The runtime compiles code when it has run often
 * enough, so the first burst of a fresh program would take several times as long as the second. Meant for idle time:
 * `busy` ends it, because then the real thing does the same.
 */
export function warmUp(busy: () => boolean): WarmUp {
  const recorder = new Recorder(HEADER);
  let stopped = false;
  const done = run(recorder, () => stopped || busy()).then(() => recorder.close());
  return {
    done,
    stop: () => {
      stopped = true;
    },
  };
}

/** Milliseconds from the first page on, so that its start is not held up. */
const DELAY_MS = 600;

/** Warms up once, some time after `begin` was called first. */
export function createWarming(wanted: boolean, busy: () => boolean): { begin(): void; end(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: WarmUp | undefined;
  return {
    begin() {
      if (!wanted || timer) return;
      timer = setTimeout(() => {
        running = warmUp(busy);
      }, DELAY_MS);
      timer.unref();
    },
    async end() {
      clearTimeout(timer);
      running?.stop();
      await running?.done;
    },
  };
}

async function run(recorder: Recorder, stopped: () => boolean): Promise<void> {
  const feed = createFeed(recorder.session, 0, (batch) => queueMicrotask(() => feed.ack(batch.last)));
  let push: (chunk: Buffer) => void = () => undefined;
  const exchange = runExchange(
    recorder,
    { agent: 'warm-up', operation: 'SendStreamingMessage', dialect: '1.0', binding: 'JSONRPC' },
    (sink) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{}}';
      sink.request({ method: 'POST', url: 'http://127.0.0.1/', headers: [], body });
      sink.head({
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        headers: [['Content-Type', 'text/event-stream']],
        timings: {},
      });
      const reader = createSseReader(sink.frame);
      push = (chunk) => reader.push(chunk);
      return { abort: () => sink.end({ cause: 'aborted', timings: {}, bytes: 0 }) };
    },
  );
  for (let from = 0; from < EVENTS && !stopped(); from += EVENTS_PER_TURN) {
    push(Buffer.from(events(from)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  exchange.abort();
  feed.close();
}

/** One turn's events: text, an artifact's chunks, and metadata that a lens reads. */
function events(from: number): string {
  let text = '';
  for (let number = from; number < from + EVENTS_PER_TURN; number += 1) {
    text += `data: {"jsonrpc":"2.0","id":1,"result":${number % 4 === 3 ? artifact(number) : status(number)}}\n\n`;
  }
  return text;
}

const place = '"taskId":"warm-up-task","contextId":"warm-up-context"';

const status = (number: number): string => {
  const metadata = number % 4 === 1 ? `,"metadata":{"iac_code":{"thinking":{"text":"thought ${number}"}}}` : '';
  const message = `{"messageId":"m-${number}","role":"ROLE_AGENT","parts":[{"text":"event ${number} of a stream"}]}`;
  return `{"statusUpdate":{${place},"status":{"state":"TASK_STATE_WORKING","timestamp":"2026-01-01T00:00:00Z","message":${message}}${metadata}}}`;
};

const artifact = (number: number): string =>
  `{"artifactUpdate":{${place},"artifact":{"artifactId":"a-1","name":"notes.txt","parts":[{"text":"line ${number}\\n"}]},"append":true}}`;
