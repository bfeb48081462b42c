import { describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
import { compileFilter } from '../../../shared/replay/filter/match.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { createExchanges } from '../../state/exchanges.ts';
import type { Place } from '../../state/selection.ts';
import { scopeOf } from './scope.ts';
import { createScopedRows } from './scoped-rows.ts';
import { createTimeline, type Timeline, type TimelineOptions } from './view-model.ts';

let nextSeq = 0;
let nextAt = 0;
const start = () => {
  nextSeq = 0;
  nextAt = 0;
};

/** A row 10 ms after the one before it. */
function row(change: Partial<Row> = {}, wait = 10): Row {
  nextSeq += 1;
  nextAt += wait;
  return {
    seq: nextSeq,
    at: nextAt,
    lane: 'status',
    kind: 'status',
    exchange: 1,
    agent: 'a',
    text: '',
    size: 10,
    ...change,
  };
}

const delta = (text: string, wait = 10, fold = 'text|t|m') =>
  row({ kind: 'text', text, marks: { fold }, task: 't' }, wait);

const session: Place = { kind: 'session' };
const PLAIN: TimelineOptions = { match: undefined, hidden: new Set<never>(), fold: true };

function timeline(
  rows: Row[],
  change: Partial<TimelineOptions> = {},
  place = session,
  open = new Set<number>(),
): Timeline {
  const exchanges = createExchanges();
  for (const each of rows) exchanges.push(each);
  const options = { ...PLAIN, ...change };
  const made = createTimeline(createScopedRows(rows, scopeOf(place, exchanges)), options, open);
  while (!made.advance(1_000));
  return made;
}

const shape = (made: Timeline) =>
  Array.from({ length: made.count }, (_, position) => {
    const item = made.item(position);
    return `${item?.kind} ${item?.row.seq}`;
  });

describe('timeline', () => {
  it('folds consecutive deltas of one text and sums them up', () => {
    start();
    const made = timeline([row({ kind: 'request' }), delta('Hel'), delta('lo'), delta('!'), row()]);
    expect(shape(made)).toEqual(['row 1', 'fold 2', 'row 5']);
    expect(made.item(1)?.fold).toMatchObject({ count: 3, text: 'Hello!', size: 30, duration: 20, open: false });
  });

  it('never folds across another row, another text, or silence', () => {
    start();
    const rows = [
      delta('a'),
      row({ lane: 'tool', kind: 'tool-started' }),
      delta('b'),
      delta('c', 10, 'text|t|n'),
      delta('d', 3_000, 'text|t|n'),
    ];
    expect(shape(timeline(rows))).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'gap 5', 'row 5']);
  });

  it('draws the equal answers of a watch as one row, over the waits between them', () => {
    start();
    const quiet = (kind: Row['kind'], exchange: number, wait: number) =>
      row({ kind, exchange, task: 't', marks: { fold: 'poll|t' } }, wait);
    const poll = (exchange: number, answer: 'same' | 'news') => [
      quiet('request', exchange, 3_000),
      quiet('response', exchange, 10),
      answer === 'same' ? quiet('task', exchange, 10) : row({ kind: 'task', exchange, task: 't' }),
      quiet('end', exchange, 10),
    ];
    const made = timeline([...poll(1, 'news'), ...poll(2, 'same'), ...poll(3, 'same'), ...poll(4, 'news')]);
    expect(shape(made)).toEqual(['fold 1', 'row 3', 'fold 4', 'row 15', 'row 16']);
    expect(made.item(2)?.fold).toMatchObject({ count: 11, requests: 3 });
  });

  it('shows every delta when folding is off', () => {
    start();
    expect(timeline([delta('a'), delta('b')], { fold: false }).count).toBe(2);
  });

  it('opens a fold in place, keeps it open while it grows, and closes it', () => {
    start();
    const rows = [row({ kind: 'request' }), delta('a'), delta('b'), row()];
    const open = new Set<number>();
    const made = timeline(rows, {}, session, open);
    made.toggle(2);
    expect(shape(made)).toEqual(['row 1', 'fold 2', 'child 2', 'child 3', 'row 4']);
    expect(made.positionOf(2)).toBe(2);
    expect(made.positionOf(2, true)).toBe(1);
    made.toggle(3);
    expect(shape(made)).toEqual(['row 1', 'fold 2', 'row 4']);
    open.add(5);
    rows.push(delta('c'), delta('d'), delta('e'));
    made.advance(10);
    expect(shape(made)).toEqual(['row 1', 'fold 2', 'row 4', 'fold 5', 'child 5', 'child 6', 'child 7']);
  });

  it('keeps growing folds right after another one was opened above them', () => {
    start();
    const rows = [delta('a'), delta('b'), row(), delta('c')];
    const made = timeline(rows);
    made.toggle(1);
    rows.push(delta('d'));
    made.advance(10);
    expect(shape(made)).toEqual(['fold 1', 'child 1', 'child 2', 'row 3', 'fold 4']);
    expect(made.item(4)?.fold?.text).toBe('cd');
  });

  it('measures time from the first request and gaps within the scope', () => {
    start();
    const made = timeline([row({ kind: 'note' }), row({ kind: 'request' }), row({}, 2_500)]);
    expect(made.origin).toBe(20);
    expect(made.item(1)?.gap).toBe(10);
    expect(made.item(2)).toMatchObject({ kind: 'gap', gap: 2_500 });
  });

  it('gives a task the head of its exchange, which names no task, and leaves other tasks out', () => {
    start();
    const rows = [
      row({ kind: 'request' }),
      row({ kind: 'request', exchange: 2 }),
      row({ kind: 'response' }),
      row({ kind: 'task', task: 't', context: 'c' }),
      row({ kind: 'task', task: 'u', exchange: 2 }),
    ];
    const place: Place = { kind: 'task', agent: 'a', task: 't' };
    expect(shape(timeline(rows, {}, place))).toEqual(['row 1', 'row 3', 'row 4']);
    expect(shape(timeline(rows, {}, { kind: 'context', agent: 'a', context: 'c' }))).toEqual([
      'row 1',
      'row 3',
      'row 4',
    ]);
    expect(timeline(rows, {}, { ...place, agent: 'b' }).count).toBe(0);
  });

  it('leaves keep-alive comments to the wire view', () => {
    start();
    const rows = [row({ kind: 'task', task: 't', context: 'c' }), row({ kind: 'comment', task: 't', context: 'c' })];
    const places: Place[] = [
      { kind: 'session' },
      { kind: 'task', agent: 'a', task: 't' },
      { kind: 'context', agent: 'a', context: 'c' },
    ];
    for (const place of places) expect(shape(timeline(rows, {}, place))).toEqual(['row 1']);
  });

  it('takes in an exchange that turns out later to belong to the task', () => {
    start();
    const exchanges = createExchanges();
    const rows = [row({ kind: 'request' })];
    exchanges.push(rows[0] as Row);
    const scope = scopeOf({ kind: 'task', agent: 'a', task: 't' }, exchanges);
    const made = createTimeline(createScopedRows(rows, scope), PLAIN, new Set());
    expect(made.advance(10)).toBe(true);
    expect(made.count).toBe(0);
    const named = row({ kind: 'task', task: 't' });
    rows.push(named);
    exchanges.push(named);
    while (!made.advance(10));
    expect(shape(made)).toEqual(['row 1', 'row 2']);
  });

  it('counts lanes before it hides any, and filters by words', () => {
    start();
    const rows = [
      row({ kind: 'request', lane: 'request', text: 'Create a VPC' }),
      row({ kind: 'tool-started', lane: 'tool', name: 'write_file', task: 'abcd' }),
      row({ kind: 'status', state: 'TASK_STATE_INPUT_REQUIRED' }),
    ];
    const hidden = timeline(rows, { hidden: new Set(['request'] as const) });
    expect(hidden.lanes).toMatchObject({ request: 1, tool: 1, status: 1 });
    expect(hidden.count).toBe(2);
    const found = (source: string) => timeline(rows, { match: compileFilter(parseFilter(source)) }).count;
    expect(found('vpc')).toBe(1);
    expect(found('kind:tool')).toBe(1);
    expect(found('kind:tool vpc')).toBe(0);
    expect(found('write_')).toBe(1);
    expect(found('state:input-required')).toBe(1);
    expect(found('task:bc')).toBe(1);
    expect(found('"a vpc" lane:req')).toBe(1);
    expect(found('kind:')).toBe(3);
  });

  it('draws the bracket over everything between the edges of a span and ends it with the task', () => {
    start();
    const span = (edge: 'open' | 'mid' | 'close', id = 's') => ({
      lane: 'tool' as const,
      task: 't',
      span: { id, edge },
    });
    const rows = [
      row({ ...span('open'), kind: 'tool-started' }),
      row(),
      row({ ...span('close'), kind: 'tool-result' }),
      row(),
      row({ ...span('open', 'z'), kind: 'tool-started' }),
      row({ task: 't', state: 'TASK_STATE_FAILED' }),
      row(),
    ];
    const made = timeline(rows);
    const edges = Array.from({ length: made.count }, (_, position) => made.item(position)?.bracket?.edge);
    expect(edges).toEqual(['open', 'mid', 'close', undefined, 'open', 'mid', undefined]);
    expect(made.item(1)?.bracket?.lane).toBe('tool');
  });

  it('finds the next and the previous row with findings, also inside a fold', () => {
    start();
    const rows = [row(), delta('a'), delta('b'), row()];
    (rows[2] as Row).marks = { fold: 'text|t|m', severity: 'warning', findings: 2 };
    const made = timeline(rows);
    expect(made.finding(0, 1)).toBe(3);
    expect(made.finding(3, 1)).toBeUndefined();
    expect(made.finding(4, -1)).toBe(3);
    expect(made.item(1)?.fold).toMatchObject({ severity: 'warning', findings: 2 });
    made.uncover(3);
    expect(made.item(made.positionOf(3))?.kind).toBe('child');
  });

  it('knows what is still open and how the last stream broke', () => {
    start();
    const rows = [
      row({ kind: 'request', name: 'SendStreamingMessage' }),
      row({ kind: 'response', stream: true }),
      row({ kind: 'task', task: 't', state: 'TASK_STATE_WORKING' }),
    ];
    const made = timeline(rows);
    expect(made.live.open.size).toBe(1);
    rows.push(row({ kind: 'end', name: 'cut', task: 't' }));
    made.advance(1);
    expect(made.live.open.size).toBe(0);
    expect(made.live.broken).toMatchObject({ cause: 'cut', task: 't', seq: 3 });
    rows.push(row({ kind: 'request', name: 'SubscribeToTask', exchange: 2, task: 't' }));
    made.advance(1);
    expect(made.live.broken).toMatchObject({ cause: 'cut' });
    rows.push(row({ kind: 'response', stream: true, exchange: 2, task: 't' }));
    made.advance(1);
    expect(made.live.broken).toBeUndefined();
  });

  it('filters the rows of one place again without looking at the log again', () => {
    start();
    const rows = [row({ text: 'one' }), row({ text: 'two' }), row({ text: 'one more' })];
    const scoped = createScopedRows(rows, scopeOf(session, createExchanges()));
    const made = (source: string) => {
      const match = source === '' ? undefined : compileFilter(parseFilter(source));
      const list = createTimeline(scoped, { ...PLAIN, match }, new Set());
      while (!list.advance(2));
      return list;
    };
    expect(made('').count).toBe(3);
    expect(shape(made('one'))).toEqual(['row 1', 'row 3']);
    rows.push(row({ text: 'the last one' }));
    const grown = made('one');
    expect(shape(grown)).toEqual(['row 1', 'row 3', 'row 4']);
    expect(grown).toMatchObject({ scoped: 4, taken: 4, looked: 4, shown: 3 });
  });

  it('draws the first delta of an open fold inside the line that begins at its head', () => {
    start();
    const open = { lane: 'tool' as const, task: 't', marks: { fold: 'tool|x' } };
    const rows = [
      row({ ...open, kind: 'tool-input-delta', span: { id: 's', edge: 'open' } }),
      row({ ...open, kind: 'tool-input-delta', span: { id: 's', edge: 'close' } }),
    ];
    const made = timeline(rows, {}, session, new Set([1]));
    expect(shape(made)).toEqual(['fold 1', 'child 1', 'child 2']);
    expect([0, 1, 2].map((position) => made.item(position)?.bracket?.edge)).toEqual(['open', 'mid', 'close']);
  });

  it('appends at the cost of the new rows alone', () => {
    start();
    const many = 100_000;
    const rows = Array.from({ length: many }, (_, index) => (index % 3 === 0 ? row() : delta('x')));
    let reads = 0;
    const watched = new Proxy(rows, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key);
      },
    });
    const scope = scopeOf(session, createExchanges());
    const made = createTimeline(createScopedRows(watched, scope), PLAIN, new Set());
    while (!made.advance(10_000));
    reads = 0;
    rows.push(row(), delta('y'), delta('z'));
    expect(made.advance(10_000)).toBe(true);
    expect(reads).toBeLessThan(20);
    expect(made.scoped).toBe(many + 3);
  });
});
