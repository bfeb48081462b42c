import { describe, expect, it } from 'vitest';
import type { ToolTotals, Totals } from '../../../shared/a2a/reduce/spans.ts';
import { asCsv, asText, asTsv, figureList, sumOf, type Table, toolTable } from './latency.ts';

const tool = (name: string, change: Partial<ToolTotals> = {}): [string, ToolTotals] => [
  name,
  {
    name,
    calls: 1,
    done: 1,
    failed: 0,
    noResult: 0,
    total: 100,
    longest: 100,
    input: 0,
    waiting: 0,
    run: 100,
    ...change,
  },
];

const totals: Totals = new Map([
  tool('list'),
  tool('write', { calls: 3, done: 2, failed: 1, noResult: 1, total: 900, longest: 600 }),
  tool('open', { done: 0, total: 0, longest: 0, run: 0 }),
]);

const texts = (table: Table) => table.lines.map(({ cells }) => cells.map(({ text }) => text));

describe('sums per tool', () => {
  it('come longest first, with the share of the time', () => {
    expect(texts(toolTable(totals, 2_000, true))).toEqual([
      ['write', '3', '1', '1', '–', '–', '100 ms', '900 ms', '600 ms', '45 %'],
      ['list', '1', '0', '0', '–', '–', '100 ms', '100 ms', '100 ms', '5 %'],
      ['open', '1', '0', '0', '–', '–', '–', '–', '–', '–'],
    ]);
  });

  it('of a recording count calls that are still open as without result', () => {
    expect(sumOf(totals, true)).toEqual({ calls: 5, failed: 1, without: 1 });
    expect(sumOf(totals, false)).toEqual({ calls: 5, failed: 1, without: 2 });
  });
});

describe('copies', () => {
  const table: Table = {
    heads: ['Tool', 'Total'],
    lines: [
      {
        key: '1',
        cells: [
          { text: 'a, "b"', value: 'a, "b"' },
          { text: '1.50 s', value: 1_500 },
        ],
      },
      {
        key: '2',
        cells: [
          { text: '=1+1', value: '=1+1' },
          { text: '–', value: '' },
        ],
      },
    ],
  };

  it('as CSV have plain numbers, quoted texts and no formulas', () => {
    expect(asCsv(table)).toBe('Tool,Total\r\n"a, ""b""",1500\r\n\'=1+1,\r\n');
  });

  it('as TSV have one cell between two tabs, whatever a text holds', () => {
    const [first, ...rest] = table.lines;
    const odd = {
      ...first,
      key: '0',
      cells: [
        { text: 'a\tb', value: 'a\tb\r\nc' },
        { text: '0', value: -3 },
      ],
    };
    expect(asTsv({ ...table, lines: [odd, ...rest] })).toBe("Tool\tTotal\na b c\t-3\n'=1+1\t\n");
  });

  it('as text are aligned below the figures', () => {
    const figures = figureList({ firstByte: 41, idle: 2, longestIdle: 8_290, tokens: 0 });
    expect(asText('Latency', figures, table).split('\n')).toEqual([
      'Latency',
      'First byte: 41 ms',
      'First event: –',
      'First text: –',
      'First artifact: –',
      'End: –',
      'Longest idle: 8.29 s × 2',
      'Tokens: –',
      '',
      'Tool     Total',
      'a, "b"  1.50 s',
      '=1+1         –',
      '',
    ]);
  });
});
