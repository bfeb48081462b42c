import { flushSync } from 'react-dom';

/** Time of one frame that goes to work which was put off, ms. */
const SLICE_MS = 6;
/** Work that is done at once in a frame, before it is put off: what one new message takes, and not what a burst takes. */
const AT_ONCE = 4;

let left = AT_ONCE;
let refill = false;

/** Whether a piece of costly work may be done in the frame at hand. */
export function mayDoNow(): boolean {
  if (!refill) {
    refill = true;
    requestAnimationFrame(() => {
      refill = false;
      left = AT_ONCE;
    });
  }
  left -= 1;
  return left >= 0;
}

const jobs = new Set<() => void>();
let asked = false;

function ask(): void {
  if (asked) return;
  asked = true;
  // After the frame, so that drawing and input come first.
  requestAnimationFrame(() => setTimeout(work));
}

/** The newest first: that is where the person looks. */
function work(): void {
  asked = false;
  const end = performance.now() + SLICE_MS;
  for (const job of [...jobs].reverse()) {
    jobs.delete(job);
    flushSync(job);
    if (performance.now() >= end) break;
  }
  if (jobs.size > 0) ask();
}

/** Does a piece of work in one of the next frames, a slice of time each. Returns what takes it back. */
export function putOff(job: () => void): () => void {
  jobs.add(job);
  ask();
  return () => jobs.delete(job);
}
