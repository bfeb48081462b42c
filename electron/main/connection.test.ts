import { describe, expect, it } from 'vitest';
import type { FeedDelivery } from '../../shared/contract/channels.ts';
import type { FeedBatch, FeedRequest } from '../../shared/contract/views.ts';
import { done } from '../../shared/lib/result.ts';
import { createConnection } from './connection.ts';

function setUp() {
  const feeds: { request: FeedRequest; sink: (batch: FeedBatch) => void; acked: number[]; closed: boolean }[] = [];
  const delivered: FeedDelivery[] = [];
  const connection = createConnection(
    {
      dispatch: async (name, input, signal) => {
        if (name === 'wait') await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        return done({ input, aborted: signal?.aborted === true });
      },
      openFeed: (request, sink) => {
        const feed = { request, sink, acked: [] as number[], closed: false };
        feeds.push(feed);
        return {
          ack: (seq) => {
            feed.acked.push(seq);
          },
          close: () => {
            feed.closed = true;
          },
        };
      },
    },
    (delivery) => delivered.push(delivery),
  );
  return { connection, feeds, delivered };
}

const openFeed = (feed: number) => ({ kind: 'open', feed, request: { session: 's', after: 0 } });

describe('calls', () => {
  it('bring back replies, also for nonsense', async () => {
    const { connection } = setUp();
    expect(await connection.call({ id: 1, name: 'echo', input: 5 })).toEqual(done({ input: 5, aborted: false }));
    for (const message of [null, 'x', {}, { id: 1 }, { id: '1', name: 'echo' }, { id: -1, name: 'echo' }]) {
      expect(await connection.call(message)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
  });

  it('are aborted one by one, and all when the page is gone', async () => {
    const { connection } = setUp();
    const calls = [1, 2, 3].map((id) => connection.call({ id, name: 'wait', input: id }));
    expect(await connection.call({ id: 2, name: 'echo', input: 0 })).toMatchObject({ error: { code: 'bad-input' } });
    connection.abort(2);
    connection.abort('1');
    connection.abort(77);
    expect(await calls[1]).toEqual(done({ input: 2, aborted: true }));
    connection.close();
    expect(await Promise.all(calls)).toHaveLength(3);
  });
});

describe('feeds', () => {
  it('deliver under the number the page gave them', () => {
    const { connection, feeds, delivered } = setUp();
    connection.feed(openFeed(4));
    connection.feed({ kind: 'ack', feed: 4, seq: 9 });
    connection.feed({ kind: 'ack', feed: 5, seq: 10 });
    const batch = { session: 's', rows: [], last: 1 };
    feeds[0]?.sink(batch);
    expect(feeds[0]?.acked).toEqual([9]);
    expect(delivered).toEqual([{ feed: 4, batch }]);
  });

  it('end one by one, when replaced, and all when the page is gone', () => {
    const { connection, feeds } = setUp();
    for (const feed of [1, 2, 3]) connection.feed(openFeed(feed));
    connection.feed({ kind: 'close', feed: 1 });
    connection.feed(openFeed(2));
    expect(feeds.map((feed) => feed.closed)).toEqual([true, true, false, false]);
    connection.close();
    expect(feeds.every((feed) => feed.closed)).toBe(true);
  });

  it('ignore nonsense and are bounded in number', () => {
    const { connection, feeds } = setUp();
    for (const control of [null, 'x', {}, { kind: 'open', feed: 1 }, { ...openFeed(1), feed: '1' }])
      connection.feed(control);
    connection.feed({ kind: 'open', feed: 1, request: { session: 1, after: 0 } });
    expect(feeds).toHaveLength(0);
    for (let feed = 0; feed < 1_000; feed += 1) connection.feed(openFeed(feed));
    expect(feeds.filter((feed) => !feed.closed).length).toBeLessThanOrEqual(64);
  });
});
