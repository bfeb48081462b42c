import { describe, expect, it } from 'vitest';
import { createSpans, type GroupSpan, type Span } from '../../../shared/a2a/reduce/spans.ts';
import { createTree } from '../../../shared/a2a/reduce/tree.ts';
import type { Row } from '../../../shared/model/row.ts';
import { newFolding, Outline, type StepFilter } from './outline.ts';

let seq = 0;
let at = 0;

function row(change: Partial<Row>, wait = 10): Row {
  seq += 1;
  at += wait;
  return { seq, at, lane: 'status', kind: 'status', exchange: 1, agent: 'a', text: '', size: 1, ...change };
}

const edge = (id: string, kind: Row['kind'], of: 'open' | 'mid' | 'close', more: Partial<Row> = {}) =>
  row({ lane: 'tool', kind, span: { id, edge: of, name: id }, ...more });

/** A task with thinking, two calls side by side, and usage. */
function run(exchange: number, task: string): Row[] {
  const ids = { exchange, task, context: 'c' };
  return [
    row({ kind: 'request', lane: 'request', name: 'SendStreamingMessage', exchange, context: 'c' }),
    row({ kind: 'response', lane: 'request', stream: true, exchange, context: 'c' }),
    row({ kind: 'task', state: 'TASK_STATE_WORKING', ...ids }),
    row({ kind: 'thinking', lane: 'thinking', ...ids }),
    edge(`${task}1`, 'tool-started', 'open', ids),
    edge(`${task}2`, 'tool-started', 'open', ids),
    edge(`${task}1`, 'tool-input', 'mid', ids),
    edge(`${task}1`, 'tool-result', 'close', ids),
    edge(`${task}2`, 'tool-result', 'close', ids),
    row({ kind: 'usage', text: '1 + 2 = 3', ...ids }),
    row({ state: 'TASK_STATE_COMPLETED', ...ids }),
    row({ kind: 'end', lane: 'request', name: 'complete', ...ids }),
  ];
}

function start(filter: StepFilter = 'all', scopeOf?: (spans: ReturnType<typeof createSpans>) => GroupSpan | undefined) {
  seq = 0;
  at = 0;
  const tree = createTree();
  const spans = createSpans(tree);
  const folding = newFolding();
  const outline = new Outline(
    spans,
    () => scopeOf?.(spans) ?? (scopeOf ? undefined : spans.session),
    scopeOf !== undefined,
    filter,
    folding,
  );
  return {
    spans,
    tree,
    outline,
    push(rows: readonly Row[], step = 1) {
      for (const each of rows) {
        tree.push(each);
        spans.push(each);
        while (!outline.advance(step));
      }
    },
  };
}

const label = (span: Span, phase?: { kind: string }) =>
  phase?.kind ?? (span.kind === 'point' ? span.what : span.name || span.kind);
const linesOf = (outline: Outline, first = 0, last = outline.count) =>
  outline.rows(first, last).map(({ span, phase, depth }) => `${' '.repeat(depth)}${label(span, phase)}`);

const WHOLE = [
  'context',
  ' task',
  '  SendStreamingMessage',
  '   state',
  '   thinking',
  '   t1',
  '   t2',
  '   usage',
  '   state',
];

describe('an outline', () => {
  it('lists spans in the order of the tree, with any step of taking them in', () => {
    const small = start();
    small.push(run(1, 't'));
    expect(linesOf(small.outline)).toEqual(WHOLE);
    const large = start();
    large.push(run(1, 't'), 1_000);
    expect(linesOf(large.outline)).toEqual(WHOLE);
  });

  it('gives the same lines in windows, and finds the position of each', () => {
    const { outline, push } = start();
    for (let exchange = 1; exchange <= 4; exchange++) push(run(exchange, `t${exchange}`));
    for (const each of outline.rows(0, outline.count)) if (each.span.name === 't21') outline.toggle(each.span);
    const all = outline.rows(0, outline.count);
    expect(all).toHaveLength(outline.count);
    for (const first of all.keys()) {
      expect(outline.rows(first, first + 3).map(({ key }) => key)).toEqual(
        all.slice(first, first + 3).map(({ key }) => key),
      );
      const line = all[first];
      const part = line?.phase ? Number(line.key.split('.')[1]) : undefined;
      expect(line && outline.positionOf(line.span, part)).toBe(first);
    }
  });

  it('of a task begins with it, and is there as soon as the task is', () => {
    const list = start('all', (spans) => {
      const node = list.tree.task('a', 't2');
      return node && spans.taskOf(node);
    });
    list.push(run(1, 't1'));
    expect(list.outline.count).toBe(0);
    list.push(run(2, 't2'));
    expect(linesOf(list.outline)[0]).toBe('task');
    expect(linesOf(list.outline)).toHaveLength(8);
  });

  it('filters steps and keeps what is around them', () => {
    const { outline, push } = start('tools');
    push(run(1, 't'));
    expect(linesOf(outline)).toEqual(['context', ' task', '  SendStreamingMessage', '   t1', '   t2']);
  });

  it('folds groups, also while more comes', () => {
    const { outline, push, spans } = start();
    const rows = run(1, 't');
    push(rows.slice(0, 5));
    const turn = spans.all.find(({ kind }) => kind === 'turn') as Span;
    outline.toggle(turn);
    push(rows.slice(5));
    expect(linesOf(outline)).toEqual(WHOLE.slice(0, 3));
    expect(outline.count).toBe(3);
    const call = spans.all.find(({ kind }) => kind === 'tool') as Span;
    expect(outline.positionOf(call)).toBe(2);
    outline.toggle(turn);
    expect(linesOf(outline)).toEqual(WHOLE);
    expect(outline.count).toBe(WHOLE.length);
    expect(outline.positionOf(call)).toBe(5);
  });

  it('unfolds a call into its parts, which come while it runs', () => {
    const { outline, push, spans } = start();
    const rows = run(1, 't');
    push(rows.slice(0, 5));
    outline.toggle(spans.all.find(({ name }) => name === 't1') as Span);
    expect(linesOf(outline).slice(5)).toEqual(['   t1', '    run']);
    push(rows.slice(5));
    expect(linesOf(outline).slice(5)).toEqual(['   t1', '    input', '    run', '   t2', '   usage', '   state']);
  });

  it('unfolds a call in which the person was asked', () => {
    const { outline, push } = start();
    const rows = run(1, 't');
    rows.splice(
      7,
      0,
      row({
        kind: 'permission',
        lane: 'auth',
        state: 'TASK_STATE_INPUT_REQUIRED',
        exchange: 1,
        task: 't',
        context: 'c',
        span: { id: 't1', edge: 'mid' },
      }),
    );
    push(rows);
    expect(linesOf(outline)).toContain('    question');
  });

  it('starts over when an answer moves a turn to another context', () => {
    const { outline, push } = start();
    push(run(1, 't1'));
    const moved = run(2, 't2').map((each, index) => (index < 2 ? { ...each, context: undefined } : each)) as Row[];
    push(moved);
    expect(linesOf(outline).filter((line) => line === 'context')).toHaveLength(1);
    expect(linesOf(outline)).toHaveLength(WHOLE.length * 2 - 1);
  });
});
