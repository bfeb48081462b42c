import { describe, expect, it } from 'vitest';
import { dialects } from '../dialects/index.ts';
import { chunk, permission, said, status, TASK, tool } from './testing/events.ts';
import { isPlainUpdate } from './well-formed.ts';

const part = (value: object) => chunk('a', [value as never]);

describe('isPlainUpdate', () => {
  it.each([
    ['a state', status('TASK_STATE_WORKING')],
    ['a text', said('x')],
    ['a tool', tool('started')],
    ['a question', permission()],
    ['a chunk', chunk('a', [{ text: '' }], { append: true, lastChunk: false })],
    ['a link', part({ url: 'http://x/', mediaType: 'text/plain' })],
    ['bytes', part({ raw: 'aGk=' })],
  ])('takes %s, which a decoder returns untouched', (_, item) => {
    expect(isPlainUpdate(item)).toBe(true);
    const decoded = dialects['1.0'].decode('stream', item);
    expect(decoded.value).toBe(item);
    expect(decoded.issues).toEqual([]);
  });

  it.each([
    ['a task', { task: { id: TASK } }],
    ['two payloads', { ...status('TASK_STATE_WORKING'), task: { id: 'x' } }],
    ['an unknown state', status('working')],
    ['a number as state', status(3 as never)],
    ['no task id', { statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } }],
    ['null members', status('TASK_STATE_WORKING', { metadata: null })],
    ['0.3 keys', status('TASK_STATE_WORKING', { final: true })],
    ['a part with a kind', part({ kind: 'text', text: 'x' })],
    ['a part with two contents', part({ text: 'x', data: 1 })],
    ['a part without content', part({})],
    ['a text that is a number', part({ text: 1 })],
    ['data, whose null must be told from absence', part({ data: null })],
    ['a flag that is a text', chunk('a', [], { append: 'true' })],
    [
      'a lower-case role',
      {
        ...said('x'),
        statusUpdate: {
          taskId: 't',
          status: { state: 'TASK_STATE_WORKING', message: { messageId: 'm', role: 'agent', parts: [] } },
        },
      },
    ],
    ['no object', null],
    ['a list', []],
  ])('leaves %s to the decoder', (_, item) => {
    expect(isPlainUpdate(item)).toBe(false);
  });
});
