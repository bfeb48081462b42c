import { performance } from 'node:perf_hooks';
import type { Engine } from './engine.ts';
import type { HttpClient } from './http/client.ts';
import { createWarmUpAgent, type Idle, WARM_UP_URL } from './warm-up-agent.ts';

/** Events of one stream. After about this many the runtime has compiled what runs for each of them. */
const EVENTS = 2_000;
/** Streams of one engine, and engines. Code that was compiled for the first one alone is thrown away at the second. */
const STREAMS = 2;
const ENGINES = 3;

/** Makes an engine that keeps nothing and talks to that network. */
export type StartIdle = (http: HttpClient) => Promise<Engine>;

export interface WarmUp {
  done: Promise<void>;
  stop(): void;
}

/**
 * Sends messages to an agent that is made up, through an engine that is thrown away. The runtime compiles code when it
 * has run often enough, so the first burst of a fresh program would take several times as long as the second. Meant for
 * idle time: while there is real work (`busy`) it waits.
 */
export function warmUp(start: StartIdle, busy: () => boolean): WarmUp {
  let stopped = false;
  const idle: Idle = {
    stopped: () => stopped,
    async wait() {
      while (!stopped && busy()) await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    },
  };
  const done = (async () => {
    for (let number = 0; number < ENGINES && !stopped; number += 1) await run(start, idle);
  })();
  return {
    done,
    stop: () => {
      stopped = true;
    },
  };
}

/** How often it looks whether the real work has ended, milliseconds. */
const BUSY_MS = 100;

/** Milliseconds from the first page on, so that its start is not held up. */
const DELAY_MS = 600;
/** Milliseconds after something was asked for: what is drawn of the answer comes first as well. */
const HOLD_MS = 300;

export interface Warming {
  /** Warms up once, some time after this was called first. */
  begin(): void;
  /** Somebody uses the engine: goes on later. */
  hold(): void;
  end(): Promise<void>;
}

export function createWarming(start: StartIdle | undefined, busy: () => boolean): Warming {
  let timer: NodeJS.Timeout | undefined;
  let running: WarmUp | undefined;
  let heldUntil = 0;
  return {
    begin() {
      if (!start || timer) return;
      timer = setTimeout(() => {
        running = warmUp(start, () => busy() || performance.now() < heldUntil);
      }, DELAY_MS);
      timer.unref();
    },
    hold() {
      heldUntil = performance.now() + HOLD_MS;
    },
    async end() {
      clearTimeout(timer);
      running?.stop();
      await running?.done;
    },
  };
}

async function run(start: StartIdle, idle: Idle): Promise<void> {
  await idle.wait();
  if (idle.stopped()) return;
  const engine = await start(createWarmUpAgent(EVENTS, idle));
  const feed = engine.openFeed({ session: engine.liveSession, after: 0 }, ({ last }) =>
    queueMicrotask(() => feed.ack(last)),
  );
  const agent = await engine.call('agents.add', { url: WARM_UP_URL });
  for (let number = 0; agent.ok && number < STREAMS && !idle.stopped(); number += 1) {
    const message = { messageId: `m-${number}`, role: 'ROLE_USER', parts: [{ text: 'warm up' }] };
    const call = { agent: agent.value.id, operation: 'SendStreamingMessage', request: { message } } as const;
    const started = await engine.call('calls.start', call);
    if (started.ok) await engine.call('calls.outcome', { exchange: started.value.exchange });
  }
  feed.close();
  await engine.close();
}
