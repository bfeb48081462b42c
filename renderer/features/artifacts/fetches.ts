import { createStore, useStore } from 'zustand';
import type { FetchProgress } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import type { FileRef } from './content-bytes.ts';

/** Between two looks at how far a fetch is, ms. */
const PROGRESS_MS = 250;

/** A fetch that goes on, or that did not bring the file. One that did leaves nothing. */
export type FetchState = { origins: string[] } & (
  | { state: 'running'; progress: FetchProgress; stop(): void }
  | { state: 'elsewhere'; from: string; origin: string; url: string }
  | { state: 'failed'; trouble: Trouble }
);

interface Fetches {
  /** By file; outlives a change of tabs. */
  fetches: Record<string, FetchState>;
  /** Files that were fetched or read; another number when one more is there. */
  copies: number;
}

const store = createStore<Fetches>(() => ({ fetches: {}, copies: 0 }));

const keyOf = ({ session, artifact, task = '', writes, content }: FileRef): string =>
  `${session}\n${task}\n${artifact}\n${writes[0] ?? 0}\n${content}`;

function set(key: string, state: FetchState | undefined): void {
  const { [key]: _, ...others } = store.getState().fetches;
  store.setState({ fetches: state ? { ...others, [key]: state } : others });
}

export const useFetch = (file: FileRef): FetchState | undefined =>
  useStore(store, ({ fetches }) => fetches[keyOf(file)]);

export const useCopies = (): number => useStore(store, ({ copies }) => copies);

/** A file is there that did not come along: facts are asked for again. */
export const copyIsThere = (): void => store.setState(({ copies }) => ({ copies: copies + 1 }));

/** Fetches a file from the origins that the person has named; goes on when the panel is left. */
export async function startFetch(file: FileRef, origins: string[]): Promise<void> {
  const key = keyOf(file);
  if (store.getState().fetches[key]?.state === 'running') return;
  const abort = new AbortController();
  const running = (progress: FetchProgress): FetchState => ({
    state: 'running',
    origins,
    progress,
    stop: () => abort.abort(),
  });
  set(key, running({ bytes: 0 }));
  const timer = setInterval(async () => {
    const reply = await call('artifacts.progress', file);
    const goesOn = store.getState().fetches[key]?.state === 'running' && !abort.signal.aborted;
    if (reply.ok && reply.value && goesOn) set(key, running(reply.value));
  }, PROGRESS_MS);
  const reply = await call('artifacts.fetch', { ...file, origins }, abort.signal);
  clearInterval(timer);
  if (!reply.ok) set(key, abort.signal.aborted ? undefined : { state: 'failed', origins, trouble: reply.error });
  else if (reply.value.state === 'elsewhere') set(key, { ...reply.value, origins });
  else {
    set(key, undefined);
    copyIsThere();
  }
}
