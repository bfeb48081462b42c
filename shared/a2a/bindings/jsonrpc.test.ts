import { describe, expect, it } from 'vitest';
import { frame, unframe } from './jsonrpc.ts';

const codes = (payload: unknown): string[] => unframe(payload).issues.map((issue) => issue.code);

describe('frame', () => {
  it('writes a request, without params when there are none', () => {
    expect(frame(1, 'GetTask', { id: 't' })).toBe('{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}');
    expect(frame('a', 'GetExtendedAgentCard', {})).toBe('{"jsonrpc":"2.0","id":"a","method":"GetExtendedAgentCard"}');
  });
});

describe('unframe', () => {
  it('opens a correct answer without an issue', () => {
    const result = { task: {} };
    const answer = unframe({ jsonrpc: '2.0', id: 7, result });
    expect(answer).toEqual({ id: 7, result, issues: [] });
    expect(answer.result).toBe(result);
    expect(unframe({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } })).toEqual({
      id: null,
      error: { code: -32700, name: 'ParseError', message: 'x' },
      issues: [],
    });
  });

  it('tells a null result from a missing one', () => {
    expect('result' in unframe({ jsonrpc: '2.0', id: 1, result: null })).toBe(true);
    expect(codes({ jsonrpc: '2.0', id: 1, result: null })).toEqual([]);
    expect('result' in unframe({ jsonrpc: '2.0', id: 1 })).toBe(false);
    expect(codes({ jsonrpc: '2.0', id: 1 })).toEqual(['rpc-without-result']);
  });

  it('takes a null error for none', () => {
    expect(unframe({ jsonrpc: '2.0', id: 1, result: {}, error: null })).toEqual({ id: 1, result: {}, issues: [] });
  });

  it.each([
    [{ id: 1, result: {} }, ['rpc-version-missing']],
    [{ jsonrpc: 2, id: 1, result: {} }, ['rpc-version']],
    [{ jsonrpc: '2.0', id: {}, result: {} }, ['rpc-id-type']],
    [{ jsonrpc: '2.0', id: 1, error: 'boom' }, ['rpc-error-shape']],
    [{ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'x' } }, ['rpc-result-and-error']],
    [{ statusUpdate: {} }, ['rpc-envelope-missing']],
    [{ code: -32001, message: 'x' }, ['rpc-envelope-missing']],
    [[{ jsonrpc: '2.0', id: 1, result: {} }], ['rpc-batch']],
    [[], ['rpc-batch']],
    [null, ['rpc-no-object']],
    ['text', ['rpc-no-object']],
  ])('%j: %j', (payload, expected) => expect(codes(payload)).toEqual(expected));

  it('hands on what it found in spite of the issue', () => {
    expect(unframe({ jsonrpc: '2.0', id: 1, error: 'boom' }).error).toEqual({ message: 'boom' });
    const bare = { statusUpdate: {} };
    expect(unframe(bare).result).toBe(bare);
    expect(unframe({ code: -32001, message: 'gone' }).error).toMatchObject({ name: 'TaskNotFound', message: 'gone' });
    expect(unframe([{ jsonrpc: '2.0', id: 1, result: 5 }])).toMatchObject({ id: 1, result: 5 });
    expect(unframe({ jsonrpc: '2.0', id: 1, result: 1, error: { message: 'x' } })).toMatchObject({
      result: 1,
      error: { message: 'x' },
    });
  });
});
