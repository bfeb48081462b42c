import { describe, expect, it } from 'vitest';
import type { Reconnect } from '../../../shared/model/reconnect.ts';
import type { Row } from '../../../shared/model/row.ts';
import { createLiveness, type Liveness } from './liveness.ts';

/** Feeds rows 10 ms apart. */
function play(...changes: Partial<Row>[]): Liveness {
  const live = createLiveness();
  changes.forEach((change, index) => {
    const at = (index + 1) * 10;
    live.push({
      seq: index + 1,
      at,
      lane: 'status',
      kind: 'status',
      exchange: 1,
      agent: 'a',
      task: 't',
      text: '',
      size: 1,
      ...change,
    });
  });
  return live;
}

const SENT = { kind: 'request', name: 'SendStreamingMessage', message: { role: 'user' } } as const;
const HEAD = { kind: 'response', stream: true } as const;
const WORKING = { state: 'TASK_STATE_WORKING' } as const;
const CUT = { kind: 'end', name: 'cut' } as const;
const begun = [SENT, HEAD, WORKING] as const;
const step = (phase: Reconnect['phase'], cause: Reconnect['cause'], task = 't'): Partial<Row> => ({
  kind: 'note',
  name: 'reconnect',
  exchange: 0,
  task,
  reconnect: { phase, attempt: 1, of: 6, inMs: 1_000, cause },
});

describe('a stream that ended while its task went on', () => {
  it('was broken, closed too early, or left', () => {
    for (const name of ['cut', 'reset', 'timeout', 'complete', 'aborted']) {
      expect(play(...begun, { kind: 'end', name }).broken).toMatchObject({
        cause: name,
        task: 't',
        seq: 3,
        heardAt: 30,
      });
    }
    expect(play(...begun, { state: 'TASK_STATE_COMPLETED' }, CUT).broken).toBeUndefined();
    expect(play(SENT, HEAD, { kind: 'message' }, { kind: 'end', name: 'complete' }).broken).toBeUndefined();
  });

  it('of a task that waits for sign-in was broken, but not when the agent closed it', () => {
    const waits = { state: 'TASK_STATE_AUTH_REQUIRED' };
    expect(play(SENT, HEAD, waits, { kind: 'end', name: 'reset' }).broken).toMatchObject({ cause: 'reset' });
    expect(play(SENT, HEAD, waits, { kind: 'end', name: 'complete' }).broken).toBeUndefined();
  });

  it('names the last whole event, and whether the end came inside the next one', () => {
    const live = play(...begun, { kind: 'comment' }, { kind: 'unreadable', lane: 'error' }, CUT);
    expect(live.broken).toMatchObject({ seq: 3, heardAt: 30, at: 60, inside: true });
  });
});

it('an answer that is older than the end of the task breaks nothing', () => {
  const fetched = [
    { kind: 'request', name: 'GetTask', exchange: 2 },
    { state: 'TASK_STATE_COMPLETED' },
    { kind: 'task', exchange: 2, state: 'TASK_STATE_WORKING' },
    { kind: 'end', name: 'complete', exchange: 2 },
    { kind: 'end', name: 'complete' },
  ] as const;
  const live = play(...begun, ...fetched);
  expect(live.state).toBe('TASK_STATE_COMPLETED');
  expect(live.broken).toBeUndefined();
});

describe('opening it again', () => {
  it('is followed step by step, over attempts that fail, until it is connected', () => {
    const waiting = play(...begun, CUT, step('waiting', 'dropped')).broken;
    expect(waiting).toMatchObject({ lost: 'dropped', reconnect: { phase: 'waiting', inMs: 1_000, at: 50 } });
    const attempt = [
      step('waiting', 'dropped'),
      step('retrying', 'dropped'),
      { kind: 'request', name: 'SubscribeToTask', exchange: 2 },
      { kind: 'end', name: 'refused', exchange: 2, lane: 'error' },
      step('waiting', 'failed'),
    ] as const;
    expect(play(...begun, CUT, ...attempt).broken).toMatchObject({ lost: 'dropped', reconnect: { cause: 'failed' } });
    expect(play(...begun, CUT, ...attempt, step('connected', 'failed')).broken).toBeUndefined();
    expect(play(...begun, CUT, step('waiting', 'cut', 'another')).broken?.reconnect).toBeUndefined();
  });

  it('is no longer needed after a message to the task, or at its rest', () => {
    expect(play(...begun, CUT, step('gave-up', 'stopped'), { ...SENT, exchange: 2 }).broken).toBeUndefined();
    expect(play(...begun, CUT, { state: 'TASK_STATE_FAILED', exchange: 2 }).broken).toBeUndefined();
  });

  it('is no event of the agent', () => {
    const live = play(...begun, CUT, step('waiting', 'cut'));
    expect(live.lastAt).toBe(40);
  });
});
