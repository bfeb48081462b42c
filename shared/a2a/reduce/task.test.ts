import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import { artifactText } from './artifact.ts';
import type { TaskView } from './task.ts';
import { reduceTask } from './task.ts';
import { CONTEXT, chunk, said, status, TASK, task } from './testing/events.ts';

const reduceAll = (events: readonly StreamResponse[]): TaskView => {
  let view: TaskView | undefined;
  for (const event of events) view = reduceTask(view, event);
  if (view === undefined) throw new Error('no events');
  return view;
};

/** A part that counts how often its text is looked at. */
function countedPart(text: string, counter: { reads: number }): Part {
  return {
    get text() {
      counter.reads++;
      return text;
    },
  };
}

const user = { messageId: 'u1', role: 'ROLE_USER', parts: [{ text: 'go' }] };

describe('reduceTask', () => {
  it('ends in the task that the events describe', () => {
    const view = reduceAll([
      task('TASK_STATE_SUBMITTED', { history: [user] }),
      said('The ', 'm-1'),
      said('cat sat', 'm-1'),
      said('.', 'm-1'),
      chunk('a', [{ text: 'one ', mediaType: 'text/plain' }]),
      chunk('a', [{ text: 'two' }], { append: true, lastChunk: true }),
      status('TASK_STATE_COMPLETED', { status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-02T03:04:05' } }),
    ]);
    expect(view).toMatchObject({
      id: TASK,
      contextId: CONTEXT,
      state: 'TASK_STATE_COMPLETED',
      timestamp: '2026-01-02T03:04:05',
    });
    expect(view.history.map((message) => textOf(message.parts))).toEqual(['go', 'The cat sat.']);
    const artifact = view.artifacts.get('a');
    expect(artifact).toMatchObject({ sealed: true, bytes: 7, chunks: 2, mediaType: 'text/plain' });
    expect(artifact?.parts).toHaveLength(2);
    expect(artifact && artifactText(artifact)).toBe('one two');
  });

  it('keeps earlier versions and counts writes after the last chunk', () => {
    const view = reduceAll([
      chunk('r', [{ text: 'draft' }], { lastChunk: true }),
      chunk('r', [{ text: ' extra' }], { append: true }),
      chunk('r', [{ text: 'final' }], { append: false, lastChunk: true }),
    ]);
    const artifact = view.artifacts.get('r');
    expect(artifact).toMatchObject({ parts: [{ text: 'final' }], sealed: true, lateWrites: 2 });
    expect(artifact?.versions).toEqual([{ parts: [{ text: 'draft' }, { text: ' extra' }], sealed: true }]);
    expect(artifact && artifactText(artifact)).toBe('final');
  });

  it('merges the snapshot of a new subscription instead of appending it', () => {
    const artifacts = [{ artifactId: 'a', parts: [{ text: 'one ' }, { text: 'two ' }] }];
    const deltas = ['The ', 'cat '].map((text) => ({ messageId: 'm-1', role: 'ROLE_AGENT', parts: [{ text }] }));
    const view = reduceAll([
      said('The ', 'm-1'),
      chunk('a', [{ text: 'one ' }]),
      task('TASK_STATE_WORKING', { history: [user, ...deltas], artifacts }),
      said('sat', 'm-1'),
      chunk('a', [{ text: 'three' }], { append: true }),
    ]);
    expect(view.history.map((message) => textOf(message.parts))).toEqual(['The cat sat', 'go']);
    const artifact = view.artifacts.get('a');
    expect(artifact && artifactText(artifact)).toBe('one two three');
    expect(artifact?.versions).toEqual([]);
  });

  it('is not made smaller by a snapshot that leaves things out', () => {
    const view = reduceAll([chunk('a', [{ text: 'whole' }]), said('long text', 'm'), task('TASK_STATE_COMPLETED')]);
    expect(view.artifacts.get('a')?.bytes).toBe(5);
    expect(view.history).toHaveLength(1);
  });

  it('never changes the events', () => {
    const events = [
      task('TASK_STATE_WORKING', { history: [user] }),
      said('a', 'u1'),
      chunk('a', [{ text: 'x' }]),
      chunk('a', [{ text: 'y' }], { append: true }),
    ];
    const before = JSON.stringify(events);
    reduceAll(events);
    expect(JSON.stringify(events)).toBe(before);
  });

  it('looks at each chunk a fixed number of times, however many there are', () => {
    const readsFor = (chunks: number): number => {
      const counter = { reads: 0 };
      let view: TaskView | undefined;
      for (let i = 0; i < chunks; i++) {
        view = reduceTask(view, chunk('a', [countedPart(`${i} `, counter)], { append: i > 0 }));
        const artifact = view.artifacts.get('a');
        if (artifact) artifactText(artifact);
      }
      return counter.reads / chunks;
    };
    expect(readsFor(10_000)).toBe(readsFor(10));
  });

  it('adds deltas of a message without touching the earlier ones', () => {
    const readsFor = (deltas: number): number => {
      const counter = { reads: 0 };
      let view: TaskView | undefined;
      for (let i = 0; i < deltas; i++) {
        const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [countedPart('x', counter)] };
        view = reduceTask(view, status('TASK_STATE_WORKING', { status: { state: 'TASK_STATE_WORKING', message } }));
      }
      expect(view?.history[0]?.parts).toHaveLength(deltas);
      return counter.reads / deltas;
    };
    expect(readsFor(10_000)).toBeLessThanOrEqual(1);
  });
});
