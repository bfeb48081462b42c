// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/**
 * Clicks something and waits for something else to be drawn.
 * @param {{ button: string, wanted: string, timeoutMs: number }} what selectors; wanted: what matches before the click
 *   does not count
 * @returns {Promise<number>} ms from the click to the frame that shows it is out
 */
export function clickAndWait({ button, wanted, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const pressed = /** @type {HTMLElement | null} */ (document.querySelector(button));
    if (!pressed) return reject(new Error(`there is no ${button}`));
    // Rows are numbered in the order of arrival.
    const newest = () =>
      Math.max(0, ...[...document.querySelectorAll(wanted)].map((each) => Number(each.getAttribute('data-seq') ?? 1)));
    const before = newest();
    const start = performance.now();
    let drawn = false;
    const frame = () => {
      const now = performance.now();
      if (drawn) return resolve(now - start);
      if (now - start > timeoutMs) return reject(new Error(`after ${timeoutMs} ms there is no ${wanted}`));
      drawn = newest() > before;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    pressed.click();
  });
}
