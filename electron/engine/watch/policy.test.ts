import { describe, expect, it } from 'vitest';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import { pollResult, restOf, retryAfterMs, tooManyFailures, waitFor } from './policy.ts';

const view = (change: Partial<OutcomeView>): OutcomeView => ({
  exchange: 1,
  outcome: 'ok',
  operation: 'GetTask',
  issues: [],
  ...change,
});
const rpc = (code: number) =>
  view({ outcome: 'error', error: { code: 'rpc', message: '', a2a: { code, message: '' } } });
const http = (httpStatus: number) =>
  view({ outcome: 'error', error: { code: httpStatus === 401 ? 'auth' : 'http', message: '', httpStatus } });

describe('pollResult', () => {
  it.each([
    ['a task', view({ reading: { type: 'task', task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } } }), 'task'],
    ['TaskNotFound', rpc(-32001), 'not-found'],
    ['404', http(404), 'not-found'],
    ['MethodNotFound', rpc(-32601), 'refused'],
    ['401', http(401), 'access'],
    ['503', http(503), 'failed'],
    ['InternalError', rpc(-32603), 'failed'],
    ['an answer that is no task', view({ outcome: 'error', error: { code: 'json', message: '' } }), 'failed'],
    ['stopping to listen', view({ outcome: 'aborted' }), 'stopped'],
  ])('reads %s', (_name, outcome, means) => {
    const result = pollResult(outcome);
    expect(result.kind === 'over' ? result.end : result.kind).toBe(means);
  });
});

describe('restOf', () => {
  it('ends at a terminal state, and at a question only when Loupe began', () => {
    expect(restOf('TASK_STATE_CANCELED', false)).toBe('terminal');
    expect(restOf('TASK_STATE_INPUT_REQUIRED', true)).toBe('at-rest');
    expect(restOf('TASK_STATE_INPUT_REQUIRED', false)).toBeUndefined();
    expect(restOf('TASK_STATE_WORKING', true)).toBeUndefined();
    expect(restOf(undefined, true)).toBeUndefined();
  });
});

describe('waitFor', () => {
  const waits = (of: 'unchanged' | 'failures') =>
    [0, 1, 2, 3, 4, 5, 20].map((count) => waitFor(2_000, { unchanged: 0, failures: 0, [of]: count }));

  it('keeps the interval for a few answers, then grows to a limit', () => {
    expect(waits('unchanged')).toEqual([2_000, 2_000, 2_000, 3_000, 4_500, 6_750, 30_000]);
  });

  it('doubles with each failure', () => {
    expect(waits('failures')).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect([4, 5].map((failures) => tooManyFailures({ unchanged: 0, failures }))).toEqual([false, true]);
  });

  it('is never shorter than a longer interval, nor than what the agent asks for', () => {
    expect(waitFor(60_000, { unchanged: 9, failures: 0 })).toBe(60_000);
    expect(waitFor(2_000, { unchanged: 0, failures: 1 }, 90_000)).toBe(90_000);
    expect(waitFor(2_000, { unchanged: 0, failures: 1 }, 10 ** 9)).toBe(300_000);
  });
});

describe('retryAfterMs', () => {
  it('takes seconds and dates', () => {
    const now = Date.parse('2026-01-02T03:04:05Z');
    expect(retryAfterMs('7', now)).toBe(7_000);
    expect(retryAfterMs('Fri, 02 Jan 2026 03:04:15 GMT', now)).toBe(10_000);
    expect(
      [undefined, '', 'soon', '-3', 'Fri, 02 Jan 2026 03:04:00 GMT'].map((line) => retryAfterMs(line, now)),
    ).toEqual([0, 0, 0, 0, 0]);
  });
});
