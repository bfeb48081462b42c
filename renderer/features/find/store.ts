import { createStore, useStore } from 'zustand';
import type { FindPage, FoundRow } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { ask, CallError } from '../../state/bridge.ts';

/** Hits listed at most; a condition more finds the others. */
export const HITS_LIMIT = 2_000;
/** Pause in typing before the sessions are searched, ms. */
const TYPING_MS = 300;

export interface FindState {
  /** As typed. */
  text: string;
  /** `waiting`: for the end of the typing. */
  phase: 'idle' | 'waiting' | 'searching' | 'stopped' | 'done' | 'failed';
  hits: FoundRow[];
  problems: FindPage['problems'];
  progress: FindPage['progress'];
  /** There may be more hits than are listed. */
  full: boolean;
  trouble?: Trouble;
}

const EMPTY: FindState = {
  text: '',
  phase: 'idle',
  hits: [],
  problems: [],
  progress: { sessions: 0, ofSessions: 0, rows: 0, bytes: 0, ofBytes: 0 },
  full: false,
};

/** The search outlives its dialog, so that one can come back to the results. */
export const findStore = createStore<FindState>(() => EMPTY);

export const useFind = (): FindState => useStore(findStore);

let running: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function halt(): void {
  clearTimeout(timer);
  running?.abort();
  running = undefined;
}

/** Looks for other words; the search begins after a pause in typing, or `now`. */
export function searchFor(text: string, now = false): void {
  halt();
  const asks = parseFilter(text).parts.length > 0;
  findStore.setState({ ...EMPTY, text, phase: asks ? 'waiting' : 'idle' }, true);
  if (asks) timer = setTimeout(() => void run(text), now ? 0 : TYPING_MS);
}

/** Ends the search; what was found stays. */
export function stopSearch(): void {
  if (!['waiting', 'searching'].includes(findStore.getState().phase)) return;
  halt();
  findStore.setState({ phase: 'stopped' });
}

async function run(text: string): Promise<void> {
  const control = new AbortController();
  running = control;
  findStore.setState({ phase: 'searching' });
  try {
    for (let after: string | undefined; ; ) {
      const page = await ask('sessions.find', { filter: text, ...(after && { after }) }, control.signal);
      if (control.signal.aborted) return;
      const { hits, problems } = findStore.getState();
      const all = page.hits.length === 0 ? hits : [...hits, ...page.hits].slice(0, HITS_LIMIT);
      const full = hits.length + page.hits.length > HITS_LIMIT || (all.length === HITS_LIMIT && !page.done);
      const over = page.done || full;
      findStore.setState({
        hits: all,
        problems: [...problems, ...page.problems],
        progress: page.progress,
        full,
        phase: over ? 'done' : 'searching',
      });
      if (over) return control.abort();
      after = page.next;
    }
  } catch (error) {
    if (control.signal.aborted) return;
    const trouble: Trouble = error instanceof CallError ? error.trouble : { code: 'internal', message: String(error) };
    findStore.setState({ phase: 'failed', trouble });
  }
}
