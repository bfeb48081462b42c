import { describe, expect, it } from 'vitest';
import { ENGINE_SETTINGS } from '../../../shared/contract/engine-settings.ts';
import type { OutcomeKind, OutcomeView } from '../../../shared/contract/views.ts';
import type { EndCause } from '../../../shared/model/entry.ts';
import { RETRY_LINE_LIMIT_MS, SILENT_SUBSCRIPTIONS_LIMIT, STABLE_SUBSCRIPTION_MS } from '../limits.ts';
import { afterSubscription, attemptEnd, lostCause, NO_ATTEMPT, nextAttempt, type Progress } from './policy.ts';

const view = (outcome: OutcomeKind, more: Partial<OutcomeView> = {}): OutcomeView => ({
  exchange: 1,
  outcome,
  operation: 'SendStreamingMessage',
  issues: [],
  ...more,
});
const at = (state: string, outcome: OutcomeKind = 'cut') => view(outcome, { task: { id: 't', state } });
const ended = (cause: EndCause, dropped = false) => ({ cause, dropped });

describe('a stream is lost', () => {
  it('when it broke, or was closed, while its task was active', () => {
    for (const state of ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']) {
      expect(lostCause(ended('cut'), at(state))).toBe('cut');
      expect(lostCause(ended('reset'), at(state))).toBe('reset');
      expect(lostCause(ended('timeout'), at(state))).toBe('timeout');
      expect(lostCause(ended('complete'), at(state))).toBe('closed');
      expect(lostCause(ended('cut', true), at(state))).toBe('dropped');
    }
  });

  it('at a task that waits for sign-in only when it broke', () => {
    const waiting = at('TASK_STATE_AUTH_REQUIRED', 'paused');
    expect(lostCause(ended('reset'), waiting)).toBe('reset');
    expect(lostCause(ended('complete'), waiting)).toBeUndefined();
  });

  it('never at a task at rest, after a message, on an error of the agent or on wish', () => {
    for (const state of ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_INPUT_REQUIRED', 'VENDOR_STATE']) {
      expect(lostCause(ended('reset'), at(state))).toBeUndefined();
    }
    expect(lostCause(ended('cut'), view('complete'))).toBeUndefined();
    expect(lostCause(ended('aborted'), at('TASK_STATE_WORKING', 'aborted'))).toBeUndefined();
    const error = { code: 'rpc' as const, message: 'x', a2a: { code: -32603, message: 'x' } };
    expect(lostCause(ended('complete'), { ...at('TASK_STATE_WORKING', 'error'), error })).toBeUndefined();
    expect(lostCause(ended('cut'), view('error'))).toBeUndefined();
  });

  it('without any event when the task was known to be active', () => {
    expect(lostCause(ended('cut'), view('error'), 'TASK_STATE_WORKING')).toBe('cut');
    expect(lostCause(ended('cut'), view('error'), 'TASK_STATE_COMPLETED')).toBeUndefined();
  });
});

describe('an attempt that brought no stream', () => {
  const failed = (error: OutcomeView['error']) => attemptEnd(view('error', { error }));
  it('is made again when the trouble may pass', () => {
    expect(failed({ code: 'network', message: '' })).toBe('again');
    expect(failed({ code: 'timeout', message: '' })).toBe('again');
    expect(failed({ code: 'http', message: '', httpStatus: 503 })).toBe('again');
    expect(failed({ code: 'http', message: '', httpStatus: 429 })).toBe('again');
    expect(failed({ code: 'rpc', message: '', a2a: { code: -32603, message: '' } })).toBe('again');
    expect(failed({ code: 'rpc', message: '', a2a: { grpcStatus: 'UNAVAILABLE', message: '' } })).toBe('again');
    expect(failed({ code: 'json', message: 'a page' })).toBe('again');
  });

  it('is the last one when the agent says that it cannot be', () => {
    for (const code of [-32001, -32004, -32601, -32602]) {
      expect(failed({ code: 'rpc', message: '', a2a: { code, message: '' } })).toBe('refused');
    }
    expect(failed({ code: 'http', message: '', httpStatus: 404 })).toBe('refused');
    expect(failed({ code: 'rpc', message: '', a2a: { grpcStatus: 'UNIMPLEMENTED', message: '' } })).toBe('refused');
    expect(failed({ code: 'tls', message: '' })).toBe('refused');
  });

  it('waits for the person where credentials are missing', () => {
    expect(failed({ code: 'auth', message: '', httpStatus: 401 })).toBe('access');
    expect(failed({ code: 'rpc', message: '', a2a: { grpcStatus: 'UNAUTHENTICATED', message: '' } })).toBe('access');
  });
});

describe('attempts', () => {
  const none = () => 0;
  it('wait longer each time, and end', () => {
    const waits: number[] = [];
    let progress: Progress = NO_ATTEMPT;
    for (;;) {
      const next = nextAttempt(progress, ENGINE_SETTINGS, none);
      if (typeof next === 'string') {
        expect(next).toBe('exhausted');
        break;
      }
      waits.push(next.inMs);
      progress = { ...progress, attempt: next.attempt };
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000]);
  });

  it('end when subscriptions bring nothing new', () => {
    let progress: Progress = NO_ATTEMPT;
    let made = 0;
    for (let next = nextAttempt(progress, ENGINE_SETTINGS, none); typeof next === 'object'; made += 1) {
      progress = afterSubscription({ ...progress, attempt: next.attempt }, false, STABLE_SUBSCRIPTION_MS * 2);
      next = nextAttempt(progress, ENGINE_SETTINGS, none);
    }
    expect(made).toBe(SILENT_SUBSCRIPTIONS_LIMIT);
    expect(nextAttempt(progress, ENGINE_SETTINGS, none)).toBe('silent');
  });

  it('are counted anew after a subscription that worked for a while, but not after a short one', () => {
    const progress = { attempt: 4, silent: 2 };
    expect(afterSubscription(progress, true, STABLE_SUBSCRIPTION_MS)).toEqual(NO_ATTEMPT);
    expect(afterSubscription(progress, true, 100)).toEqual({ attempt: 4, silent: 0 });
  });

  it('are spread by the jitter, and never earlier than the stream asked for', () => {
    const backOff = { resubscribeWaitsMs: [1_000], resubscribeJitter: 0.5 };
    expect(nextAttempt(NO_ATTEMPT, backOff, () => 0)).toEqual({ attempt: 1, inMs: 500 });
    expect(nextAttempt(NO_ATTEMPT, backOff, () => 1)).toEqual({ attempt: 1, inMs: 1_500 });
    expect(nextAttempt(NO_ATTEMPT, backOff, () => 0, 3_000)).toEqual({ attempt: 1, inMs: 3_000 });
    expect(nextAttempt(NO_ATTEMPT, backOff, () => 0, 1e9)).toEqual({ attempt: 1, inMs: RETRY_LINE_LIMIT_MS });
  });
});
