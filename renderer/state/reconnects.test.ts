import { describe, expect, it } from 'vitest';
import type { Row } from '../../shared/model/row.ts';
import { createReconnects, retryIn } from './reconnects.ts';

let seq = 0;
const row = (more: Partial<Row>): Row => ({
  seq: ++seq,
  at: seq * 10,
  lane: 'status',
  kind: 'note',
  exchange: 0,
  agent: 'a',
  task: 't',
  text: '',
  size: 0,
  ...more,
});
const step = (phase: 'waiting' | 'retrying' | 'connected' | 'gave-up') =>
  row({ reconnect: { phase, attempt: 2, of: 6, inMs: 4_000, cause: 'cut' } });

describe('the last step of a task', () => {
  it('is there until it is connected, at rest, or goes on with a message', () => {
    const reconnects = createReconnects();
    const last = () => reconnects.of('a', 't')?.phase;
    expect(last()).toBeUndefined();
    reconnects.push(step('waiting'));
    reconnects.push(step('retrying'));
    expect(last()).toBe('retrying');
    reconnects.push(row({ kind: 'request', name: 'SubscribeToTask' }));
    reconnects.push(row({ kind: 'status', state: 'TASK_STATE_WORKING' }));
    expect(last()).toBe('retrying');
    reconnects.push(step('connected'));
    expect(last()).toBeUndefined();
    for (const end of [
      row({ kind: 'status', state: 'TASK_STATE_COMPLETED' }),
      row({ kind: 'request', message: { role: 'user' } }),
    ]) {
      reconnects.push(step('gave-up'));
      expect(last()).toBe('gave-up');
      reconnects.push(end);
      expect(last()).toBeUndefined();
    }
    expect(reconnects.of('other', 't')).toBeUndefined();
  });
});

it('the time until the next attempt counts down in whole seconds and never below zero', () => {
  const view = { phase: 'waiting', attempt: 1, of: 6, inMs: 4_000, cause: 'cut', at: 1_000 } as const;
  expect([1_000, 1_001, 4_100, 5_000, 9_000].map((now) => retryIn(view, now))).toEqual([4, 4, 1, 0, 0]);
});
