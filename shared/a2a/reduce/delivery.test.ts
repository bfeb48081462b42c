import { describe, expect, it } from 'vitest';
import type { DeliveryCheck } from '../../model/receiver.ts';
import type { Row } from '../../model/row.ts';
import { settledDelivery } from './delivery-order.ts';
import { createFold } from './fold.ts';
import type { Folded } from './reading.ts';
import { SessionScript } from './testing/session-script.ts';
import { createTree } from './tree.ts';

const TASK = 'task-1';
const ids = { taskId: TASK, contextId: 'c' };
const said = (text: string, timestamp?: string) => ({
  statusUpdate: {
    ...ids,
    status: {
      state: 'TASK_STATE_WORKING',
      message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] },
      ...(timestamp !== undefined && { timestamp }),
    },
  },
});
const state = (name: string) => ({ statusUpdate: { ...ids, status: { state: `TASK_STATE_${name}` } } });

const check = (more: Partial<DeliveryCheck> = {}): DeliveryCheck => ({
  registration: 'r1',
  verified: true,
  token: 'ok',
  authorization: 'none',
  took: 1,
  ...more,
});

const foldAll = (script: SessionScript): Folded[] => {
  const fold = createFold();
  return script.entries.map((entry) => fold.push(entry));
};
const deliveries = (script: SessionScript): Folded[] => foldAll(script).filter(({ row }) => row.kind === 'delivery');
const rowsOf = (script: SessionScript): Row[] => foldAll(script).map(({ row }) => row);
const codes = ({ issues }: Folded): string => issues.map(({ code }) => code).join();

/** A stream that said these, of a task whose notifications go to a receiver. */
function streamed(...items: unknown[]): SessionScript {
  const script = new SessionScript();
  const pushed = { url: 'http://127.0.0.1/push/x' };
  const message = { messageId: 'u', role: 'ROLE_USER', parts: [{ text: 'go' }] };
  const exchange = script.call('SendStreamingMessage', {
    message,
    configuration: { taskPushNotificationConfig: pushed },
  });
  script.head(exchange);
  for (const item of items) script.item(exchange, item);
  return script;
}

const stateInTree = (script: SessionScript): string | undefined => {
  const tree = createTree();
  for (const { row } of foldAll(script)) tree.push(row);
  return tree.task('agent-1', TASK)?.state;
};

