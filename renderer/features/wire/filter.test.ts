import { describe, expect, it } from 'vitest';
import { matchesWireFilter, parseWireFilter } from './filter.ts';
import type { Exchange, ExchangeState } from './view-model.ts';

const exchange = (operation: string, status?: number): Exchange => ({
  number: 1,
  agent: 'a',
  operation,
  kind: 'call',
  at: 0,
  last: 0,
  ...(status === undefined ? {} : { status }),
  size: 0,
  troubled: false,
  facts: [],
  frames: [],
  kinds: { data: 0, comment: 0, damaged: 0 },
});

const passes = (text: string, one: Exchange, state: ExchangeState = 'done', found: number[] = []) =>
  matchesWireFilter(parseWireFilter(text), one, state, new Set(found));

describe('the filter', () => {
  it('narrows by status code, by how the exchange stands, and by operation', () => {
    const lost = exchange('GetTask', 404);
    for (const text of [
      'status:404',
      'status:4xx',
      'status:4',
      'status:5xx status:failed',
      'op:task',
      'OP:get status:4',
    ])
      expect(passes(text, lost, 'failed'), text).toBe(true);
    for (const text of ['status:200', 'status:done', 'op:send', 'op:task status:5xx'])
      expect(passes(text, lost, 'failed'), text).toBe(false);
    expect(passes('status:2', exchange('GetTask'), 'open')).toBe(false);
    expect(passes('status:open', exchange('GetTask'), 'open')).toBe(true);
  });

  it('finds words in the name, or where the bytes were searched', () => {
    expect(passes('task', exchange('GetTask'))).toBe(true);
    expect(passes('vpc', exchange('GetTask'))).toBe(false);
    expect(passes('vpc', exchange('GetTask'), 'done', [1])).toBe(true);
  });

  it('keeps phrases together, and waits for a value', () => {
    expect(parseWireFilter('"a b" c').words).toEqual(['a b', 'c']);
    expect(passes('status: op:', exchange('x'))).toBe(true);
  });
});
