import { packBatch } from '../../shared/contract/packed-rows.ts';
import type { FeedBatch } from '../../shared/contract/views.ts';

export interface FeedLines {
  push(batch: FeedBatch): void;
  /** The socket takes more again. */
  drain(): void;
  /** Whether lines wait for the socket. */
  readonly blocked: boolean;
}

/**
 * Writes batches as JSON lines and holds them back while the socket is full. What waits stays small: the engine stops
 * sending rows once too many are unacknowledged, and the counts it sends instead are merged here.
 * @param write says whether the socket takes more, like a stream's `write`
 */
export function createFeedLines(feed: number, write: (line: string) => boolean): FeedLines {
  let blocked = false;
  const waiting: FeedBatch[] = [];
  const send = (batch: FeedBatch) => {
    blocked = !write(`${JSON.stringify({ feed, batch: packBatch(batch) })}\n`);
  };
  return {
    push(batch) {
      if (!blocked) return send(batch);
      const previous = waiting[waiting.length - 1];
      if (previous && batch.rows.length === 0 && !batch.packed)
        waiting[waiting.length - 1] = mergeCounts(previous, batch);
      else waiting.push(batch);
    },
    drain() {
      blocked = false;
      while (!blocked) {
        const batch = waiting.shift();
        if (!batch) return;
        send(batch);
      }
    },
    get blocked() {
      return blocked;
    },
  };
}

/** A batch that also says what a later batch without rows would have said. */
function mergeCounts(batch: FeedBatch, later: FeedBatch): FeedBatch {
  const signals = [...new Set([...(batch.signals ?? []), ...(later.signals ?? [])])];
  return {
    ...batch,
    last: later.last,
    ...(later.window === undefined ? {} : { window: later.window }),
    ...(signals.length > 0 ? { signals } : {}),
  };
}
