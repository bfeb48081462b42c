// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/** @typedef {{ wall: number, gap: number, task: number }} Blocked ms until done, longest between two frames, longest task (0: none of 50) */

/**
 * Clicks, waits until something stands in the document, and notes how long the page was blocked at most on the way.
 * @param {{ click?: string, scroll?: string, until: string, timeoutMs: number }} wanted selectors; scroll: what is scrolled
 *   first
 * @returns {Promise<Blocked>}
 */
export function actAndWatch({ click, scroll, until, timeoutMs }) {
  return new Promise((resolve, reject) => {
    /** Turns of the wheel, one per frame, and how far each goes, CSS pixels. */
    const STEPS = 60;
    const WHEEL = 2_000;
    let gap = 0;
    let task = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) task = Math.max(task, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const start = performance.now();
    let last = start;
    let steps = 0;
    let done = false;
    const frame = () => {
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
      if (done) {
        // Long tasks are reported a moment later.
        return setTimeout(() => {
          observer.disconnect();
          resolve({ wall: now - start, gap, task });
        }, 100);
      }
      if (now - start > timeoutMs) return reject(new Error(`after ${timeoutMs} ms there is no ${until}`));
      const list = scroll === undefined || steps === STEPS ? undefined : document.querySelector(scroll);
      if (list) {
        steps += 1;
        // An editor takes the event; a list that scrolls by itself does not go by one that no person made.
        list.dispatchEvent(new WheelEvent('wheel', { deltaY: WHEEL, bubbles: true, cancelable: true }));
        list.scrollTop += WHEEL;
      }
      done = (scroll === undefined || steps === STEPS) && document.querySelector(until) !== null;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const button = click === undefined ? null : /** @type {HTMLElement | null} */ (document.querySelector(click));
    if (click !== undefined && !button) return reject(new Error(`there is no ${click}`));
    button?.click();
  });
}
