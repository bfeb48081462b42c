import type { Clock } from './types.ts';

/** The time of the system. Timers keep a command line alive that waits for a person. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or at once when the signal is aborted. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      clear();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const clear = clock.after(ms, finish);
    signal.addEventListener('abort', finish);
  });
}
