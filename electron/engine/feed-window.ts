import { FEED_WINDOW_MAX_ROWS, FEED_WINDOW_ROWS } from '../../shared/contract/limits.ts';
import { FEED_QUICK_ACK_MS, FEED_SLOW_ACK_MS } from './limits.ts';

/**
 * How many rows may be on their way to a page. Grows while full windows come back quickly, because each one then costs a
 * pause; a page that takes long, for example a hidden one, gets as few as at the beginning.
 */
export class FeedWindow {
  #rows = FEED_WINDOW_ROWS;
  /** Index of the first row that the page has not acknowledged. */
  #acked: number;
  /** The window that is measured: the row it ends before, and when that one was sent. */
  #mark: { next: number; sent: number } | undefined;

  constructor(acked: number) {
    this.#acked = acked;
  }

  /** How many rows may be on their way now. */
  get rows(): number {
    return this.#rows;
  }

  /** Index before which rows may be sent. */
  get limit(): number {
    return this.#acked + this.#rows;
  }

  /** Rows before `next` have been sent. */
  sent(next: number, now: number): void {
    if (next >= this.limit) this.#mark ??= { next, sent: now };
  }

  /** The page has all rows before `index`. False when that is nothing new. */
  ack(index: number, now: number): boolean {
    if (index <= this.#acked) return false;
    this.#acked = index;
    if (this.#mark && index >= this.#mark.next) {
      const took = now - this.#mark.sent;
      if (took <= FEED_QUICK_ACK_MS) this.#rows = Math.min(this.#rows * 2, FEED_WINDOW_MAX_ROWS);
      else if (took >= FEED_SLOW_ACK_MS) this.#rows = FEED_WINDOW_ROWS;
      this.#mark = undefined;
    }
    return true;
  }
}
