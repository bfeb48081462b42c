import { useEffect, useReducer } from 'react';

/** Wall clock, ms since the epoch; draws again at this pace while `active`. */
export function useNow(active: boolean, everyMs: number): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
  return Date.now();
}
