import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FEED_FLUSH_MS, FEED_FULL_BATCH_ROWS, FEED_WINDOW_ROWS } from '../../shared/contract/limits.ts';
import { unpackBatch } from '../../shared/contract/packed-rows.ts';
import type { FeedBatch } from '../../shared/contract/views.ts';
import { createFeed, type Feed } from './feed.ts';
import { Recorder } from './recorder.ts';

const recorder = () =>
  new Recorder({
    format: 'loupe-session',
    version: 2,
    app: '0.0.0',
    session: 's',
    started: '2026-01-31T12:00:00.000Z',
  });
const add = (to: Recorder, count: number) => {
  for (let n = 0; n < count; n += 1) to.note({ what: 'comment', detail: { n } });
};
const seqs = (batches: FeedBatch[]) => batches.flatMap(({ rows }) => rows.map(({ seq }) => seq));
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A page that acknowledges at once, or never. */
function page(session: Recorder['session'], after: number, acknowledges = true) {
  const batches: FeedBatch[] = [];
  const feed: Feed = createFeed(session, after, (batch) => {
    batches.push(batch);
    const last = batch.rows[batch.rows.length - 1];
    if (acknowledges && last) feed.ack(last.seq);
  });
  return { batches, feed };
}

describe('a feed', () => {
  it('replays, then follows, in batches within the limits', async () => {
    const recording = recorder();
    add(recording, 1_000);
    const { batches, feed } = page(recording.session, 0);
    await wait(60);
    add(recording, 3);
    await wait(FEED_FLUSH_MS * 3);
    feed.close();
    add(recording, 5);
    await wait(FEED_FLUSH_MS * 2);
    expect(seqs(batches)).toEqual(upTo(1, 1_003));
    expect(batches[0]?.started).toBe('2026-01-31T12:00:00.000Z');
    expect(batches[1]?.started).toBeUndefined();
    for (const { rows } of batches) expect(rows.length).toBeLessThanOrEqual(FEED_FULL_BATCH_ROWS);
  });

  it('closed in the middle and opened again after the last row loses and doubles nothing', async () => {
    const recording = recorder();
    const taken: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { batches, feed } = page(recording.session, taken[taken.length - 1] ?? 0);
      for (let n = 0; n < 40; n += 1) {
        add(recording, 37);
        await wait(1);
      }
      feed.close();
      taken.push(...seqs(batches));
    }
    const { batches, feed } = page(recording.session, taken[taken.length - 1] ?? 0);
    await wait(80);
    feed.close();
    expect([...taken, ...seqs(batches)]).toEqual(upTo(1, 8 * 40 * 37));
  });

  it('sends only counts past the window, and goes on where it stopped', async () => {
    const recording = recorder();
    const { batches, feed } = page(recording.session, 0, false);
    await wait(5);
    add(recording, FEED_WINDOW_ROWS + 1_000);
    await wait(60);
    expect(seqs(batches)).toEqual(upTo(1, FEED_WINDOW_ROWS));
    add(recording, 500);
    await wait(60);
    expect(seqs(batches)).toHaveLength(FEED_WINDOW_ROWS);
    expect(batches[batches.length - 1]).toMatchObject({ rows: [], last: FEED_WINDOW_ROWS + 1_500 });
    feed.ack(100);
    await wait(40);
    expect(seqs(batches)).toHaveLength(FEED_WINDOW_ROWS + 100);
    feed.ack(FEED_WINDOW_ROWS + 100);
    await wait(40);
    expect(seqs(batches)).toEqual(upTo(1, FEED_WINDOW_ROWS + 1_500));
    feed.close();
  });

  it('says how many rows may be on their way, first and when it changes', async () => {
    const recording = recorder();
    add(recording, FEED_WINDOW_ROWS * 4);
    const { batches, feed } = page(recording.session, 0);
    await wait(80);
    feed.close();
    expect(seqs(batches)).toHaveLength(FEED_WINDOW_ROWS * 4);
    const told = batches.flatMap(({ window }) => window ?? []);
    expect(batches[0]?.window).toBe(FEED_WINDOW_ROWS);
    expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
  });

  it('packs many rows for a page that asks so, and only those', async () => {
    const recording = recorder();
    add(recording, 3_000);
    const batches: FeedBatch[] = [];
    const whole: FeedBatch[] = [];
    const feed: Feed = createFeed(
      recording.session,
      0,
      (batch) => {
        batches.push(batch);
        whole.push(unpackBatch(batch));
        const last = whole[whole.length - 1]?.rows.slice(-1)[0];
        if (last) feed.ack(last.seq);
      },
      'packed',
    );
    await wait(60);
    add(recording, 3);
    await wait(FEED_FLUSH_MS * 3);
    feed.close();
    expect(batches[0]?.rows).toEqual([]);
    expect(batches[batches.length - 1]?.packed).toBeUndefined();
    const rows = Array.from({ length: 3_003 }, (_, index) => recording.session.rows.at(index));
    expect(whole.flatMap((batch) => batch.rows)).toEqual(rows);
  });

  it('is not fooled by acknowledgements of rows that were never sent', async () => {
    const recording = recorder();
    add(recording, FEED_WINDOW_ROWS * 3);
    const { batches, feed } = page(recording.session, 0, false);
    feed.ack(FEED_WINDOW_ROWS * 3);
    await wait(80);
    feed.close();
    expect(seqs(batches)).toEqual(upTo(1, FEED_WINDOW_ROWS));
  });

  it('carries signals with the next batch', async () => {
    const recording = recorder();
    const { batches, feed } = page(recording.session, 0);
    await wait(5);
    feed.signal('agents');
    feed.signal('agents');
    feed.signal('settings');
    await wait(FEED_FLUSH_MS * 3);
    feed.close();
    expect(batches.map(({ signals }) => signals)).toEqual([undefined, ['agents', 'settings']]);
  });

  it('replays many rows without keeping the event loop', async () => {
    const recording = recorder();
    add(recording, 150_000);
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    let taken = 0;
    await new Promise<void>((resolve) => {
      const feed: Feed = createFeed(recording.session, 0, (batch) => {
        taken += batch.rows.length;
        feed.ack(taken);
        if (taken === batch.last) resolve();
      });
    });
    clearInterval(beat);
    expect(taken).toBe(150_000);
    // One after the other in a single turn would give none.
    expect(turns).toBeGreaterThan(2);
  });
});
