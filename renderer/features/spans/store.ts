import { createStore, useStore } from 'zustand';
import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import type { Place } from '../../state/selection.ts';
import type { StepFilter } from './outline.ts';
import type { View } from './time-scale.ts';

export type LatencyTab = 'tools' | 'runs';

/** What the person chose in this panel; outlives a change of tabs. */
interface SpansChoice {
  filter: StepFilter;
  compress: boolean;
  form: 'bars' | 'table';
  latency: { open: boolean; tab: LatencyTab };
  /** How the next runs of a message are made: how many, and each in a context of its own. */
  again: { times: number; fresh: boolean };
  /** Up to two runs to be compared, in the order in which they were marked. */
  marked: readonly RunSpan[];
  comparing: boolean;
  /** Part of the axis on screen; undefined is all of it, also as it grows. */
  view?: View;
  /** Message whose latency is shown; undefined is the whole place. */
  run?: RunSpan;
  /** What view and run belong to. */
  place?: Place;
}

export const spansStore = createStore<SpansChoice>(() => ({
  filter: 'all',
  compress: true,
  form: 'bars',
  latency: { open: true, tab: 'tools' },
  again: { times: 10, fresh: true },
  marked: [],
  comparing: false,
}));

export const useSpansChoice = (): SpansChoice => useStore(spansStore);

export const choose = (change: Partial<SpansChoice>): void => spansStore.setState(change);

/** Marks a run for the comparison, or takes the mark away; of three, the one marked first gives way. */
export function toggleMarked(run: RunSpan): readonly RunSpan[] {
  const { marked } = spansStore.getState();
  const next = marked.includes(run) ? marked.filter((one) => one !== run) : [...marked.slice(-1), run];
  choose({ marked: next });
  return next;
}
