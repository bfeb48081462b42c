import { describe, expect, it } from 'vitest';
import { codeOfReason, ERROR_NAMES, errorName, explain, fieldViolations, readRpcError, reasonOf } from './errors.ts';

const info = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'TASK_NOT_FOUND',
  domain: 'a2a-protocol.org',
};

describe('codes', () => {
  it('have names, reasons and explanations that belong together', () => {
    for (const code of Object.keys(ERROR_NAMES).map(Number)) {
      const reason = explain(code).replace(/-/g, '_').toUpperCase();
      expect(codeOfReason(reason)).toBe(code);
      expect(explain(code).replace(/-/g, '')).toBe(errorName(code)?.toLowerCase());
    }
  });
  it.each([
    [-32001, 'task-not-found'],
    [-32009, 'version-not-supported'],
    [-32603, 'internal-error'],
    [-32050, 'server-defined'],
    [12, 'unknown'],
    [{ httpStatus: 401 }, 'http-401'],
    [{ httpStatus: 418 }, 'http-4xx'],
    [{ httpStatus: 502 }, 'http-5xx'],
    [{ code: -32004, httpStatus: 400 }, 'unsupported-operation'],
    [{}, 'unknown'],
  ])('%j is explained by %s', (error, key) => expect(explain(error)).toBe(key));
});

describe('the error member', () => {
  it.each([
    [
      { code: -32001, message: 'x', data: [info] },
      { code: -32001, name: 'TaskNotFound', message: 'x', data: [info], reason: 'TASK_NOT_FOUND' },
    ],
    [
      { code: -32001, message: 'x', data: null },
      { code: -32001, name: 'TaskNotFound', message: 'x' },
    ],
    [
      { code: '-32602', message: '' },
      { code: -32602, name: 'InvalidParams', message: 'InvalidParams' },
    ],
    [
      { code: -1, message: 'x', data: 'free text' },
      { code: -1, message: 'x', data: 'free text' },
    ],
    [{ code: 5 }, { code: 5, message: 'Error 5' }],
    ['boom', { message: 'boom' }],
    [[1], { message: '[1]' }],
    [{ detail: 'd' }, { message: 'd' }],
  ])('%j', (error, read) => expect(readRpcError(error)).toEqual(read));
});

describe('details', () => {
  it('give the reason, from a list or a single one', () => {
    expect(reasonOf([{ other: 1 }, info])).toBe('TASK_NOT_FOUND');
    expect(reasonOf(info)).toBe('TASK_NOT_FOUND');
    expect(reasonOf('text')).toBeUndefined();
  });
  it('give the fields that were wrong', () => {
    const bad = {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: 'a.b', description: 'no' }],
    };
    expect(fieldViolations([info, bad])).toEqual([{ field: 'a.b', description: 'no' }]);
    expect(fieldViolations([{ loc: ['params', 'message', 0], msg: 'Field required' }])).toEqual([
      { field: 'params.message.0', description: 'Field required' },
    ]);
    expect(fieldViolations({ errors: [{ loc: ['x'], msg: 'y' }] })).toEqual([{ field: 'x', description: 'y' }]);
  });
});
