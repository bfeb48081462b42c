import type { GroupSpan, RunSpan } from './spans-model.ts';
import { IDLE_MS } from './spans-model.ts';

/** Points in time that are measured from the first request, in the order in which they usually come. */
export const MARKS = ['firstByte', 'firstEvent', 'firstText', 'firstArtifact', 'end'] as const;
export type Mark = (typeof MARKS)[number];

/** What was measured; milliseconds. A mark is absent as long as it was not reached. */
export interface Figures extends Partial<Record<Mark, number>> {
  /** Silences of more than IDLE_MS. */
  idle: number;
  longestIdle: number;
  tokens: number;
}

const marksOf = ({ from, run }: RunSpan): Partial<Record<Mark, number>> => {
  const { firstByte, firstEvent, firstText, firstArtifact, ended } = run;
  const marks: Partial<Record<Mark, number>> = {};
  if (firstByte !== undefined) marks.firstByte = firstByte - from;
  if (firstEvent !== undefined) marks.firstEvent = firstEvent - from;
  if (firstText !== undefined) marks.firstText = firstText - from;
  if (firstArtifact !== undefined) marks.firstArtifact = firstArtifact - from;
  if (ended !== undefined) marks.end = ended - from;
  return marks;
};

/** Figures of one message and its answer. */
export const figuresOfRun = (span: RunSpan): Figures => ({
  ...marksOf(span),
  idle: span.run.idle,
  longestIdle: span.run.longestIdle,
  tokens: span.run.tokens,
});

/** Figures of a task, a context or a session as a whole, from its first message on. */
export function figuresOfGroup({ group, to }: GroupSpan): Figures {
  const first = group.turns[0];
  const figures: Figures = { idle: 0, longestIdle: group.longestIdle, tokens: group.tokens };
  for (let at = 0; at + 1 < group.gaps.length; at += 2) {
    const silence = (group.gaps[at + 1] ?? 0) - (group.gaps[at] ?? 0);
    if (silence > IDLE_MS) figures.idle++;
  }
  if (first === undefined) return figures;
  Object.assign(figures, marksOf(first));
  for (const name of ['firstText', 'firstArtifact'] as const) {
    const found = group.turns.find((turn) => turn.run[name] !== undefined)?.run[name];
    if (found !== undefined) figures[name] = found - first.from;
  }
  if (group.open > 0) delete figures.end;
  else figures.end = to - first.from;
  return figures;
}

/** How a measure spreads over several runs. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
}

/** The value that a share of the values does not exceed (nearest rank); the list must be sorted and not empty. */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? 0;
}

/** p50 and p95 of each mark over the runs that reached it. */
export function spreadsOf(runs: readonly RunSpan[]): Partial<Record<Mark, Spread>> {
  const spreads: Partial<Record<Mark, Spread>> = {};
  const all = runs.map(marksOf);
  for (const mark of MARKS) {
    const values = all.flatMap((marks) => marks[mark] ?? []).sort((one, other) => one - other);
    if (values.length === 0) continue;
    spreads[mark] = { count: values.length, p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
  }
  return spreads;
}
