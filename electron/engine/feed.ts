import { performance } from 'node:perf_hooks';
import {
  FEED_BATCH_BYTES,
  FEED_BATCH_ROWS,
  FEED_FLUSH_MS,
  FEED_FULL_BATCH_ROWS,
} from '../../shared/contract/limits.ts';
import { PACK_ROWS } from '../../shared/contract/packed-rows.ts';
import type { FeedBatch, Signal } from '../../shared/contract/views.ts';
import type { Row } from '../../shared/model/row.ts';
import { FeedWindow } from './feed-window.ts';
import { FEED_SLICE_MS } from './limits.ts';
import type { Session } from './session.ts';

export type FeedSink = (batch: FeedBatch) => void;

/** How many rows come at once: as objects, or packed for a page. Few are always objects. */
export type FeedForm = 'rows' | 'packed';

/** What of a batch says the rows. */
type FeedRows = Pick<FeedBatch, 'rows' | 'packed'>;

export interface Feed {
  /** The page has taken in everything up to this seq. */
  ack(seq: number): void;
  close(): void;
  /** Something outside the log changed. */
  signal(signal: Signal): void;
}

/** Bytes of a row on its way, estimated: fixed fields and the text. */
const ROW_BYTES = 120;

/**
 * Hands the rows of a session to a page: first those after `after`, then new ones as they come, recorded or read from a
 * file. Batches are sent at once when full, otherwise after FEED_FLUSH_MS. While a window of rows waits for its
 * acknowledgement only counts go out; nothing is skipped, because the rows are in the session anyway.
 */
export function createFeed(session: Session, after: number, sink: FeedSink, form: FeedForm = 'rows'): Feed {
  let next = session.indexAfter(after);
  const window = new FeedWindow(next);
  let toldLast = -1;
  let toldLoading = false;
  let toldWindow = 0;
  let first = true;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let slicing = false;
  /** A page may acknowledge a batch while it is being handed over. */
  let sending = false;
  let signals: Signal[] = [];

  const open = () => next < window.limit;

  const take = (): FeedRows => {
    const { rows } = session;
    const most = rows.length - next >= FEED_FULL_BATCH_ROWS ? FEED_FULL_BATCH_ROWS : FEED_BATCH_ROWS;
    const limit = Math.min(rows.length, next + most, window.limit);
    if (form === 'packed' && limit - next >= PACK_ROWS) {
      const packed = rows.pack(next, limit, FEED_BATCH_BYTES, ROW_BYTES);
      next += packed.count;
      return { rows: [], packed };
    }
    const batch: FeedRows = { rows: [] };
    let bytes = 0;
    while (next < limit && bytes < FEED_BATCH_BYTES) {
      const row = rows.at(next) as Row;
      batch.rows.push(row);
      bytes += ROW_BYTES + row.text.length;
      next += 1;
    }
    return batch;
  };

  const send = (rows: FeedRows) => {
    const { loading, damage } = session;
    const batch: FeedBatch = { session: session.id, ...rows, last: session.last };
    if (signals.length > 0) batch.signals = signals;
    if (first) batch.started = session.header.started;
    if (loading) batch.loading = loading;
    if (window.rows !== toldWindow) batch.window = window.rows;
    if (damage && (first || toldLoading)) batch.damage = damage;
    signals = [];
    first = false;
    toldLast = batch.last;
    toldWindow = window.rows;
    toldLoading = loading !== undefined;
    window.sent(next, performance.now());
    sending = true;
    sink(batch);
    sending = false;
  };

  /** Sends what may be sent, at most one slice of time in one turn. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (closed || slicing) return;
    const turn = performance.now();
    while (next < session.rows.length && open()) {
      send(take());
      if (closed) return;
      if (next < session.rows.length && open() && performance.now() - turn > FEED_SLICE_MS) {
        slicing = true;
        setImmediate(() => {
          slicing = false;
          flush();
        });
        return;
      }
    }
    if (first || signals.length > 0 || toldLast !== session.last || (toldLoading && !session.loading))
      send({ rows: [] });
  };

  const later = () => {
    timer ??= setTimeout(flush, FEED_FLUSH_MS);
  };

  const unwatch = session.watch(() => {
    const waiting = session.rows.length - next;
    // What comes from a file comes faster than it can be sent, and larger batches cost less.
    const full = toldLoading ? FEED_FULL_BATCH_ROWS : FEED_BATCH_ROWS;
    if (waiting >= full && open() && !slicing) flush();
    else if (!timer) later();
  });
  // The caller has the handle before the first batch arrives.
  setImmediate(flush);

  return {
    ack(seq) {
      const index = Math.min(session.indexAfter(seq), next);
      if (!window.ack(index, performance.now())) return;
      if (next < session.rows.length && !sending) flush();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      unwatch();
    },
    signal(signal) {
      if (!signals.includes(signal)) signals.push(signal);
      later();
    },
  };
}
