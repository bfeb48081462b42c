import { describe, expect, it } from 'vitest';
import { sseComment, sseData } from './sse-data.ts';

describe('sseData', () => {
  it.each([
    ['data: {"a":1}\n\n', '{"a":1}'],
    ['data:{"a":1}\r\n\r\n', '{"a":1}'],
    ['data: x\r\r', 'x'],
    ['data:  two\n\n', ' two'],
    ['data: {\ndata: }\n\n', '{\n}'],
    ['data: {\rdata: }\r\r', '{\n}'],
    ['id: 4\nevent: e\ndata: x\nretry: 10\n\n', 'x'],
    ['data: x\nid: 5\n\n', 'x'],
    [': note\ndata: x\n\n', 'x'],
    ['\ufeffdata: x\n\n', 'x'],
    ['data: x', 'x'],
    ['data\n\n', ''],
    ['data:\n\n', ''],
    ['data: a\ndata\n\n', 'a\n'],
  ])('%j gives %j', (block, data) => {
    expect(sseData(block)).toBe(data);
  });

  it.each([[': ping\n\n'], ['retry: 100\n\n'], ['\n'], [''], ['database: x\n\n']])('%j has none', (block) => {
    expect(sseData(block)).toBeUndefined();
  });
});

describe('sseComment', () => {
  it('drops the colons and keeps other fields', () => {
    expect(sseComment(': ping - 12:00\r\n\r\n')).toBe('ping - 12:00');
    expect(sseComment('retry: 300\n:\n\n')).toBe('retry: 300');
  });
});
