import type { Bridge, CallSignal, FeedHandle } from '../../shared/contract/bridge.ts';
import { unpackBatch } from '../../shared/contract/packed-rows.ts';
import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { FeedBatch, FeedRequest } from '../../shared/contract/views.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { soon } from './soon.ts';

/** Wait before a lost feed is opened again, in ms; doubled up to the last value. */
const REOPEN_MS = [250, 500, 1_000, 2_000, 4_000] as const;

/** Time spent on lines in one go, ms: many come at once, and reading them is no task of its own to the browser. */
const SLICE_MS = 8;

const unreachable = (error: unknown): Reply<never> =>
  refused('network', 'The web host does not answer. Start it again, then reload this page.', String(error));

/** The bridge of the web host: calls are POSTs, a feed is one long answer of JSON lines. */
export function createHttpBridge(origin: string, token: string): Bridge {
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });

  return {
    host: 'web',
    async call<N extends ProcedureName>(name: N, input: InputOf<N>, signal?: CallSignal) {
      const abort = new AbortController();
      if (signal?.aborted) abort.abort();
      signal?.addEventListener('abort', () => abort.abort());
      try {
        const answer = await post('/api/call', { name, input }, abort.signal);
        if (answer.status === 401 || answer.status === 403)
          return refused(
            'auth',
            'This page has no valid key. Open the address that the web host printed when it started.',
          );
        return (await answer.json()) as Reply<OutputOf<N>>;
      } catch (error) {
        if (abort.signal.aborted) return refused('aborted', 'Stopped.');
        return unreachable(error);
      }
    },
    openFeed: (request, onBatch) => followFeed(post, request, onBatch),
    async fileAddress(files) {
      try {
        const reply = (await (await post('/api/file', { files })).json()) as Reply<string>;
        return reply.ok ? done(origin + reply.value) : reply;
      } catch (error) {
        return unreachable(error);
      }
    },
  };
}

type Post = (path: string, body: unknown, signal?: AbortSignal) => Promise<Response>;

function followFeed(post: Post, request: FeedRequest, onBatch: (batch: FeedBatch) => void): FeedHandle {
  const abort = new AbortController();
  let after = request.after;
  let feed = 0;
  let attempt = 0;
  let acked = 0;
  let acknowledging = false;

  /** One at a time: the newest acknowledgement says all that those before it said. */
  const acknowledge = async () => {
    acknowledging = true;
    for (let told = 0; feed && told !== acked && !abort.signal.aborted; ) {
      told = acked;
      await post('/api/feed/ack', { feed, seq: told }).catch(() => undefined);
    }
    acknowledging = false;
  };

  const run = async () => {
    const answer = await post('/api/feed/open', { session: request.session, after }, abort.signal);
    if (!answer.ok || !answer.body) throw new Error(`feed answered ${answer.status}`);
    attempt = 0;
    let turn = performance.now();
    for await (const line of linesOf(answer.body)) {
      if (performance.now() - turn > SLICE_MS) {
        await new Promise<void>(soon);
        turn = performance.now();
      }
      if (line === '') continue;
      const message = JSON.parse(line) as { feed: number; batch?: FeedBatch };
      feed = message.feed;
      if (!message.batch) continue;
      const batch = unpackBatch(message.batch);
      const last = batch.rows[batch.rows.length - 1];
      if (last) after = last.seq;
      onBatch(batch);
    }
  };

  const loop = async () => {
    while (!abort.signal.aborted) {
      try {
        await run();
      } catch {
        // A lost feed is opened again below; calls report an unreachable host.
      }
      if (abort.signal.aborted) return;
      const wait = REOPEN_MS[Math.min(attempt++, REOPEN_MS.length - 1)] ?? 0;
      await new Promise((resume) => setTimeout(resume, wait));
    }
  };
  void loop();

  return {
    ack: (seq) => {
      acked = seq;
      if (!acknowledging) void acknowledge();
    },
    close: () => abort.abort(),
  };
}

/** Lines of a byte stream, without their line ends. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** Pieces of a line that is not complete. A long one is put together once. */
  let open: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = decoder.decode(value, { stream: true }).split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      if (open.length === 0) yield line;
      else {
        const whole = open.join('') + line;
        open = [];
        yield whole;
      }
    }
    if (rest !== '') open.push(rest);
  }
}