describe('deliveries beside a stream', () => {
  it('are found again among its events, with the time that lies between', () => {
    const script = streamed(said('one'), said('two'), state('COMPLETED'));
    script.wait(90);
    for (const item of [said('one'), said('two'), state('COMPLETED')]) script.deliver(item);
    const folded = deliveries(script);
    expect(folded.map(codes)).toEqual(['', '', '']);
    expect(folded.map(({ row }) => row.delivery)).toMatchObject([
      { verified: true, format: 'a2a', fits: 3, after: 120 },
      { fits: 4, after: 120 },
      { fits: 5, after: 120 },
    ]);
  });

  it('in another order than the stream are marked, and equal progress is not taken for a repeat', () => {
    const script = streamed(said('a'), said('a'), said('b'), state('COMPLETED'));
    for (const item of [said('b'), said('a'), said('a')]) script.deliver(item);
    const folded = deliveries(script);
    expect(folded.map(codes)).toEqual(['', 'delivery-out-of-order', 'delivery-out-of-order']);
    expect(folded.map(({ row }) => [row.delivery?.fits, row.delivery?.stale])).toEqual([
      [5, undefined],
      [3, true],
      [4, true],
    ]);
    expect(folded[1]?.issues[0]?.message).toMatch(/at least once/);
  });

  it('belong to what follows the last one delivered, rather than to what was never to be delivered', () => {
    const script = streamed(said('a'), said('b'), said('c'), said('a'));
    for (const item of [said('b'), said('c'), said('a')]) script.deliver(item);
    expect(deliveries(script).map(codes)).toEqual(['', '', '']);
    expect(deliveries(script).map(({ row }) => row.delivery?.fits)).toEqual([4, 5, 6]);
  });

  it('tell nothing new: the task stays as the stream left it', () => {
    const metadata = (one: object) => ({ statusUpdate: { ...state('WORKING').statusUpdate, metadata: one } });
    const script = streamed(metadata({ a: 1, b: { c: 2, d: 3 } }), state('INPUT_REQUIRED'));
    script.deliver(metadata({ b: { d: 3, c: 2 }, a: 1 }));
    expect(deliveries(script)[0]?.row.delivery).toMatchObject({ fits: 3 });
    expect(stateInTree(script)).toBe('TASK_STATE_INPUT_REQUIRED');
  });

  it('that come before the events they carry leave those to nobody else', () => {
    const script = streamed();
    script.deliver(said('a'));
    script.item(1, said('a'));
    script.item(1, said('a'));
    script.deliver(said('a'));
    script.item(1, said('b'));
    expect(deliveries(script).map(codes)).toEqual(['', '']);
    expect(deliveries(script).map(({ row }) => row.delivery?.fits)).toEqual([undefined, 5]);
  });

  it('that are older than the stream change nothing, at the first attempt or a later one', () => {
    const at = (word: string, second: number) => ({
      task: {
        id: TASK,
        contextId: 'c',
        status: { state: `TASK_STATE_${word}`, timestamp: `2026-03-01T10:00:0${second}Z` },
      },
    });
    const late = streamed(at('INPUT_REQUIRED', 5));
    late.deliver(at('WORKING', 1));
    expect(deliveries(late).map(codes)).toEqual(['delivery-out-of-order']);
    expect(stateInTree(late)).toBe('TASK_STATE_INPUT_REQUIRED');
    const again = streamed();
    again.deliver(at('WORKING', 1), 500, check({ simulated: true }));
    again.deliver(at('INPUT_REQUIRED', 5));
    again.deliver(at('WORKING', 1));
    expect(deliveries(again).map(codes)).toEqual(['', '', 'delivery-retry']);
    expect(deliveries(again)[2]?.row.delivery).toMatchObject({ attempt: 2, stale: true });
    expect(stateInTree(again)).toBe('TASK_STATE_INPUT_REQUIRED');
  });

  it('of 0.3 hold the whole task where the stream had an update', () => {
    const stamp = '2026-03-01T10:00:00Z';
    const script = streamed(said('one', stamp));
    script.deliver({ kind: 'task', id: TASK, contextId: 'c', status: { state: 'working', timestamp: stamp } });
    expect(deliveries(script)[0]?.row.delivery).toMatchObject({ format: '0.3', fits: 3 });
    const early = streamed();
    const whole = { kind: 'task', id: TASK, contextId: 'c', status: { state: 'working', timestamp: stamp } };
    early.deliver(whole);
    early.item(1, said('one', stamp));
    early.deliver({ ...whole, artifacts: [] });
    expect(deliveries(early).map(({ row }) => row.delivery?.fits)).toEqual([undefined, undefined]);
    expect(rowsOf(early).map(({ delivered }) => delivered)).toEqual([undefined, undefined, undefined, 3, undefined]);
  });

  it('are named by the event that comes after them, each by one', () => {
    const script = streamed();
    script.deliver(said('a'));
    script.deliver(said('a'));
    for (const text of ['a', 'b', 'a', 'a']) script.item(1, said(text));
    const rows = rowsOf(script);
    expect(rows.map(({ delivered }) => delivered).slice(4)).toEqual([3, undefined, 4, undefined]);
    const settled = settledDelivery(rows[4] as Row, (seq) => rows[seq - 1]);
    expect(settled).toMatchObject({ seq: 3, delivery: { verified: true, fits: 5 } });
    expect(settled?.delivery?.after).toBeLessThan(0);
    expect(settledDelivery(rows[5] as Row, (seq) => rows[seq - 1])).toBeUndefined();
  });

  it('that are sent again after their event name it', () => {
    const script = streamed();
    const end = said('done', '2026-03-01T10:00:00Z');
    script.deliver(end);
    script.item(1, end);
    script.deliver(end);
    expect(deliveries(script).map(({ row }) => row.delivery?.fits)).toEqual([undefined, 4]);
  });
});

describe('deliveries among themselves', () => {
  it('after an answer that is no 2xx are attempts, after a 2xx duplicates', () => {
    const script = new SessionScript();
    script.deliver(state('WORKING'), 500, check({ simulated: true }));
    script.deliver(state('WORKING'), 503, check({ simulated: true }));
    script.deliver(state('WORKING'));
    script.deliver(state('COMPLETED'));
    script.deliver(state('COMPLETED'));
    const folded = deliveries(script);
    expect(folded.map(codes)).toEqual(['', 'delivery-retry', 'delivery-retry', '', 'delivery-duplicate']);
    expect(folded.map(({ row }) => row.delivery?.attempt)).toEqual([undefined, 2, 3, undefined, undefined]);
    for (const index of [1, 4]) expect(folded[index]?.issues[0]?.message).toMatch(/at least once/);
    expect(folded[2]?.issues[0]?.message).toContain('answered 503');
  });

  it('are ordered by their timestamps where there is no stream, and older ones change nothing', () => {
    const at = (seconds: string, name: string) => ({
      statusUpdate: { ...ids, status: { state: `TASK_STATE_${name}`, timestamp: `2026-03-01T10:00:${seconds}Z` } },
    });
    const script = new SessionScript();
    script.deliver(at('05', 'INPUT_REQUIRED'));
    script.deliver(at('01', 'SUBMITTED'));
    expect(deliveries(script).map(codes)).toEqual(['', 'delivery-out-of-order']);
    expect(stateInTree(script)).toBe('TASK_STATE_INPUT_REQUIRED');
    script.deliver(at('07', 'COMPLETED'));
    expect(stateInTree(script)).toBe('TASK_STATE_COMPLETED');
  });
});

