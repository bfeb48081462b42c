import { refused } from '../../shared/lib/result.ts';
import type { Engine, FeedHandle } from '../engine/engine.ts';

/** What a page needs of an engine. */
export type PageEngine = Pick<Engine, 'dispatch' | 'openFeed'>;

/**
 * An engine that is still being made, for pages that are loaded meanwhile: what they ask waits for it. When it does not
 * come about, calls say so and feeds stay empty.
 */
export function comingEngine(coming: Promise<PageEngine>): PageEngine {
  return {
    dispatch: async (name, input, signal) => {
      let engine: PageEngine;
      try {
        engine = await coming;
      } catch (error) {
        return refused('internal', 'The engine of Loupe did not start.', String(error));
      }
      return engine.dispatch(name, input, signal);
    },
    openFeed(request, sink, form) {
      let feed: FeedHandle | undefined;
      let acked: number | undefined;
      let closed = false;
      coming.then(
        (engine) => {
          if (closed) return;
          feed = engine.openFeed(request, sink, form);
          if (acked !== undefined) feed.ack(acked);
        },
        () => undefined,
      );
      return {
        ack(seq) {
          acked = seq;
          feed?.ack(seq);
        },
        close() {
          closed = true;
          feed?.close();
        },
      };
    },
  };
}
