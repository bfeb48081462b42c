import { stateClass } from '../../model/task.ts';
import { type Figures, figuresOfRun, MARKS, type Mark } from './spans-figures.ts';
import type { RunSpan, Span, Spans } from './spans-model.ts';

/** Steps of a run that are compared; the rest is counted. */
export const COMPARED_STEPS = 1_000;

/** One figure of both runs; milliseconds or a count. `delta` is what the second has more. */
export interface FigureDelta {
  figure: Mark | 'longestIdle' | 'idle' | 'tokens';
  a: number | undefined;
  b: number | undefined;
  delta: number | undefined;
}

/** `changed`: the same step, but it came out differently. */
export type StepVerdict = 'same' | 'changed' | 'only-a' | 'only-b';

export interface StepPair {
  verdict: StepVerdict;
  a: Span | undefined;
  b: Span | undefined;
  /** What the second took longer, ms; undefined for what took no time, or is in one of them only. */
  delta: number | undefined;
}

/** Steps of one kind and name, where one run has more of them than the other. */
export interface StepCount {
  step: Span;
  a: number;
  b: number;
}

export interface RunComparison {
  figures: FigureDelta[];
  /** In the order of the first run; what only the second has stands where it came. */
  steps: StepPair[];
  /** Kinds of step that only one of them has, or has more often. */
  missing: StepCount[];
  extra: StepCount[];
  /** Steps beyond the limit, of the longer run. */
  left: number;
}

/** The steps directly inside a run, in order of their begin. */
export function stepsOf(spans: Pick<Spans, 'all'>, run: RunSpan): Span[] {
  const steps: Span[] = [];
  const end = run.run.ended;
  for (let id = run.id + 1; id < spans.all.length; id++) {
    const span = spans.all[id] as Span;
    // Spans are listed as they began.
    if (end !== undefined && span.from > end) break;
    if (span.parent === run) steps.push(span);
  }
  return steps;
}

/** What a step means, whatever it took and whichever identifiers it had. How a task came to its end is part of it. */
function meaningOf({ kind, what, name, note }: Span): string {
  const told = what !== 'state' ? name : stateClass(note) === 'terminal' ? note : '';
  return `${kind}|${what ?? ''}|${told}`;
}

/** Steps of one kind may stand for each other where nothing better is found, but calls of other tools do not. */
const kindOf = ({ kind, what }: Span): string | undefined => (kind === 'tool' ? undefined : `${kind}|${what ?? ''}`);

/** Longest common subsequence of two lists of meanings, as pairs of positions. */
function commonOf(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

const TIMELESS: ReadonlySet<Span['kind']> = new Set(['point']);

const durationOf = (step: Span): number | undefined =>
  TIMELESS.has(step.kind) || step.state === 'open' ? undefined : step.to - step.from;

const minus = (b: number | undefined, a: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : b - a;

function pairOf(a: Span, b: Span): StepPair {
  const alike = meaningOf(a) === meaningOf(b) && a.failed === b.failed && a.state === b.state && a.amount === b.amount;
  return { verdict: alike ? 'same' : 'changed', a, b, delta: minus(durationOf(b), durationOf(a)) };
}

/** What lies between two steps that both runs have. */
function between(ones: readonly Span[], others: readonly Span[]): StepPair[] {
  const pairs: StepPair[] = [];
  let from = 0;
  for (const a of ones) {
    const kind = kindOf(a);
    const at = kind === undefined ? -1 : others.findIndex((other, index) => index >= from && kindOf(other) === kind);
    const b = others[at];
    if (b === undefined) {
      pairs.push({ verdict: 'only-a', a, b: undefined, delta: undefined });
      continue;
    }
    for (; from < at; from++) pairs.push({ verdict: 'only-b', a: undefined, b: others[from], delta: undefined });
    from = at + 1;
    pairs.push(pairOf(a, b));
  }
  for (const b of others.slice(from)) pairs.push({ verdict: 'only-b', a: undefined, b, delta: undefined });
  return pairs;
}

/** Steps of two runs side by side, aligned by what they mean: kind, tool, artifact, state. */
export function alignSteps(ones: readonly Span[], others: readonly Span[]): StepPair[] {
  const common = commonOf(ones.map(meaningOf), others.map(meaningOf));
  const pairs: StepPair[] = [];
  let [row, column] = [0, 0];
  for (const [a, b] of common) {
    pairs.push(...between(ones.slice(row, a), others.slice(column, b)));
    pairs.push(pairOf(ones[a] as Span, others[b] as Span));
    [row, column] = [a + 1, b + 1];
  }
  return [...pairs, ...between(ones.slice(row), others.slice(column))];
}

function countsOf(ones: readonly Span[], others: readonly Span[]): StepCount[] {
  const counts = new Map<string, StepCount>();
  for (const [list, side] of [
    [ones, 'a'],
    [others, 'b'],
  ] as const) {
    for (const step of list) {
      const key = meaningOf(step);
      const found = counts.get(key) ?? { step, a: 0, b: 0 };
      found[side]++;
      counts.set(key, found);
    }
  }
  return [...counts.values()];
}

function figuresOf(a: Figures, b: Figures): FigureDelta[] {
  const names: readonly FigureDelta['figure'][] = [...MARKS, 'longestIdle', 'idle', 'tokens'];
  return names.map((figure) => ({ figure, a: a[figure], b: b[figure], delta: minus(b[figure], a[figure]) }));
}

/** Two runs side by side: their figures, and their steps aligned by meaning. */
export function compareRuns(spans: Pick<Spans, 'all'>, a: RunSpan, b: RunSpan): RunComparison {
  const [ones, others] = [stepsOf(spans, a), stepsOf(spans, b)];
  const counts = countsOf(ones, others);
  return {
    figures: figuresOf(figuresOfRun(a), figuresOfRun(b)),
    steps: alignSteps(ones.slice(0, COMPARED_STEPS), others.slice(0, COMPARED_STEPS)),
    missing: counts.filter((count) => count.a > count.b),
    extra: counts.filter((count) => count.b > count.a),
    left: Math.max(0, Math.max(ones.length, others.length) - COMPARED_STEPS),
  };
}
