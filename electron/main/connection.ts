import type { FeedDelivery } from '../../shared/contract/channels.ts';
import { packBatchAsText } from '../../shared/contract/packed-rows.ts';
import { isObject } from '../../shared/lib/json.ts';
import { type Reply, refused } from '../../shared/lib/result.ts';
import type { Engine } from '../engine/engine.ts';
import { isSeq, readCall, readFeedRequest } from '../engine/hosting/requests.ts';

/** Feeds one page may hold open; a page needs one per session it shows. */
const MAX_FEEDS = 64;

/** What one page has going with the engine. Everything it says is checked: it may be anything. */
export interface Connection {
  call(message: unknown): Promise<Reply<unknown>>;
  abort(id: unknown): void;
  feed(control: unknown): void;
  /** Ends its feeds and calls; the page is gone. */
  close(): void;
}

/** Serves one page over whatever carries the messages. */
export function createConnection(
  engine: Pick<Engine, 'dispatch' | 'openFeed'>,
  send: (delivery: FeedDelivery) => void,
): Connection {
  const calls = new Map<number, AbortController>();
  const feeds = new Map<number, { ack(seq: number): void; close(): void }>();

  const closeFeed = (feed: number) => {
    const handle = feeds.get(feed);
    feeds.delete(feed);
    handle?.close();
  };

  return {
    async call(message) {
      const id = isObject(message) ? message.id : undefined;
      const call = readCall(message);
      if (!call || !isSeq(id)) return refused('bad-input', 'A call has an id, a name and an input.');
      if (calls.has(id)) return refused('bad-input', `Call ${id} is still running.`);
      const abort = new AbortController();
      calls.set(id, abort);
      try {
        return await engine.dispatch(call.name, call.input, abort.signal);
      } finally {
        calls.delete(id);
      }
    },
    abort(id) {
      if (typeof id === 'number') calls.get(id)?.abort();
    },
    feed(control) {
      if (!isObject(control) || !isSeq(control.feed)) return;
      const { feed, kind, seq } = control;
      if (kind === 'close') closeFeed(feed);
      if (kind === 'ack' && isSeq(seq)) feeds.get(feed)?.ack(seq);
      if (kind !== 'open') return;
      const request = readFeedRequest(control.request);
      if (!request) return;
      closeFeed(feed);
      if (feeds.size >= MAX_FEEDS) return;
      feeds.set(
        feed,
        engine.openFeed(request, (batch) => send({ feed, batch: packBatchAsText(batch) }), 'packed'),
      );
    },
    close() {
      for (const abort of calls.values()) abort.abort();
      for (const feed of [...feeds.keys()]) closeFeed(feed);
    },
  };
}
