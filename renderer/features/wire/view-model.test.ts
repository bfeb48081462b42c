import { describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
import { createFrameList, createWireModel, type Exchange, listExchanges, stateOf } from './view-model.ts';

const row = (seq: number, change: Partial<Row>): Row => ({
  seq,
  at: seq * 10,
  lane: 'status',
  kind: 'status',
  exchange: 1,
  agent: 'a',
  text: '',
  size: 100,
  ...change,
});

const request = (seq: number, exchange: number, name = 'SendStreamingMessage') =>
  row(seq, { kind: 'request', lane: 'request', exchange, name });
const response = (seq: number, exchange: number, status = 200, stream = true) =>
  row(seq, { kind: 'response', lane: 'request', exchange, status, ...(stream ? { stream: true as const } : {}) });
const end = (seq: number, exchange: number, name: string, change: Partial<Row> = {}) =>
  row(seq, { kind: 'end', lane: 'request', exchange, name, ...change });

function modelOf(rows: Row[]) {
  const model = createWireModel(rows);
  model.advance();
  return model;
}

describe('wire counts', () => {
  it('counts exchanges, frames, bytes of answers, errors and open streams', () => {
    const rows = [request(1, 1), response(2, 1), row(3, {}), row(4, { kind: 'comment', size: 20 })];
    const model = modelOf(rows);
    expect(model.counts).toMatchObject({ exchanges: 1, frames: 2, received: 120, errors: 0, streams: [1] });
    rows.push(end(5, 1, 'cut', { lane: 'error', size: 999 }), row(6, { kind: 'delivery', exchange: 0 }));
    while (!model.advance(2));
    expect(model.counts).toMatchObject({ frames: 2, received: 120, errors: 1, deliveries: 1, streams: [] });
  });
});

describe('exchanges', () => {
  it('gather what belongs together, however the rows are mixed', () => {
    const rows = [
      request(1, 1, 'GetAgentCard'),
      response(2, 1, 200, false),
      request(3, 2),
      row(4, { exchange: 1, size: 500 }),
      response(5, 2),
      row(6, { exchange: 2 }),
      end(7, 1, 'complete', { duration: 60, size: 200 }),
      row(8, { exchange: 2, kind: 'unreadable' }),
      row(9, { kind: 'note', exchange: 2 }),
    ];
    const { exchanges, origin } = modelOf(rows);
    expect(origin).toBe(10);
    expect(exchanges).toMatchObject([
      { number: 1, kind: 'card', size: 500, received: 200, duration: 60, facts: [1, 2, 7], frames: [3] },
      { number: 2, kind: 'stream', size: 200, facts: [3, 5, 9], frames: [5, 7], kinds: { data: 1, damaged: 1 } },
    ]);
  });

  it('list a redirected request once, with every hop', () => {
    const { exchanges } = modelOf([request(1, 1), response(2, 1, 307, false), request(3, 1), response(4, 1)]);
    expect(exchanges).toMatchObject([{ status: 200, facts: [1, 2, 3, 4] }]);
  });

  it('tell how they stand', () => {
    const state = (rows: Row[], recording = true) => stateOf(modelOf(rows).exchanges[0] as Exchange, recording);
    const begun = [request(1, 1), response(2, 1)];
    expect(state(begun)).toBe('open');
    expect(state(begun, false)).toBe('cut');
    expect(state([...begun, end(3, 1, 'complete')])).toBe('done');
    for (const cause of ['cut', 'reset', 'timeout', 'aborted']) expect(state([...begun, end(3, 1, cause)])).toBe('cut');
    expect(state([request(1, 1), end(2, 1, 'refused', { lane: 'error' })])).toBe('failed');
    expect(state([request(1, 1), end(2, 1, 'timeout', { lane: 'error' })])).toBe('failed');
    expect(state([request(1, 1), response(2, 1, 404, false), end(3, 1, 'complete')])).toBe('failed');
    const rpcError = row(3, { lane: 'error', kind: 'error' });
    expect(state([request(1, 1), response(2, 1, 200, false), rpcError, end(4, 1, 'complete')])).toBe('failed');
  });

  it('are listed with the pinned ones on top, whatever the filter says', () => {
    const { exchanges } = modelOf([request(1, 1), request(2, 2), request(3, 3)]);
    const list = listExchanges(exchanges, new Set([3]), (exchange) => exchange.number === 1);
    expect(list.map(({ number }) => number)).toEqual([3, 1]);
  });
});

describe('frames', () => {
  const rows = [
    request(1, 1),
    response(2, 1),
    row(3, {}),
    row(4, { kind: 'comment' }),
    row(5, { exchange: 2 }),
    row(6, { marks: { findings: 1, severity: 'warning' } }),
  ];

  it('have a place, a gap and findings', () => {
    const list = createFrameList(rows, modelOf(rows).exchanges[0] as Exchange);
    expect(list.count).toBe(3);
    expect([0, 1, 2].map((at) => list.row(at)?.seq)).toEqual([3, 4, 6]);
    expect([0, 1, 2].map((at) => list.gap(at))).toEqual([20, 10, 20]);
    expect([3, 5, 6, 99].map((seq) => list.positionOf(seq))).toEqual([0, -1, 2, -1]);
    expect(list.finding(3, 1)).toBe(6);
    expect(list.finding(6, -1)).toBeUndefined();
  });

  it('are those found among them, also when more is found than there are rows', () => {
    const model = modelOf(rows.slice(0, 4));
    const exchange = model.exchanges[0] as Exchange;
    const found = [1, 2, 4, 6];
    const list = createFrameList(rows, exchange, undefined, found);
    list.advance();
    expect([list.count, list.row(0)?.seq, list.gap(0)]).toEqual([1, 4, 10]);
    exchange.frames.push(...(modelOf(rows).exchanges[0] as Exchange).frames.slice(2));
    list.advance();
    expect([0, 1, 2].map((at) => list.row(at)?.seq)).toEqual([4, 6, undefined]);
    const quiet = createFrameList(rows, exchange, (each) => each.kind !== 'comment', found);
    quiet.advance();
    expect([quiet.count, quiet.row(0)?.seq]).toEqual([1, 6]);
  });

  it('keep their gap when others are filtered out, and grow with the log', () => {
    const model = modelOf(rows.slice(0, 4));
    const list = createFrameList(rows, model.exchanges[0] as Exchange, (each) => each.kind !== 'comment');
    list.advance();
    expect(list.count).toBe(1);
    const grown = modelOf(rows).exchanges[0] as Exchange;
    model.exchanges[0]?.frames.push(...grown.frames.slice(2));
    list.advance();
    expect(list.count).toBe(2);
    expect(list.row(1)?.seq).toBe(6);
    expect(list.gap(1)).toBe(20);
    expect(list.positionOf(4)).toBe(-1);
  });
});
