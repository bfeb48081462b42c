import type { Span } from '../../../shared/a2a/reduce/spans.ts';
import type {
  FigureDelta,
  RunComparison,
  StepCount,
  StepPair,
  StepVerdict,
} from '../../../shared/a2a/reduce/spans-compare.ts';
import { t } from '../../strings/index.ts';
import { formatCount, formatDuration } from '../../ui/text.ts';
import { type Cell, count, NOTHING, span, type Table, words } from './latency.ts';
import { faceOf } from './present.ts';

/** Kinds of step named in one sentence. */
const NAMED = 12;

const COUNTS: ReadonlySet<FigureDelta['figure']> = new Set(['idle', 'tokens']);

/** More than before has a plus, less a true minus; what reads as nothing has no sign. */
const signed = (value: number, text: string, zero: string): string =>
  text === zero || value === 0 ? zero : `${value > 0 ? '+' : '−'}${text}`;

const deltaOf = (ms: number | undefined): Cell =>
  ms === undefined
    ? NOTHING
    : { text: signed(ms, formatDuration(Math.abs(ms)), formatDuration(0)), value: Math.round(ms * 10) / 10 };

/** Share of the first that the second has more. */
function shareOf({ a, delta }: FigureDelta): string {
  if (a === undefined || delta === undefined || a === 0) return '';
  const percent = Math.round((delta / a) * 100);
  return percent === 0 ? '' : ` · ${signed(percent, `${Math.abs(percent)} %`, '')}`;
}

/** Figures of both runs, and what the second has more. */
export function figureTable(figures: readonly FigureDelta[]): Table {
  return {
    heads: (['figure', 'a', 'b', 'delta'] as const).map((head) => t(`spans.compare.${head}`)),
    lines: figures.map((figure) => {
      const { a, b, delta } = figure;
      const counts = COUNTS.has(figure.figure);
      const cell = (value: number | undefined): Cell =>
        counts ? (value === undefined ? NOTHING : count(value)) : span(value);
      const more = counts
        ? delta === undefined
          ? NOTHING
          : { text: signed(delta, formatCount(Math.abs(delta)), formatCount(0)), value: delta }
        : deltaOf(delta);
      return {
        key: figure.figure,
        cells: [
          words(t(`spans.figure.${figure.figure}`)),
          cell(a),
          cell(b),
          { ...more, text: more.text + shareOf(figure) },
        ],
      };
    }),
  };
}

/** A step in words: its name, and what the line of the bars adds to it. */
export function stepName(step: Span): string {
  const { name, note } = faceOf({ key: '', span: step, depth: 0 });
  return step.kind === 'point' && step.what === 'state' && note !== '' ? `${name} ${note}` : name;
}

const amountOf = (step: Span | undefined): Cell => {
  if (step === undefined) return NOTHING;
  if (step.state === 'no-result') return words(t('spans.state.no-result'));
  if (step.failed) return words(t('spans.state.failed'));
  if (step.kind === 'point') return step.amount > 0 ? count(step.amount) : words(t('spans.state.point'));
  return step.state === 'open' ? words(t('spans.state.open')) : span(step.to - step.from);
};

/** Signs of the verdicts, as in the margin of a diff. */
export const SIGNS: Record<StepVerdict, string> = { same: '=', changed: '≠', 'only-a': '−', 'only-b': '+' };

/** Cells of an aligned pair: sign, step, both sides, delta. */
export function stepCells({ verdict, a, b, delta }: StepPair): Cell[] {
  const step = a ?? b;
  const names = [a, b].flatMap((one) => (one ? [stepName(one)] : []));
  const name = names[1] === undefined || names[0] === names[1] ? (names[0] ?? '') : names.join(' → ');
  return [
    { text: SIGNS[verdict], value: t(`spans.compare.${verdict}`) },
    words(step === undefined ? '' : name),
    amountOf(a),
    amountOf(b),
    deltaOf(delta),
  ];
}

export const stepTable = (steps: readonly StepPair[]): Table => ({
  heads: (['verdict', 'step', 'a', 'b', 'delta'] as const).map((head) => t(`spans.compare.${head}`)),
  lines: steps.map((pair, index) => ({ key: String(index), cells: stepCells(pair) })),
});

const counted = (steps: readonly StepCount[]): string => {
  const named = steps.slice(0, NAMED).map(({ step, a, b }) => t('spans.compare.count', { step: stepName(step), a, b }));
  return [...named, ...(steps.length > NAMED ? ['…'] : [])].join(', ');
};

/** Which kinds of step only one of the runs has, in sentences. */
export function differences({ missing, extra }: RunComparison): string[] {
  const said: string[] = [];
  if (missing.length > 0) said.push(t('spans.compare.missing', { steps: counted(missing) }));
  if (extra.length > 0) said.push(t('spans.compare.extra', { steps: counted(extra) }));
  return said.length > 0 ? said : [t('spans.compare.alike')];
}
