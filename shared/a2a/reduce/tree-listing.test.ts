import { describe, expect, it } from 'vitest';
import type { Task } from '../../model/task.ts';
import { asksForAll, listRequest, NO_LISTING, remaining, takePage } from './tree-listing.ts';

const tasks = (...ids: string[]): Task[] => ids.map((id) => ({ id, status: { state: 'TASK_STATE_COMPLETED' } }));
const page = (ids: string[], nextPageToken?: string, totalSize?: unknown) =>
  ({ tasks: tasks(...ids), nextPageToken, totalSize }) as Parameters<typeof takePage>[1];

describe('takePage', () => {
  it('follows the tokens to the last page', () => {
    const first = takePage(NO_LISTING, page(['a', 'b'], 'p2', 3));
    expect(first).toMatchObject({ next: 'p2', total: 3, complete: false });
    expect(remaining(first)).toBe(1);
    const last = takePage(first, page(['c'], '', 3));
    expect(last).toMatchObject({ complete: true, pages: 2, repeated: 0 });
    expect(last).not.toHaveProperty('next');
    expect(last).not.toHaveProperty('problem');
    expect(remaining(last)).toBe(0);
  });

  it('counts a task that moved to a later page once', () => {
    const last = takePage(takePage(NO_LISTING, page(['a', 'b'], 'p2', 3)), page(['b', 'c'], '', 3));
    expect([...last.ids]).toEqual(['a', 'b', 'c']);
    expect(last).toMatchObject({ repeated: 1, complete: true });
    expect(last).not.toHaveProperty('problem');
  });

  it('does without a total, and does not believe one that cannot be', () => {
    expect(remaining(takePage(NO_LISTING, page(['a'], 'p2')))).toBeUndefined();
    expect(takePage(NO_LISTING, page(['a'], 'p2', -1))).not.toHaveProperty('total');
    expect(takePage(NO_LISTING, page(['a'], 'p2', '7'))).not.toHaveProperty('total');
    const small = takePage(NO_LISTING, page(['a', 'b'], 'p2', 1));
    expect(small.problem).toBe('total-too-small');
    expect(remaining(small)).toBeUndefined();
    expect(takePage(NO_LISTING, page(['a'], '', 4)).problem).toBe('total-too-large');
  });

  it('takes a total of the page for the whole when there is another page', () => {
    const listing = takePage(NO_LISTING, page(['a', 'b'], 'p2', 2));
    expect(remaining(listing)).toBeUndefined();
    expect(listing.next).toBe('p2');
  });

  it('does not go round in a circle', () => {
    const second = takePage(takePage(NO_LISTING, page(['a'], 'p2', 9)), page(['b'], 'p2', 9));
    expect(second).toMatchObject({ problem: 'token-repeats', complete: false });
    expect(second).not.toHaveProperty('next');
  });

  it('goes on after an empty page with a token', () => {
    const second = takePage(NO_LISTING, page([], 'p2', 1));
    expect(second).toMatchObject({ next: 'p2', complete: false });
  });
});

describe('listRequest', () => {
  it('says only what was chosen', () => {
    expect(listRequest({})).toEqual({ pageSize: 50, historyLength: 4 });
    const criteria = { context: 'c', state: 'TASK_STATE_WORKING', since: '2026-01-02T03:04:05Z' } as const;
    expect(listRequest({ ...criteria, artifacts: true, history: 0 }, 'p2')).toEqual({
      contextId: 'c',
      status: 'TASK_STATE_WORKING',
      pageSize: 50,
      pageToken: 'p2',
      historyLength: 0,
      statusTimestampAfter: '2026-01-02T03:04:05Z',
      includeArtifacts: true,
    });
    expect([asksForAll({ artifacts: true, history: 3 }), asksForAll(criteria)]).toEqual([true, false]);
  });
});
