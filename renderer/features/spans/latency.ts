import type { GroupSpan, RunSpan, ToolTotals, Totals } from '../../../shared/a2a/reduce/spans.ts';
import { type Figures, figuresOfGroup, figuresOfRun, MARKS } from '../../../shared/a2a/reduce/spans-figures.ts';
import { t } from '../../strings/index.ts';
import { formatCount, formatDuration } from '../../ui/text.ts';

/** A table as it is shown and copied: words for people, and the plain values (ms, counts) for a spreadsheet. */
export interface Cell {
  text: string;
  value: string | number;
}

export interface Line {
  key: string;
  cells: Cell[];
  /** Begin of the run that a line is about. */
  run?: RunSpan;
  /** `group`: the head of the runs that asked for the same. */
  tone?: 'sum' | 'failed' | 'group';
}

export interface Table {
  heads: string[];
  lines: Line[];
}

export const NOTHING: Cell = { text: '–', value: '' };
export const words = (text: string): Cell => ({ text, value: text });
export const count = (value: number): Cell => ({ text: formatCount(value), value });
/** 0 ms of something that did not happen is no figure. */
export const span = (ms: number | undefined, always = true): Cell =>
  ms === undefined || (!always && ms === 0) ? NOTHING : { text: formatDuration(ms), value: Math.round(ms * 10) / 10 };

/** Calls without a result; in a recording those that are still open get none either. */
export const withoutResult = (tool: ToolTotals, live: boolean): number =>
  live ? tool.noResult : tool.calls - tool.done;

/** Sums per tool, the longest in total first. `whole` is the time that shares are taken of, ms. */
export function toolTable(totals: Totals, whole: number, live: boolean): Table {
  const tools = [...totals.values()].sort((one, other) => other.total - one.total || other.calls - one.calls);
  const heads = ['tool', 'calls', 'failed', 'without', 'input', 'waiting', 'run', 'total', 'longest', 'share'] as const;
  return {
    heads: heads.map((head) => t(`spans.tools.${head}`)),
    lines: tools.map((tool) => ({
      key: tool.name,
      cells: [
        words(tool.name),
        count(tool.calls),
        count(tool.failed),
        count(withoutResult(tool, live)),
        span(tool.input, false),
        span(tool.waiting, false),
        span(tool.run, false),
        span(tool.done === 0 ? undefined : tool.total),
        span(tool.done === 0 ? undefined : tool.longest),
        tool.done === 0 || whole <= 0
          ? NOTHING
          : {
              text: `${Math.round((tool.total / whole) * 100)} %`,
              value: Math.round((tool.total / whole) * 1_000) / 1_000,
            },
      ],
      ...(tool.failed > 0 ? { tone: 'failed' as const } : {}),
    })),
  };
}

export interface ToolSum {
  calls: number;
  failed: number;
  without: number;
}

export function sumOf(totals: Totals, live: boolean): ToolSum {
  const sum = { calls: 0, failed: 0, without: 0 };
  for (const tool of totals.values()) {
    sum.calls += tool.calls;
    sum.failed += tool.failed;
    sum.without += withoutResult(tool, live);
  }
  return sum;
}

export interface Figure {
  name: string;
  key: string;
  value: string;
  unit: string;
  /** Small words after the value. */
  more: string;
}

/** The figures of a run, or of a whole place, one by one. */
export function figureList(figures: Figures): Figure[] {
  const list: Figure[] = MARKS.map((key) => ({
    key,
    name: t(`spans.figure.${key}`),
    ...split(figures[key]),
    more: '',
  }));
  const gaps = figures.idle > 0 ? `× ${formatCount(figures.idle)}` : '';
  list.push({ key: 'longestIdle', name: t('spans.figure.longestIdle'), ...split(figures.longestIdle), more: gaps });
  list.push({
    key: 'tokens',
    name: t('spans.figure.tokens'),
    value: figures.tokens === 0 ? '–' : formatCount(figures.tokens),
    unit: '',
    more: '',
  });
  return list;
}

function split(ms: number | undefined): { value: string; unit: string } {
  if (ms === undefined) return { value: '–', unit: '' };
  const text = formatDuration(ms);
  const at = text.lastIndexOf(' ');
  return { value: text.slice(0, at), unit: text.slice(at + 1) };
}

export const figuresFor = (run: RunSpan | undefined, scope: GroupSpan): Figures =>
  run ? figuresOfRun(run) : figuresOfGroup(scope);

/** Figures and a table as aligned text. */
export function asText(title: string, figures: readonly Figure[], table: Table): string {
  const lines = [title];
  for (const { name, value, unit, more } of figures) {
    lines.push(`${name}: ${[value, unit, more].filter((part) => part !== '').join(' ')}`);
  }
  const rows = [table.heads, ...table.lines.map((line) => line.cells.map((cell) => cell.text))];
  const widths = table.heads.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  lines.push('');
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    lines.push(cells.join('  ').trimEnd());
  }
  return `${lines.join('\n')}\n`;
}

const quoted = (value: string | number): string => {
  // A spreadsheet runs what begins like a formula.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** The table as CSV (RFC 4180); times in ms. */
export const asCsv = (table: Table): string =>
  [table.heads, ...table.lines.map((line) => line.cells.map((cell) => cell.value))]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n')
    .concat('\r\n');

/** A spreadsheet runs what begins like a formula, and a tab or a line would begin another cell. */
const plain = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
};

/** The table as cells between tabs, as spreadsheets take it from the clipboard; times in ms. */
export const asTsv = (table: Table): string =>
  [table.heads, ...table.lines.map((line) => line.cells.map((cell) => cell.value))]
    .map((row) => row.map(plain).join('\t'))
    .join('\n')
    .concat('\n');
