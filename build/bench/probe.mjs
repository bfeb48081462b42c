// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/**
 * @typedef {object} Seen
 * @property {number} wall ms from the press on Send to the frame in which the last event stood in the window
 * @property {number} gap longest time between two frames until then, ms
 * @property {number} task longest task of the page until then, ms; 0 when none took 50 ms
 * @property {number} elements elements of the document at the end
 */

/**
 * Presses Send and watches until the timeline counts all rows and shows the last one.
 * @param {{ count: number, timeoutMs: number }} wanted count: rows that the timeline has to count
 * @returns {Promise<Seen>}
 */
export function sendAndWatch({ count, timeoutMs }) {
  return new Promise((resolve, reject) => {
    let gap = 0;
    let task = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) task = Math.max(task, entry.duration);
    });
    observer.observe({ type: 'longtask' });

    const lastRowInView = (/** @type {Element} */ list) => {
      const rows = [...list.querySelectorAll('[data-testid="event-row"]')];
      const seq = (/** @type {Element} */ row) => Number(/** @type {HTMLElement} */ (row).dataset.seq);
      const last = rows.reduce((a, b) => (seq(b) > seq(a) ? b : a), rows[0] ?? list);
      const kind = /** @type {HTMLElement} */ (last).dataset.kind;
      const row = last.getBoundingClientRect();
      const frame = list.getBoundingClientRect();
      return kind === 'end' && row.top >= frame.top - 1 && row.bottom <= frame.bottom + 1;
    };
    const all = () => {
      const list = document.querySelector('[data-testid="timeline"]');
      return list instanceof HTMLElement && Number(list.dataset.count) >= count && lastRowInView(list);
    };

    const button = document.querySelector('[data-testid="send"]');
    if (!(button instanceof HTMLElement)) return reject(new Error('there is no Send'));
    let last = performance.now();
    const start = last;
    /** Set in the frame that drew the last event; the next one shows that it is out. */
    let drawn = false;
    const frame = () => {
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
      if (drawn) {
        // Long tasks are reported a moment later.
        return setTimeout(() => {
          observer.disconnect();
          resolve({ wall: now - start, gap, task, elements: document.getElementsByTagName('*').length });
        }, 100);
      }
      if (now - start > timeoutMs) {
        const list = document.querySelector('[data-testid="timeline"]');
        const counted = list instanceof HTMLElement ? list.dataset.count : 'no timeline';
        return reject(new Error(`after ${timeoutMs} ms the page counts ${counted} of ${count}`));
      }
      drawn = all();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    button.click();
  });
}
