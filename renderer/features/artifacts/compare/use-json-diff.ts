import { useEffect, useState } from 'react';
import type { DiffAnswer } from './json-diff.worker.ts';
import DiffWorker from './json-diff.worker.ts?worker';

/** What differs between two files of JSON, found in a worker; undefined until it is there. */
export function useJsonDiff(before: Uint8Array | undefined, after: Uint8Array | undefined): DiffAnswer | undefined {
  const [state, setState] = useState<{ before: Uint8Array; after: Uint8Array; answer: DiffAnswer }>();
  useEffect(() => {
    if (!before || !after) return;
    const worker = new DiffWorker();
    worker.onmessage = ({ data }: MessageEvent<DiffAnswer>) => {
      setState({ before, after, answer: data });
      worker.terminate();
    };
    // Too large for its memory, or a runtime without this kind of worker: the text is still there.
    worker.onerror = () => setState({ before, after, answer: 'unreadable' });
    worker.postMessage({ before, after });
    return () => worker.terminate();
  }, [before, after]);
  return state && state.before === before && state.after === after ? state.answer : undefined;
}
