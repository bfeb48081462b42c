import { describe, expect, it } from 'vitest';
import { ERROR_TEXT_LIMIT, readErrorBody, readHttpError } from './http-error.ts';

const read = (status: number, body: unknown, type = 'application/json') =>
  readHttpError(status, type, typeof body === 'string' ? body : JSON.stringify(body));
const info = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'TASK_NOT_FOUND',
  domain: 'a2a-protocol.org',
};

describe('JSON bodies', () => {
  it('google.rpc: the code comes from the reason, not from the repeated status', () => {
    expect(read(404, { error: { code: 404, status: 'NOT_FOUND', message: 'no such task', details: [info] } })).toEqual({
      code: -32001,
      name: 'TaskNotFound',
      message: 'no such task',
      data: [info],
      reason: 'TASK_NOT_FOUND',
      httpStatus: 404,
      told: true,
    });
    const plain = read(500, { error: { code: 500, status: 'INTERNAL', message: 'unknown exception', details: [] } });
    expect(plain).toEqual({ message: 'unknown exception', data: [], httpStatus: 500, told: true });
  });

  it('problem+json: title, detail and the last word of the type', () => {
    const problem = {
      type: 'https://a2a-protocol.org/errors/unsupported-operation',
      title: 'Cannot send to a finished task',
      status: 501,
    };
    expect(read(501, problem, 'application/problem+json')).toEqual({
      code: -32004,
      name: 'UnsupportedOperation',
      message: 'Cannot send to a finished task (unsupported-operation)',
      data: problem,
      reason: 'UNSUPPORTED_OPERATION',
      httpStatus: 501,
      told: true,
    });
    expect(read(400, { type: 'about:blank', title: 'Bad', detail: 'why' }).message).toBe('Bad: why');
  });

  it.each([
    [{ error: 'Unauthorized' }, { message: 'Unauthorized' }],
    [{ error: 'invalid_token', error_description: 'expired' }, { message: 'invalid_token: expired' }],
    [{ detail: 'Not Found' }, { message: 'Not Found' }],
    [{ message: 'unknown exception' }, { message: 'unknown exception' }],
    [{ detail: [{ loc: ['body', 'message'], msg: 'Field required' }] }, { message: 'body.message: Field required' }],
    [
      { code: -32602, message: 'Invalid role: -1' },
      { code: -32602, name: 'InvalidParams', message: 'Invalid role: -1' },
    ],
    [
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'x' } },
      { code: -32000, message: 'x' },
    ],
    ['"gone"', { message: 'gone' }],
    [
      { message: 'x', hint: 'y' },
      { message: 'x', data: { message: 'x', hint: 'y' } },
    ],
    [{}, { message: 'The server answered 400 without a text.' }],
  ])('%j', (body, expected) => expect(read(400, body)).toMatchObject({ ...expected, httpStatus: 400 }));
});

describe('other bodies', () => {
  it('HTML: its title and the text below', () => {
    const page =
      '<!DOCTYPE html>\n<html><head><title>Error &amp; co</title></head><body><pre>Cannot GET <b>/x</b></pre></body></html>';
    expect(read(404, page, 'text/html; charset=utf-8').message).toBe('Error & co: Cannot GET /x');
    expect(
      read(502, '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>', '')
        .message,
    ).toBe('502 Bad Gateway');
  });
  it('plain text, cut to a line', () => {
    expect(read(500, 'Internal Server\n Error', 'text/plain').message).toBe('Internal Server Error');
    expect(read(500, 'x'.repeat(5_000), 'text/plain').message).toHaveLength(ERROR_TEXT_LIMIT + 3);
  });
  it('nothing', () => {
    expect(read(503, '', '').message).toBe('The server answered 503 without a text.');
  });
  it('a parsed value, as in an error event', () => {
    expect(readErrorBody({ error: { code: 500, status: 'INTERNAL', message: 'x' } })).toEqual({
      message: 'x',
      httpStatus: 500,
    });
    expect(readErrorBody([1])).toBeUndefined();
  });
});
