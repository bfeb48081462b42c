import { useEffect, useReducer } from 'react';
import { sessionLog } from './log.ts';

/** Milliseconds since the session started, as of now; draws again at this pace while `active`. */
export function useSessionNow(active: boolean, everyMs: number): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
  return Date.now() - sessionLog().started;
}
