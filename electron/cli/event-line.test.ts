import { describe, expect, it } from 'vitest';
import type { Reading } from '../../shared/a2a/reduce/reading.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import { eventLine, rawState } from './event-line.ts';
import { TaskFold } from './task-fold.ts';

let seq = 0;

function frame(reading: Reading, data?: string, event?: string): EntryView {
  seq++;
  return {
    entry: { seq, at: seq * 10, kind: 'frame', exchange: 1, framing: 'sse', body: { bytes: 0 }, event },
    row: { seq, at: seq * 10, lane: 'status', kind: 'status', exchange: 1, agent: 'a', text: '', size: 0 },
    data,
    reading,
    issues: [],
    sections: [],
    related: {},
  };
}

const status = (state: string, words?: string): Reading => ({
  type: 'event',
  event: {
    statusUpdate: {
      taskId: 't',
      contextId: 'c',
      status: {
        state,
        message: words === undefined ? undefined : { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: words }] },
      },
    },
  },
});

const chunk = (id: string, words: string, append: boolean, lastChunk = false): Reading => ({
  type: 'event',
  event: { artifactUpdate: { taskId: 't', artifact: { artifactId: id, parts: [{ text: words }] }, append, lastChunk } },
});

describe('eventLine', () => {
  it('names the event, its state and its text', () => {
    const line = eventLine(frame(status('TASK_STATE_WORKING', 'on it'), undefined, 'x-custom'));
    expect(line).toMatchObject({ kind: 'event', type: 'statusUpdate', state: 'TASK_STATE_WORKING', text: 'on it' });
    expect(line).toMatchObject({ event_name: 'x-custom', taskId: 't', contextId: 'c' });
    expect(line?.parts).toBeUndefined();
  });

  it('shows the spelling of the wire when it differs', () => {
    const old = '{"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","status":{"state":"input-required"}}}';
    expect(eventLine(frame(status('TASK_STATE_INPUT_REQUIRED'), old))?.raw_state).toBe('input-required');
    const same = '{"result":{"statusUpdate":{"status":{"state":"TASK_STATE_WORKING"}}}}';
    expect(eventLine(frame(status('TASK_STATE_WORKING'), same))?.raw_state).toBeUndefined();
    expect(rawState('{"task":{"status":{"state":3}}}')).toBe('3');
    expect(rawState('no JSON')).toBeUndefined();
  });

  it('tells errors of both bindings and unreadable payloads apart', () => {
    const rpc = eventLine(frame({ type: 'error', error: { code: -32001, message: 'gone', httpStatus: 200 } }));
    expect(rpc).toMatchObject({ type: 'rpcError', code: -32001, text: 'gone' });
    const rest = eventLine(frame({ type: 'error', error: { message: 'gone', httpStatus: 404 } }));
    expect(rest).toMatchObject({ type: 'restError', code: 404 });
    expect(eventLine(frame({ type: 'unreadable', message: 'no JSON' }, '[DONE]'))).toMatchObject({
      type: 'unparsed',
      raw: '[DONE]',
    });
    expect(eventLine(frame({ type: 'unreadable', message: 'empty' }))?.raw).toBe('');
  });

  it('leaves out comments and results that are no events', () => {
    expect(eventLine(frame({ type: 'quiet' }))).toBeUndefined();
    expect(eventLine(frame({ type: 'tasks', list: { tasks: [], nextPageToken: '' } }))).toBeUndefined();
  });
});

describe('TaskFold', () => {
  const fold = (...readings: Reading[]) => {
    const tasks = new TaskFold();
    for (const reading of readings) {
      const view = frame(reading);
      const line = eventLine(view);
      if (line) tasks.push(view, line);
    }
    return tasks;
  };

  it('puts chunks together and seals the artifact with the last one', () => {
    const open = fold(status('TASK_STATE_WORKING'), chunk('a', 'one ', false), chunk('a', 'two', true)).line();
    expect(open?.artifacts).toMatchObject([{ artifactId: 'a', text: 'one two', parts: 2, sealed: false }]);
    const sealed = fold(status('TASK_STATE_WORKING'), chunk('a', 'one', false), chunk('a', '', true, true)).line();
    expect(sealed?.artifacts[0]?.sealed).toBe(true);
  });

  it('replaces an artifact when a chunk does not append, and keeps a chunk that has nothing to append to', () => {
    const line = fold(chunk('a', 'old', false, true), chunk('a', 'new', false), chunk('b', 'late', true)).line();
    expect(line?.artifacts).toMatchObject([
      { artifactId: 'a', text: 'new', parts: 1, sealed: false },
      { artifactId: 'b', text: 'late' },
    ]);
  });

  it('takes a snapshot over what was streamed', () => {
    const artifacts = [{ artifactId: 'a', parts: [{ text: 'x y' }] }];
    const snapshot: Reading = {
      type: 'task',
      task: { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, artifacts, history: [] },
    };
    const line = fold(chunk('a', 'x', false), snapshot).line();
    expect(line).toMatchObject({ id: 't', state: 'TASK_STATE_COMPLETED', history_count: 0 });
    expect(line?.artifacts).toMatchObject([{ artifactId: 'a', text: 'x y', parts: 1, sealed: true }]);
  });

  it('finds a task by id and falls back to the one heard of last', () => {
    const other: Reading = { type: 'task', task: { id: 'other', status: { state: 'TASK_STATE_FAILED' } } };
    const tasks = fold(status('TASK_STATE_WORKING'), other);
    expect(tasks.line('t')?.state).toBe('TASK_STATE_WORKING');
    expect(tasks.line('nobody')?.id).toBe('other');
    expect(new TaskFold().line()).toBeUndefined();
  });
});
