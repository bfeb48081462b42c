import { describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
import { createWireCounter } from './view-model.ts';

const row = (seq: number, change: Partial<Row>): Row => ({
  seq,
  at: seq,
  lane: 'status',
  kind: 'status',
  exchange: 1,
  agent: 'a',
  text: '',
  size: 100,
  ...change,
});

describe('wire counts', () => {
  it('counts exchanges, frames, bytes of answers, errors and open streams', () => {
    const rows = [
      row(1, { kind: 'request', lane: 'request' }),
      row(2, { kind: 'response', lane: 'request', stream: true }),
      row(3, {}),
      row(4, { kind: 'comment', size: 20 }),
    ];
    const counter = createWireCounter(rows);
    counter.advance();
    expect(counter.counts).toMatchObject({ exchanges: 1, frames: 2, received: 120, errors: 0, streams: [1] });
    rows.push(row(5, { kind: 'end', lane: 'error', size: 999 }), row(6, { kind: 'delivery', exchange: 0 }));
    counter.advance();
    expect(counter.counts).toMatchObject({ frames: 2, received: 120, errors: 1, deliveries: 1, streams: [] });
  });
});
