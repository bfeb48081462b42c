import { useEffect, useState } from 'react';
import { call } from '../../state/bridge.ts';
import { logStore, sessionLog } from '../../state/log.ts';

/** Pause in typing before the bytes are searched, ms. */
const TYPING_MS = 80;
/** While a session grows it is searched again this often, ms. */
const AGAIN_MS = 500;

/** What the bytes of a session hold of the words of a filter. */
export interface Hits {
  /** Seqs of entries that have all the words. */
  seqs: ReadonlySet<number>;
  exchanges: ReadonlySet<number>;
  /** Highest seq that was looked at. */
  scanned: number;
  searching: boolean;
}

const NOTHING: Hits = { seqs: new Set(), exchanges: new Set(), scanned: 0, searching: false };

/** Searches the recorded bytes for words, and goes on as more is recorded. */
export function useHits(session: string, words: readonly string[]): Hits {
  const [hits, setHits] = useState(NOTHING);
  const key = JSON.stringify(words);

  useEffect(() => {
    const wanted = JSON.parse(key) as string[];
    if (wanted.length === 0) {
      setHits(NOTHING);
      return undefined;
    }
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let scanned = 0;
    let running = false;
    const seqs = new Set<number>();
    const exchanges = new Set<number>();
    const search = async () => {
      timer = undefined;
      running = true;
      for (let done = false; !done && !stopped.signal.aborted; ) {
        const input = { session, words: wanted, after: scanned };
        const reply = await call('wire.find', input, stopped.signal);
        if (stopped.signal.aborted) return;
        const found = reply.ok ? reply.value : { hits: [], scanned: sessionLog().last, done: true };
        for (const hit of found.hits) {
          seqs.add(hit.seq);
          exchanges.add(hit.exchange);
        }
        ({ scanned, done } = found);
        setHits({ seqs: new Set(seqs), exchanges: new Set(exchanges), scanned, searching: !done });
      }
      running = false;
    };
    const plan = (ms: number) => {
      timer ??= setTimeout(() => void search(), ms);
    };
    setHits({ ...NOTHING, searching: true });
    plan(TYPING_MS);
    const unwatch = logStore.subscribe(() => {
      if (!running && sessionLog().last > scanned) plan(AGAIN_MS);
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
      unwatch();
    };
  }, [session, key]);

  return hits;
}
