import { describe, expect, it } from 'vitest';
import type { EndCause, Entry } from '../../model/entry.ts';
import { createConversation } from './conversation.ts';
import { createFold } from './fold.ts';

/** The rows of one exchange that gets a file. */
function folded(status: number, type: string, body: { text?: string; base64?: string }, cause: EndCause = 'complete') {
  const fold = createFold();
  const one = { exchange: 1, at: 0 };
  const entries: Entry[] = [
    {
      ...{ ...one, seq: 1, kind: 'request', agent: 'a', operation: 'FetchFile', method: 'GET', headers: [] },
      url: 'https://me:secret@far.example/tasks/a.md?key=secret',
      body: { bytes: 0, text: '' },
    },
    {
      ...{ ...one, seq: 2, kind: 'head', status, statusText: '', httpVersion: '1.1', timings: {} },
      headers: [['Content-Type', type]],
    },
    { ...one, seq: 3, kind: 'frame', framing: 'body', body: { bytes: 10, ...body } },
    { ...one, seq: 4, kind: 'end', cause, timings: {}, bytes: 10 },
  ];
  return entries.map((entry) => fold.push(entry));
}

const EVENT = JSON.stringify({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_FAILED' } } });

describe('an exchange that gets a file', () => {
  it('is told by its address without secrets, and the bytes may be anything', () => {
    const [request, head, frame, end] = folded(200, 'image/png', { base64: 'iVBORw0KGgo=' });
    expect(request?.row).toMatchObject({ kind: 'request', name: 'FetchFile', text: 'GET far.example/tasks/a.md' });
    expect(head?.row.stream).toBeUndefined();
    expect(frame?.row).toMatchObject({ kind: 'result', lane: 'request', name: 'image/png', size: 10 });
    expect(frame?.issues).toEqual([]);
    expect(end?.row.lane).toBe('request');
  });

  it.each([
    ['text/event-stream', `data: ${EVENT}\n\n`],
    ['application/json', EVENT],
    ['application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no' } })],
  ])('says nothing about tasks when the file is %s', (type, text) => {
    const [, head, frame, end] = folded(200, type, { text });
    expect(head?.row.stream).toBeUndefined();
    expect(frame).toMatchObject({
      row: { kind: 'result', task: undefined, state: undefined },
      reading: { type: 'empty' },
    });
    expect(end?.issues).toEqual([]);
  });

  it('is an error when the server does not give it, but none of the conversation', () => {
    for (const cause of ['complete', 'cut'] as const) {
      const all = folded(404, 'text/html', { text: '<p>gone</p>' }, cause);
      expect(all[2]?.row).toMatchObject({ kind: 'error', lane: 'error', name: '404' });
      const conversation = createConversation();
      for (const { row, reading, sections } of all) conversation.push({ row, reading, sections });
      expect(conversation.turns).toEqual([]);
    }
  });
});
