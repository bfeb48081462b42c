// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/**
 * @typedef {object} Seen
 * @property {number} started wall clock of the press on Send, ms
 * @property {number} wall ms from the press on Send to the frame in which the last event stood in the window
 * @property {number} gap longest time between two frames until then, ms
 * @property {number} task longest task of the page until then, ms; 0 when none took 50 ms
 * @property {number} elements elements of the document at the end
 */

/**
 * Presses Send and watches until the view has all of the answer and shows its end.
 * @param {{ view: 'timeline' | 'conversation', count: number, lastText: string, timeoutMs: number }} wanted count: rows
 *   that the timeline has to count; lastText: how the last event's text begins
 * @returns {Promise<Seen>}
 */
export function sendAndWatch({ view, count, lastText, timeoutMs }) {
  return new Promise((resolve, reject) => {
    let gap = 0;
    let task = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) task = Math.max(task, entry.duration);
    });
    observer.observe({ type: 'longtask' });

    const all = (/** @type {string} */ id) => [
      .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-testid="${id}"]`)),
    ];
    const isWithin = (/** @type {Element} */ inner, /** @type {Element} */ outer) => {
      const a = inner.getBoundingClientRect();
      const b = outer.getBoundingClientRect();
      return a.bottom <= b.bottom + 1 && a.bottom >= b.top;
    };
    const done = {
      timeline() {
        const [list] = all('timeline');
        if (!list || Number(list.dataset.count) < count) return false;
        const seq = (/** @type {HTMLElement} */ row) => Number(row.dataset.seq);
        const [last] = all('event-row').sort((a, b) => seq(b) - seq(a));
        return last?.dataset.kind === 'end' && isWithin(last, list);
      },
      conversation() {
        const [list] = all('conversation');
        const turn = all('turn').pop();
        const lines = /** @type {HTMLElement[]} */ ([...(turn?.querySelectorAll('[data-card]') ?? [])]).slice(-3);
        const end = lines.find((line) => line.textContent?.startsWith(lastText));
        return Boolean(list && end && turn?.dataset.live === 'false' && isWithin(end, list));
      },
    }[view];

    const [button] = all('send');
    if (!button) return reject(new Error('there is no Send'));
    const counted = () => all('timeline')[0]?.dataset.count ?? 'nothing';
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
          resolve({ started, wall: now - start, gap, task, elements: document.getElementsByTagName('*').length });
        }, 100);
      }
      if (now - start > timeoutMs) {
        return reject(
          new Error(`after ${timeoutMs} ms the ${view} has no end; rows counted: ${counted()} of ${count}`),
        );
      }
      drawn = done();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const started = Date.now();
    button.click();
  });
}
