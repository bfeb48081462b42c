import { expect, it } from 'vitest';
import type { Row } from '../../shared/model/row.ts';
import { appendRows, resetLog, sessionLog } from './log.ts';

const step = (seq: number, id: string, edge: 'open' | 'mid' | 'close'): Row => ({
  seq,
  at: seq,
  lane: 'tool',
  kind: 'tool-progress',
  exchange: 1,
  agent: 'a',
  text: '',
  size: 0,
  span: { id, edge },
});

it('knows which spans have not ended', () => {
  resetLog('s');
  appendRows([step(1, 'x', 'open'), step(2, 'y', 'open'), step(3, 'x', 'mid'), step(4, 'never-begun', 'close')], 4);
  expect([...sessionLog().openSpans]).toEqual(['x', 'y']);
  expect(sessionLog().endedSpans).toBe(0);
  appendRows([step(5, 'x', 'close'), step(6, 'x', 'close')], 6);
  expect([...sessionLog().openSpans]).toEqual(['y']);
  expect(sessionLog().endedSpans).toBe(1);
  resetLog('t');
  expect(sessionLog().openSpans.size).toBe(0);
});

it('puts a delivery that came first into its place when its event comes', () => {
  resetLog('s');
  const { span: _, ...plain } = step(1, '', 'mid');
  const early: Row = {
    ...plain,
    kind: 'delivery',
    lane: 'push',
    delivery: { verified: true },
  };
  appendRows([early], 1);
  appendRows([{ ...step(2, 'x', 'open'), at: 4, delivered: 1 }], 2);
  const [shown] = sessionLog().rows;
  expect(shown?.delivery).toEqual({ verified: true, fits: 2, after: -3 });
  expect(shown).not.toBe(early);
  expect(early.delivery?.fits).toBe(2);
});
