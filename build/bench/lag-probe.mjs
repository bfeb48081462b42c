// @ts-check
// Runs inside the page: everything here is sent there as text, so nothing may come from outside a function.

/**
 * Presses Send and notes how long after its sending each event entered the document. Page and load server share the
 * machine's clock. An event that was pushed out of view before the page got to draw it counts as having come with the
 * one that pushed it out.
 * @param {{ count: number, timeoutMs: number }} wanted events that will come
 * @returns {Promise<{ lags: number[], drawn: number }>} lags: ms, in the order of sending; drawn: how many of the events
 *   stood in the document themselves
 */
export function sendAndTime({ count, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const list = document.querySelector('[data-testid="timeline"]');
    const button = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="send"]'));
    if (!list || !button) return reject(new Error('there is no timeline, or no Send'));

    /** Long enough to see several steps of the wall clock, which has whole milliseconds only. */
    const CLOCK_MS = 5;
    let offset = Number.NEGATIVE_INFINITY;
    // Both the missing part of a millisecond and being interrupted make it smaller.
    for (const from = performance.now(); performance.now() < from + CLOCK_MS; ) {
      offset = Math.max(offset, Date.now() - performance.now());
    }
    const started = performance.now() + offset;

    /** @type {number[]} */
    const lags = [];
    let drawn = 0;
    /** Time of sending of the last event seen, ms. */
    let sentBefore = started;
    const look = () => {
      const now = performance.now() + offset;
      const rows = list.querySelectorAll('[data-testid="event-row"]');
      /** @type {{ number: number, sent: number }[]} */
      const fresh = [];
      for (let index = rows.length - 1; index >= 0; index -= 1) {
        const found = rows[index]?.textContent?.match(/#(\d{7}) t=(\d{16})/);
        if (!found) continue;
        const number = Number(found[1]);
        const sent = Number(found[2]) / 1000;
        // An earlier load, or seen already.
        if (sent < started || number <= lags.length) break;
        if (number <= count) fresh.push({ number, sent });
      }
      for (const { number, sent } of fresh.reverse()) {
        const passed = number - lags.length;
        // Those in between were sent at an even pace.
        for (let at = 1; at <= passed; at += 1) lags.push(now - (sentBefore + ((sent - sentBefore) * at) / passed));
        drawn += 1;
        sentBefore = sent;
      }
      if (lags.length >= count) finish();
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      observer.disconnect();
      reject(new Error(`after ${timeoutMs} ms the timeline has shown ${lags.length} of ${count} events`));
    }, timeoutMs);
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve({ lags, drawn });
    };
    observer.observe(list, { childList: true, subtree: true, characterData: true });
    button.click();
  });
}
