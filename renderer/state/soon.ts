/** For slices of long work; the host's own reading takes turns the same way. */
export { soon } from '../host/soon.ts';

/** Rows between two looks at the clock. */
const STEP_ROWS = 1_000;

/** Lets a list look at new rows for about `ms` milliseconds; true when there are none left. */
export function advanceFor(list: { advance(limit: number): boolean }, ms: number): boolean {
  const until = performance.now() + ms;
  while (!list.advance(STEP_ROWS)) if (performance.now() > until) return false;
  return true;
}
