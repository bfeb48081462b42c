import { useEffect, useReducer, useRef } from 'react';
import type { FrameText } from '../../../shared/contract/views.ts';
import { call } from '../../state/bridge.ts';

/** Frames whose text is kept for scrolling back; some hundred characters each. */
const KEPT_FRAMES = 4_000;

interface Cache {
  session: string;
  texts: Map<number, FrameText | null>;
  asking: boolean;
}

/**
 * Texts of the frames in view, asked for as they come into view. One question at a time: while somebody scrolls fast only
 * the place where they are is asked for next. Undefined until it is there, null when it cannot be read.
 */
export function useFrameTexts(session: string, seqs: readonly number[]): (seq: number) => FrameText | null | undefined {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const cache = useRef<Cache>({ session, texts: new Map(), asking: false });
  if (cache.current.session !== session) cache.current = { session, texts: new Map(), asking: false };
  const here = cache.current;

  useEffect(() => {
    if (here.asking) return;
    const missing = seqs.filter((seq) => !here.texts.has(seq));
    if (missing.length === 0) return;
    here.asking = true;
    void call('wire.frames', { session, seqs: missing }).then((reply) => {
      here.asking = false;
      for (const seq of missing) here.texts.set(seq, null);
      if (reply.ok) for (const text of reply.value) here.texts.set(text.seq, text);
      for (const seq of here.texts.keys()) {
        if (here.texts.size <= KEPT_FRAMES) break;
        here.texts.delete(seq);
      }
      render();
    });
  });

  return (seq) => here.texts.get(seq);
}
