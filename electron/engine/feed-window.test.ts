import { describe, expect, it } from 'vitest';
import { FEED_WINDOW_MAX_ROWS, FEED_WINDOW_ROWS } from '../../shared/contract/limits.ts';
import { FeedWindow } from './feed-window.ts';
import { FEED_QUICK_ACK_MS, FEED_SLOW_ACK_MS } from './limits.ts';

/** Sends a full window at `from` and has it acknowledged `after` ms later; returns the rows of the next one. */
function round(window: FeedWindow, after: number): number {
  const sent = window.limit;
  window.sent(sent, 0);
  window.ack(sent, after);
  return window.limit - sent;
}

describe('the window of a feed', () => {
  it('grows while a page is quick, up to its largest size', () => {
    const window = new FeedWindow(0);
    expect(window.limit).toBe(FEED_WINDOW_ROWS);
    expect(round(window, FEED_QUICK_ACK_MS)).toBe(FEED_WINDOW_ROWS * 2);
    for (let n = 0; n < 10; n += 1) round(window, 0);
    expect(round(window, 0)).toBe(FEED_WINDOW_MAX_ROWS);
  });

  it('stays as it is while a page needs its time, and is small again for a slow one', () => {
    const window = new FeedWindow(0);
    round(window, 0);
    expect(round(window, FEED_QUICK_ACK_MS + 1)).toBe(FEED_WINDOW_ROWS * 2);
    expect(round(window, FEED_SLOW_ACK_MS)).toBe(FEED_WINDOW_ROWS);
  });

  it('does not grow while it is not needed', () => {
    const window = new FeedWindow(0);
    for (let next = 10; next < 1_000; next += 10) {
      window.sent(next, next);
      expect(window.ack(next, next)).toBe(true);
      expect(window.limit).toBe(next + FEED_WINDOW_ROWS);
    }
    expect(window.ack(10, 1_000)).toBe(false);
  });
});
