import type { FeedBatch, FeedRequest, Signal } from '../../shared/contract/views.ts';
import { createFeed, type Feed, type FeedForm, type FeedSink } from './feed.ts';
import type { Masking } from './masking/masking.ts';
import { maskBatch } from './rows/mask-batch.ts';
import type { Sessions } from './sessions.ts';

export type { FeedForm, FeedSink } from './feed.ts';

export interface FeedHandle {
  /** The page has taken in everything up to this seq. */
  ack(seq: number): void;
  close(): void;
}

/** The open feeds of all pages. */
export interface Feeds {
  open(request: FeedRequest, sink: FeedSink, form?: FeedForm): FeedHandle;
  signal(signal: Signal): void;
  close(): void;
}

export function createFeeds(sessions: Sessions, masking: Masking): Feeds {
  const open = new Set<Feed>();
  return {
    open({ session: id, after }, sink, form) {
      let feed: Feed | undefined;
      let closed = false;
      let acked = after;
      // A session that is not loaded is opened first; one that does not exist says so by having nothing.
      void sessions.peek(id).then((session) => {
        if (closed) {
          sessions.left(id);
          return;
        }
        if (!session.ok) {
          sink({ session: id, rows: [], last: 0 } satisfies FeedBatch);
          return;
        }
        feed = createFeed(session.value, after, (batch) => sink(maskBatch(batch, masking)), form);
        feed.ack(acked);
        open.add(feed);
      });
      return {
        ack(seq) {
          acked = seq;
          feed?.ack(seq);
        },
        close() {
          closed = true;
          if (!feed) return;
          feed.close();
          open.delete(feed);
          sessions.left(id);
        },
      };
    },
    signal(signal) {
      for (const feed of open) feed.signal(signal);
    },
    close() {
      for (const feed of open) feed.close();
      open.clear();
    },
  };
}
