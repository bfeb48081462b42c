import { describe, expect, it } from 'vitest';
import { packBatch, unpackBatch } from '../../shared/contract/packed-rows.ts';
import type { FeedBatch } from '../../shared/contract/views.ts';
import type { Row } from '../../shared/model/row.ts';
import { createFeedLines } from './feed-lines.ts';

const batch = (last: number, more: Partial<FeedBatch> = {}): FeedBatch => ({ session: 's', rows: [], last, ...more });
const rows = (seq: number) => [{ seq } as Row];

function setUp() {
  const written: { feed: number; batch: FeedBatch }[] = [];
  const socket = { full: false };
  const lines = createFeedLines(7, (line) => {
    expect(line.endsWith('\n')).toBe(true);
    written.push(JSON.parse(line));
    return !socket.full;
  });
  return { written, socket, lines };
}

describe('createFeedLines', () => {
  it('writes at once while the socket takes more', () => {
    const { written, lines } = setUp();
    lines.push(batch(1, { rows: rows(1) }));
    lines.push(batch(2));
    expect(written.map((line) => [line.feed, line.batch.last])).toEqual([
      [7, 1],
      [7, 2],
    ]);
  });

  it('holds lines back while the socket is full, in order, and loses no row', () => {
    const { written, socket, lines } = setUp();
    socket.full = true;
    for (const seq of [1, 2, 3]) lines.push(batch(seq, { rows: rows(seq) }));
    expect(written).toHaveLength(1);
    expect(lines.blocked).toBe(true);
    lines.drain();
    expect(written).toHaveLength(2);
    socket.full = false;
    lines.drain();
    lines.push(batch(4, { rows: rows(4) }));
    expect(written.flatMap((line) => line.batch.rows.map((row) => row.seq))).toEqual([1, 2, 3, 4]);
    expect(lines.blocked).toBe(false);
  });

  it('takes packed rows for no counts', () => {
    const { written, socket, lines } = setUp();
    socket.full = true;
    const many = (from: number): FeedBatch => {
      const list = Array.from({ length: 100 }, (_, index) => ({ seq: from + index }) as Row);
      return packBatch(batch(from + 99, { rows: list }));
    };
    for (const from of [1, 101, 201]) lines.push(many(from));
    lines.push(batch(400));
    socket.full = false;
    lines.drain();
    expect(written.flatMap((line) => unpackBatch(line.batch).rows.map(({ seq }) => seq))).toHaveLength(300);
    expect(written[written.length - 1]?.batch.last).toBe(400);
  });

  it('merges counts that wait, and keeps their signals', () => {
    const { written, socket, lines } = setUp();
    socket.full = true;
    lines.push(batch(1, { rows: rows(1) }));
    lines.push(batch(2, { rows: rows(2), signals: ['agents'] }));
    for (let last = 3; last <= 1_000; last += 1) lines.push(batch(last, { signals: ['sessions'] }));
    socket.full = false;
    lines.drain();
    expect(written).toHaveLength(2);
    expect(written[1]?.batch).toMatchObject({ last: 1_000, signals: ['agents', 'sessions'] });
    expect(written[1]?.batch.rows).toHaveLength(1);
  });
});
