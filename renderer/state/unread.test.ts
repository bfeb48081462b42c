import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../shared/model/row.ts';
import { appendRows, publishLog, resetLog, sessionLog } from './log.ts';
import { goTo, type Place } from './selection.ts';
import { isUnread, isUnreadRow, markRead, watchUnread } from './unread.ts';

let seq = 0;

/** Rows of a task come in, and are drawn. */
function come(task: string, count = 1, change: Partial<Row> = {}): void {
  const rows = Array.from({ length: count }, (): Row => {
    seq += 1;
    const ids = { exchange: task === 'one' ? 1 : 2, agent: 'a', context: 'c', task };
    return { seq, at: seq, lane: 'status', kind: 'status', ...ids, text: 'x', size: 1, ...change };
  });
  appendRows(rows, seq);
  publishLog();
}

const taskPlace = (task: string): Place => ({ kind: 'task', agent: 'a', context: 'c', task });
const unread = (): number[] => sessionLog().rows.flatMap((row) => (isUnreadRow(row) ? row.seq : []));
const dots = (): string[] =>
  sessionLog().tree.contexts.flatMap(({ tasks }) =>
    tasks.flatMap((task) => (isUnread(task) && task.id ? task.id : [])),
  );

beforeAll(watchUnread);
beforeEach(() => {
  seq = 0;
  goTo({ kind: 'start' });
  resetLog(`session ${Math.random()}`);
});

describe('unread rows', () => {
  it('came while their task was not on screen, and are so until the person leaves', () => {
    come('one', 2);
    come('two', 2);
    expect(unread()).toEqual([]);
    goTo(taskPlace('one'));
    come('one');
    come('two', 2);
    expect([unread(), dots()]).toEqual([[3, 4], ['two']]);
    goTo(taskPlace('two'));
    // Those of the other task were on screen; what comes now is.
    expect([unread(), dots()]).toEqual([[3, 4, 6, 7], []]);
    come('two');
    expect(unread()).toEqual([3, 4, 6, 7]);
    goTo(taskPlace('one'));
    expect(unread()).toEqual([]);
  });

  it('are none of what a session held before anybody looked, nor of what says nothing', () => {
    come('one', 3);
    goTo(taskPlace('two'));
    come('one', 1, { kind: 'comment' });
    come('one', 1, { marks: { fold: 'poll|1' } });
    come('one');
    goTo({ kind: 'session' });
    expect(unread()).toEqual([6]);
  });

  it('are read when the person says so', () => {
    come('one');
    goTo(taskPlace('two'));
    come('one');
    const task = sessionLog().tree.task('a', 'one');
    if (task) markRead(task);
    expect(dots()).toEqual([]);
    goTo(taskPlace('one'));
    expect(unread()).toEqual([]);
  });
});
