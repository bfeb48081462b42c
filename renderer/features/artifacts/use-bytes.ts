import { useEffect, useRef, useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import { type FileRef, joined, readBytes } from './content-bytes.ts';

export interface LoadedBytes {
  bytes: Uint8Array<ArrayBuffer> | undefined;
  trouble: Trouble | undefined;
}

interface Held {
  key: string;
  slices: Uint8Array<ArrayBuffer>[];
  length: number;
}

/**
 * The beginning of a file, up to `limit` bytes. A file that grows is read on from where the last reading ended; `key` says
 * that it is another file.
 */
export function useBytes(file: FileRef | undefined, key: string, total: number, limit: number): LoadedBytes {
  const held = useRef<Held>({ key: '', slices: [], length: 0 });
  const [state, setState] = useState<LoadedBytes & { key: string }>({ key: '', bytes: undefined, trouble: undefined });
  const wanted = Math.min(total, limit);

  useEffect(() => {
    if (!file) return;
    if (held.current.key !== key || held.current.length > wanted) held.current = { key, slices: [], length: 0 };
    const own = held.current;
    let stale = false;
    const read = async () => {
      for await (const slice of readBytes(file, own.length, wanted)) {
        if (stale) return;
        if (!slice.ok) return setState({ key, bytes: undefined, trouble: slice.error });
        own.slices.push(slice.value);
        own.length += slice.value.length;
      }
      if (stale) return;
      const whole = joined(own.slices);
      own.slices = [whole];
      setState({ key, bytes: whole, trouble: undefined });
    };
    void read();
    return () => {
      stale = true;
    };
  }, [key, wanted]);

  return state.key === key ? state : { bytes: undefined, trouble: undefined };
}
