import { describe, expect, it } from 'vitest';
import { unpackRows } from '../../../shared/contract/packed-rows.ts';
import type { Row } from '../../../shared/model/row.ts';
import { RowList } from './row-list.ts';

const bare = (seq: number): Row => ({
  seq,
  at: seq / 8,
  lane: 'status',
  kind: 'text',
  exchange: 1,
  agent: '',
  text: '',
  size: 0,
});

const ROWS: ((seq: number) => Row)[] = [
  bare,
  (seq) => ({ ...bare(seq), text: `日本 ${seq} 👍`, timestamp: '2026-01-31T00:00:00+09:00' }),
  (seq) => ({
    ...bare(seq),
    lane: 'tool',
    kind: 'tool-result',
    agent: 'agent-1',
    context: `c${seq % 3}`,
    task: 't',
    state: 'TASK_STATE_WORKING',
    name: 'ls',
    size: 4_000_000_000,
    duration: 0,
    span: { id: 's', edge: 'close', failed: true },
    marks: {
      severity: 'error',
      findings: 3,
      codes: ['a-code', 'another'],
      cut: true,
      fold: `f|${seq}|é`,
      lens: 'iac-code',
    },
    message: { id: `m-${seq}`, role: 'agent' },
  }),
  (seq) => ({ ...bare(seq), kind: 'response', status: 404, stream: true, duration: 1.5, message: {}, marks: {} }),
  (seq) => ({
    ...bare(seq),
    lane: 'artifact',
    kind: 'artifact',
    artifact: { id: 'a', append: true, bytes: 3 },
    artifacts: [{ id: 'b' }],
    message: { role: 'user' },
    marks: { severity: 'note' },
  }),
  (seq) => ({
    ...bare(seq),
    kind: 'note',
    name: 'reconnect',
    reconnect: { phase: 'waiting', attempt: 1, of: 6, inMs: 1_000, cause: 'cut' },
  }),
  (seq) => ({ ...bare(seq), kind: 'delivery', delivery: { verified: true, fits: seq, after: 1.5 } }),
  (seq) => ({ ...bare(seq), delivered: seq }),
];

describe('RowList', () => {
  it('gives every row back as it was, absent fields absent', () => {
    const list = new RowList();
    const rows: Row[] = [];
    for (let index = 0; index < 9_000; index += 1)
      rows.push((ROWS[index % ROWS.length] as (seq: number) => Row)(index + 1));
    for (const row of rows) list.push(row);
    expect(list.length).toBe(rows.length);
    for (let index = 0; index < rows.length; index += 1) {
      expect(list.at(index)).toStrictEqual(rows[index]);
      expect(list.seqAt(index)).toBe(index + 1);
    }
    expect(list.at(-1)).toBeUndefined();
    expect(list.at(rows.length)).toBeUndefined();
  });

  it('packs the rows that it gives back, as many as fit', () => {
    const list = new RowList();
    for (let index = 0; index < 9_000; index += 1)
      list.push((ROWS[index % ROWS.length] as (seq: number) => Row)(index < 5_000 ? index + 1 : index * 2));
    const rows = Array.from({ length: list.length }, (_, index) => list.at(index));
    for (const [from, limit] of [
      [0, 9_000],
      [4_090, 4_103],
      [4_999, 5_001],
      [7, 8],
    ] as const) {
      const packed = list.pack(from, limit, Number.POSITIVE_INFINITY, 1);
      expect(unpackRows(packed)).toStrictEqual(rows.slice(from, limit));
      expect(unpackRows(JSON.parse(JSON.stringify(packed)))).toStrictEqual(rows.slice(from, limit));
    }
    expect(list.pack(10, 9_000, 1, 100).count).toBe(1);
    expect(list.pack(10, 9_000, 10_000, 100).count).toBeLessThanOrEqual(100);
  });

  it('takes texts of any length', () => {
    const list = new RowList();
    const long = 'ж'.repeat(400_000);
    for (let seq = 1; seq <= 600; seq += 1) list.push({ ...bare(seq), text: seq === 5 ? long : `t${seq}` });
    expect(list.at(3)?.text).toBe('t4');
    expect(list.at(4)?.text).toBe(long);
    expect(list.at(5)?.text).toBe('t6');
  });
});