describe('deliveries that are not verified', () => {
  const wrong = check({ verified: false, token: 'wrong', fault: 'token' });

  it('are read, and neither change a task nor make one', () => {
    const script = new SessionScript();
    script.deliver(state('COMPLETED'), 403, wrong);
    expect(stateInTree(script)).toBeUndefined();
    const known = streamed(state('WORKING'));
    known.deliver(state('COMPLETED'), 403, wrong);
    // The state alone would not tell: what is remembered of it must not either.
    known.deliver(state('WORKING'));
    expect(stateInTree(known)).toBe('TASK_STATE_WORKING');
    known.deliver(state('COMPLETED'), 403, check({ token: 'wrong', fault: 'token', accepted: 4 }));
    expect(stateInTree(known)).toBe('TASK_STATE_COMPLETED');
    const [first, second] = deliveries(known);
    expect(first?.row).toMatchObject({ delivery: { verified: false, fault: 'token' }, status: 403, name: 'status' });
    expect(first?.row.task ?? first?.row.state).toBeUndefined();
    expect(first?.reading).toMatchObject({ type: 'event', event: state('COMPLETED') });
    expect(second && codes(second)).toBe('');
  });

  it('say what is wrong with their lines', () => {
    const script = new SessionScript();
    script.deliver(state('WORKING'), 403, wrong);
    script.deliver(
      state('WORKING'),
      401,
      check({ verified: false, token: 'missing', authorization: 'ok', scheme: 'Bearer' }),
    );
    script.deliver(state('WORKING'), 401, check({ verified: false, authorization: 'missing', scheme: 'Basic' }));
    script.deliver(state('WORKING'), 403, check({ verified: false, authorization: 'wrong', scheme: 'Basic' }));
    const messages = deliveries(script).map(({ issues }) => issues.map(({ message }) => message).join());
    expect(messages).toEqual([
      expect.stringMatching(/token .* is wrong/),
      expect.stringMatching(/token is missing.*only one of them/),
      expect.stringMatching(/Authorization line is missing; Basic/),
      expect.stringMatching(/Authorization line is not the Basic one/),
    ]);
  });

  it('without a body have nothing to be read', () => {
    const script = new SessionScript();
    script.deliver(undefined, 413, check({ fault: 'too-large' }));
    const [folded] = deliveries(script);
    expect(folded?.reading).toEqual({ type: 'quiet' });
    expect(folded?.issues).toMatchObject([{ code: 'delivery-refused', message: expect.stringContaining('413') }]);
  });
});

describe('bodies of AdCP webhooks', () => {
  const body = (more: object) => ({ operation_id: 'o', task_id: 'a-1', task_type: 'create_media_buy', ...more });

  it('are read as the task they tell of, and told apart by their key', () => {
    const script = new SessionScript();
    const done = body({
      idempotency_key: 'k-1',
      status: 'completed',
      result: { media_buy_id: 'mb' },
      message: 'Bought',
    });
    script.deliver(body({ idempotency_key: 'k-0', status: 'input-required' }));
    script.deliver(done);
    script.deliver({ ...done, timestamp: '2026-01-22T10:30:00Z' });
    const folded = deliveries(script);
    expect(folded.map(({ row }) => [row.delivery?.format, row.task, row.state])).toEqual([
      ['adcp', 'a-1', 'TASK_STATE_INPUT_REQUIRED'],
      ['adcp', 'a-1', 'TASK_STATE_COMPLETED'],
      ['adcp', 'a-1', 'TASK_STATE_COMPLETED'],
    ]);
    expect(folded.map(codes)).toEqual(['adcp-webhook', 'adcp-webhook', 'adcp-webhook,delivery-duplicate']);
    const { reading } = folded[1] as Folded;
    expect(reading).toMatchObject({
      event: {
        task: {
          artifacts: [{ parts: [{ data: { media_buy_id: 'mb' } }] }],
          status: { message: { parts: [{ text: 'Bought' }] } },
        },
      },
    });
  });
});
