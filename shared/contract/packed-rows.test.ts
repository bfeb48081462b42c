import { describe, expect, it } from 'vitest';
import type { Row } from '../model/row.ts';
import { packBatch, packBatchAsText, packRows, unpackBatch, unpackRows } from './packed-rows.ts';

const bare = (seq: number): Row => ({
  seq,
  at: seq / 8,
  lane: 'status',
  kind: 'text',
  exchange: 1,
  agent: 'a',
  text: `t${seq}`,
  size: seq,
});

/** What rows can differ in, each by itself. */
const DIFFERENCES: Partial<Row>[] = [
  {},
  { lane: 'tool', kind: 'tool-result', name: 'ls', duration: 0, span: { id: 's', edge: 'close', failed: true } },
  { exchange: 2 },
  { agent: '' },
  { context: 'c' },
  { context: 'c', task: 't', state: 'TASK_STATE_WORKING', timestamp: '2026-01-31T00:00:00+09:00' },
  { status: 404, stream: true, kind: 'response', text: '' },
  { message: {} },
  { message: { role: 'user' } },
  { message: { id: 'm', role: 'agent' } },
  { message: { id: '' } },
  { marks: {} },
  { marks: { fold: 'f|1' } },
  { marks: { fold: '', cut: true } },
  { marks: { severity: 'error', findings: 2, codes: ['a', 'b'] } },
  { marks: { severity: 'error', findings: 2, codes: ['a', 'c'], lens: 'x' } },
  { artifact: { id: 'x', append: true }, artifacts: [{ id: 'y' }] },
  { delivery: { verified: false, fault: 'token' }, kind: 'delivery', lane: 'push' },
  { delivered: 3 },
  { reconnect: { phase: 'waiting', attempt: 1, of: 6, inMs: 1_000, cause: 'cut' } },
];

describe('packed rows', () => {
  it('come out as they went in, over JSON too, whatever stands beside them', () => {
    const rows: Row[] = [];
    for (const first of DIFFERENCES)
      for (const second of DIFFERENCES)
        for (const difference of [first, second, first]) rows.push({ ...bare(rows.length + 1), ...difference });
    expect(unpackRows(packRows(rows))).toStrictEqual(rows);
    expect(unpackRows(JSON.parse(JSON.stringify(packRows(rows))))).toStrictEqual(rows);
  });

  it('share what they have in common', () => {
    const rows = Array.from({ length: 1_000 }, (_, index): Row => ({ ...bare(index + 1), message: { id: 'm' } }));
    const packed = packRows(rows);
    expect(packed.shapes).toHaveLength(1);
    const [first, second] = unpackRows(packed);
    expect(second?.message).toBe(first?.message);
  });

  it('are only made of many', () => {
    const batch = (rows: number) => ({
      session: 's',
      last: 9,
      rows: Array.from({ length: rows }, (_, index) => bare(index + 1)),
    });
    expect(packBatch(batch(1))).toEqual(batch(1));
    expect(packBatch(batch(500)).rows).toEqual([]);
    expect(unpackBatch(packBatch(batch(500)))).toStrictEqual(batch(500));
    expect(packBatchAsText(batch(1))).toEqual(batch(1));
    expect(unpackBatch(packBatchAsText(batch(500)))).toStrictEqual(batch(500));
  });
});
