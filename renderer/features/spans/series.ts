import { createStore, useStore } from 'zustand';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { stopListening } from '../../state/calls.ts';

/** Runs that one press may start. */
export const SERIES_LIMIT = 50;

/** Runs of one message, one after the other. */
export interface Series {
  /** Ended by the person: `stopped`; because a run could not be started: `refused`. */
  state: 'running' | 'done' | 'stopped' | 'refused';
  session: string;
  /** Exchange whose message is sent again. */
  of: number;
  wanted: number;
  /** Exchanges that were begun. */
  begun: number[];
  ended: number;
  trouble?: Trouble;
}

const seriesStore = createStore<{ series?: Series }>(() => ({}));

/** The series that runs, or the last one; it goes on while other tabs are looked at. */
export const useSeries = (): Series | undefined => useStore(seriesStore, (state) => state.series);

const change = (part: Partial<Series>): void =>
  seriesStore.setState(({ series }) => (series ? { series: { ...series, ...part } } : {}));

const current = (): Series | undefined => seriesStore.getState().series;

/**
 * Sends the message of an exchange a number of times more, each after the one before has ended. Without a context each
 * begins one of its own. A run that fails is one of them and does not end the series; one that cannot be started does.
 */
export async function runAgain(session: string, of: number, wanted: number, context?: string): Promise<void> {
  if (current()?.state === 'running') return;
  seriesStore.setState({ series: { state: 'running', session, of, wanted, begun: [], ended: 0 } });
  for (let run = 0; run < wanted; run++) {
    const started = await call('calls.again', { exchange: of, ...(context === undefined ? {} : { context }) });
    if (!started.ok) return change({ state: 'refused', trouble: started.error });
    const { exchange } = started.value;
    const series = current();
    if (series?.state !== 'running') return stopListening(exchange);
    change({ begun: [...series.begun, exchange] });
    const outcome = await call('calls.outcome', { exchange });
    if (!outcome.ok) return change({ state: 'refused', trouble: outcome.error });
    change({ ended: run + 1 });
    if (current()?.state !== 'running') return;
  }
  change({ state: 'done' });
}

/** Begins no more runs, and stops listening to the one that goes on. Its task goes on at the agent. */
export function stopSeries(): void {
  const series = current();
  if (series?.state !== 'running') return;
  change({ state: 'stopped' });
  const last = series.begun[series.begun.length - 1];
  if (last !== undefined && series.begun.length > series.ended) stopListening(last);
}

/** Takes away what the last series had to say. */
export function closeSeries(): void {
  if (current()?.state !== 'running') seriesStore.setState({ series: undefined });
}
