import { describe, expect, it } from 'vitest';
import type { FrameText } from '../../../shared/contract/views.ts';
import { segmentsOf } from './frame-line.ts';

const sse = (text: string, change: Partial<FrameText> = {}): FrameText => ({ seq: 1, framing: 'sse', text, ...change });
const joined = (frame: FrameText) => segmentsOf(frame).map(({ field, text }) => field + text);

describe('lines of a frame', () => {
  it('are kept byte for byte, whatever ends them', () => {
    expect(joined(sse('id: 7\r\nevent:x\rdata:  {"a":1} \ndata\nunknown: y\n\n'))).toEqual([
      'id: 7',
      'event:x',
      'data:  {"a":1} ',
      'data',
      'unknown: y',
    ]);
  });

  it('tell field names from values, and comments from data', () => {
    expect(segmentsOf(sse(': ping\nretry: 10\ndata: 1\n\n'))).toEqual([
      { field: '', text: ': ping', faint: true },
      { field: 'retry: ', text: '10', faint: true },
      { field: 'data: ', text: '1', faint: false },
    ]);
  });

  it('show what would be invisible', () => {
    expect(joined(sse('\ufeffdata: a\u202eb\n\n'))).toEqual(['\\ufeffdata: a\\u202eb']);
    expect(joined(sse('\n\n'))).toEqual(['']);
    expect(joined(sse('/wA=', { binary: true }))).toEqual(['ff 00']);
    expect(joined(sse('{\n"a": 1}', { framing: 'body' }))[0]).toContain('↵');
  });
});
