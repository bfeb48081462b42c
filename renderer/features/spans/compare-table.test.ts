import { describe, expect, it } from 'vitest';
import type { Span } from '../../../shared/a2a/reduce/spans.ts';
import { differences, figureTable, stepTable } from './compare-table.ts';

const step = (change: Partial<Span>): Span =>
  ({
    kind: 'tool',
    lane: 'tool',
    name: 'run',
    note: '',
    from: 0,
    to: 100,
    state: 'closed',
    failed: false,
    amount: 0,
    rows: 1,
    ...change,
  }) as Span;

const texts = (table: { lines: { cells: { text: string }[] }[] }) =>
  table.lines.map(({ cells }) => cells.map(({ text }) => text));

describe('a comparison', () => {
  it('says how much more or less the second has', () => {
    const figures = figureTable([
      { figure: 'firstByte', a: 100, b: 50, delta: -50 },
      { figure: 'firstText', a: 100, b: 100.2, delta: 0.2 },
      { figure: 'firstArtifact', a: undefined, b: 3, delta: undefined },
      { figure: 'end', a: 1_000, b: 2_500, delta: 1_500 },
      { figure: 'tokens', a: 0, b: 12, delta: 12 },
    ]);
    expect(texts(figures)).toEqual([
      ['First byte', '100 ms', '50 ms', '−50 ms · −50 %'],
      ['First text', '100 ms', '100 ms', '0 ms'],
      ['First artifact', '–', '3 ms', '–'],
      ['End', '1.00 s', '2.50 s', '+1.50 s · +150 %'],
      ['Tokens', '0', '12', '+12'],
    ]);
  });

  it('shows a step once, with both sides', () => {
    const failed = step({ failed: true, to: 40 });
    const [one, other] = ['a.txt', 'b.txt'].map((name) => step({ kind: 'artifact', lane: 'artifact', name }));
    const table = stepTable([
      { verdict: 'changed', a: step({}), b: failed, delta: -60 },
      { verdict: 'changed', a: one, b: other, delta: 0 },
      { verdict: 'only-b', a: undefined, b: step({ state: 'no-result' }), delta: undefined },
    ]);
    expect(texts(table)).toEqual([
      ['≠', 'run', '100 ms', 'failed', '−60 ms'],
      ['≠', 'a.txt → b.txt', '100 ms', '100 ms', '0 ms'],
      ['+', 'run', '–', 'no result', '–'],
    ]);
  });

  it('names what is missing and extra, or says that nothing is', () => {
    const nothing = { figures: [], steps: [], left: 0 };
    expect(differences({ ...nothing, missing: [], extra: [] })).toEqual(['Both have the same kinds of step.']);
    const many = Array.from({ length: 13 }, (_, index) => ({ step: step({ name: `t${index}` }), a: 0, b: 1 }));
    const said = differences({ ...nothing, missing: [{ step: step({}), a: 2, b: 1 }], extra: many });
    expect(said[0]).toBe('Missing in B: run (2 / 1)');
    expect(said[1]).toMatch(/^Extra in B: t0 \(0 \/ 1\), .*t11 \(0 \/ 1\), …$/);
  });
});
