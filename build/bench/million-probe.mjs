// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/**
 * @typedef {object} Answered
 * @property {number} started wall clock of the click or the key, ms
 * @property {number} first ms until a screen of rows was drawn
 * @property {number} all ms until nothing more was to come
 * @property {number} task longest task of the page in that time, ms; 0 when none took 50 ms
 * @property {number} gap longest time between two frames in that time, ms
 * @property {boolean} late it was given up
 */

/**
 * Does one thing and watches a list until it has everything.
 * @param {{ click?: string, type?: { into: string, text: string }, list: string, row: string, rows: number,
 *   busy?: string, count: number, timeoutMs: number }} what selectors; rows: how many make a first screen; busy: what is
 *   there while more is to come; count: of the list at the end, and not before
 * @returns {Promise<Answered>}
 */
export function actAndWatch({ click, type, list, row, rows, busy, count, timeoutMs }) {
  return new Promise((resolve, reject) => {
    let gap = 0;
    let task = 0;
    const observer = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) task = Math.max(task, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const target = /** @type {HTMLElement | null} */ (document.querySelector(click ?? type?.into ?? ''));
    if (!target) return reject(new Error(`there is no ${click ?? type?.into}`));

    let first = 0;
    const isFilled = () => document.querySelectorAll(row).length >= rows;
    const isComplete = () => {
      const element = /** @type {HTMLElement | null} */ (document.querySelector(list));
      if (!element || element.getAttribute('aria-busy') === 'true') return false;
      return Number(element.dataset.count) === count && !(busy && document.querySelector(busy));
    };
    let last = performance.now();
    const start = last;
    const started = Date.now();
    /** Set in the frame that drew it; the next one shows that it is out. */
    let filled = false;
    let complete = false;
    const end = (/** @type {number} */ all, /** @type {boolean} */ late) =>
      // Long tasks are reported a moment later.
      setTimeout(() => {
        observer.disconnect();
        resolve({ started, first: first || all, all, task, gap, late });
      }, 100);
    const frame = () => {
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
      if (filled) first ||= now - start;
      if (complete) return end(now - start, false);
      if (now - start > timeoutMs) return end(now - start, true);
      filled ||= isFilled();
      complete = isComplete();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    if (!type) return target.click();
    // As a key press does it: React listens to the event and reads the value.
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    target.focus();
    value?.set?.call(target, type.text);
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}
