import { describe, expect, it } from 'vitest';
import type { Task } from '../../model/task.ts';
import { compareTask, DIFFERENCE_LIMIT } from './compare-task.ts';
import { reduceTask, type TaskView } from './task.ts';
import { chunk, said, status, TASK, task } from './testing/events.ts';

const message = (messageId: string, text: string) => ({
  messageId,
  role: 'ROLE_AGENT' as const,
  parts: [{ text }],
});
const fetched = (state: string, more: Partial<Task> = {}): Task => ({ id: TASK, status: { state }, ...more });
const known = (...events: Parameters<typeof reduceTask>[1][]): TaskView | undefined =>
  events.reduce<TaskView | undefined>(reduceTask, undefined);

describe('a fetched task', () => {
  it('that says the same as its events has no difference, even when it keeps less', () => {
    const view = known(
      task('TASK_STATE_WORKING'),
      said('hello', 'm-1'),
      chunk('a', [{ text: 'one' }]),
      chunk('a', [{ text: 'two' }], { append: true }),
    );
    expect(compareTask(view, fetched('TASK_STATE_WORKING'))).toEqual([]);
    const artifacts = [{ artifactId: 'a', parts: [{ text: 'onetwo' }] }];
    expect(compareTask(view, fetched('TASK_STATE_WORKING', { artifacts, history: [message('m-1', 'hello')] }))).toEqual(
      [],
    );
  });

  it('may repeat as one message what came as deltas', () => {
    const view = known(task('TASK_STATE_WORKING'), said('Let me look. ', 'm'), said('It holds two files.', 'm'));
    const history = [message('m-2', 'It holds two files.')];
    expect(compareTask(view, fetched('TASK_STATE_WORKING', { history }))).toEqual([]);
    const other = [message('m-2', 'files.')];
    expect(compareTask(view, fetched('TASK_STATE_WORKING', { history: other }))).toMatchObject([{ what: 'message' }]);
  });

  it('tells what came in no event', () => {
    const view = known(task('TASK_STATE_WORKING'), chunk('a', [{ text: 'one' }]));
    const artifacts = [
      { artifactId: 'a', parts: [{ text: 'one' }, { text: 'two' }] },
      { artifactId: 'b', parts: [] },
    ];
    const last = message('m-2', 'done');
    const now = fetched('TASK_STATE_COMPLETED', { artifacts, history: [message('m-1', 'meanwhile'), last] });
    now.status.message = last;
    const found = compareTask(view, now);
    expect(found.map(({ what, id }) => [what, id])).toEqual([
      ['state', undefined],
      ['artifact-content', 'a'],
      ['artifact', 'b'],
      ['message', 'm-1'],
      ['message', 'm-2'],
    ]);
    expect(found[0]?.message).toContain('TASK_STATE_COMPLETED');
    expect(found[1]?.message).toMatch(/6 bytes.*3/);
    expect(found[3]?.message).toContain('meanwhile');
  });

  it('of which nothing is known differs in its state, and a long list is bounded', () => {
    const history = Array.from({ length: 200 }, (_, index) => message(`m-${index}`, 'x'));
    const found = compareTask(undefined, fetched('TASK_STATE_WORKING', { history }));
    expect(found[0]).toMatchObject({ what: 'state' });
    expect(found).toHaveLength(DIFFERENCE_LIMIT);
  });

  it('in no shape of its own breaks nothing', () => {
    const odd = { id: TASK, artifacts: 'x', history: 7 } as unknown as Task;
    expect(compareTask(known(status('TASK_STATE_WORKING')), odd)).toEqual([]);
  });
});
