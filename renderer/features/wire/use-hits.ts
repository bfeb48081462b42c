import { useEffect, useState } from 'react';
import { call } from '../../state/bridge.ts';
import { logStore, sessionLog } from '../../state/log.ts';

/** Pause in typing before the bytes are searched, ms. */
const TYPING_MS = 30;
/** While a session grows it is searched again this often, ms. */
const AGAIN_MS = 500;

/** Seqs of entries that have all the words, in order, by exchange. */
export type HitSeqs = ReadonlyMap<number, readonly number[]>;

/** What the bytes of a session hold of the words of a filter. */
export interface Hits {
  /** Grows in place while the same words are looked for: there may be as many hits as rows. */
  seqs: HitSeqs;
  /** Highest seq that was looked at. */
  scanned: number;
  searching: boolean;
}

const NOTHING: Hits = { seqs: new Map(), scanned: 0, searching: false };

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
    const seqs = new Map<number, number[]>();
    const search = async () => {
      timer = undefined;
      running = true;
      for (let done = false; !done && !stopped.signal.aborted; ) {
        const input = { session, words: wanted, after: scanned };
        const reply = await call('wire.find', input, stopped.signal);
        if (stopped.signal.aborted) return;
        const found = reply.ok ? reply.value : { hits: [], scanned: sessionLog().last, done: true };
        for (const { seq, exchange } of found.hits) {
          const known = seqs.get(exchange);
          if (known) known.push(seq);
          else seqs.set(exchange, [seq]);
        }
        ({ scanned, done } = found);
        setHits({ seqs, scanned, searching: !done });
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
