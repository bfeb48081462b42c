import { describe, expect, it } from 'vitest';
import type { RowDelivery } from '../../shared/model/receiver.ts';
import type { Row } from '../../shared/model/row.ts';
import { delayText, deliveryMarks, deliveryState } from './delivery-words.ts';

const row = (delivery: Partial<RowDelivery>, more: Partial<Row> = {}): Row => ({
  seq: 1,
  at: 0,
  lane: 'push',
  kind: 'delivery',
  exchange: 0,
  agent: 'a',
  text: '',
  size: 1,
  status: 200,
  delivery: { verified: true, ...delivery },
  ...more,
});
const seen = (one: Row) => [deliveryState(one), ...deliveryMarks(one).map(({ id }) => id)];
const codes = (...found: string[]): Partial<Row> => ({ marks: { codes: found } });

describe('what is said of a delivery', () => {
  it('is whether its sender is known, and how it lies to the stream', () => {
    expect(seen(row({}))).toEqual(['ok', 'verified']);
    expect(seen(row({ verified: false, fault: 'token' }, { status: 403 }))).toEqual(['rejected', 'unverified']);
    expect(seen(row({}, codes('delivery-duplicate')))).toEqual(['duplicate', 'duplicate', 'verified']);
    expect(seen(row({ stale: true }))).toEqual(['out-of-order', 'out-of-order', 'verified']);
    expect(seen(row({ attempt: 2 }, codes('delivery-retry')))).toEqual(['ok', 'retry', 'verified']);
    expect(seen(row({ simulated: true }, { status: 500 }))).toEqual(['rejected', 'simulated', 'verified']);
    expect(seen(row({ fault: 'not-json' }, { status: 400 }))).toEqual(['rejected', 'refused']);
  });

  it('never calls one verified that a person accepted', () => {
    const accepted = row({ accepted: 4, fault: 'token' }, { status: 403 });
    expect(deliveryMarks(accepted).map(({ id }) => id)).toEqual(['accepted']);
    expect(deliveryState(accepted)).toBe('ok');
  });

  it('gives the delay only where there is something to count from', () => {
    expect(delayText(row({}))).toBe('');
    expect(delayText(row({ after: 31 }))).toBe('+31 ms');
    expect(delayText(row({ after: 1_030 }))).toBe('+1.03 s');
    expect(delayText(row({ after: -2, fits: 9 }))).toBe('−2 ms');
  });
});
