// @ts-check
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadText } from './load-server.mjs';
import { sendAndWatch } from './probe.mjs';

/** The window of the specs, CSS pixels. */
const VIEWPORT = { width: 1440, height: 900 };
/** A page gets ready within this time, milliseconds. */
const READY_TIMEOUT_MS = 30_000;
/** A load that is not on screen by then is not going to be, milliseconds. */
const LOAD_TIMEOUT_MS = 60_000;
/** Quiet time after connecting, so that nothing of the start falls into the measurement, milliseconds. */
const SETTLE_MS = 1_000;
/** The last lines of a session are in the file within this time, milliseconds. */
const WRITTEN_MS = 5_000;
const POLL_MS = 100;
/** Rows of one stream besides its events: request, answer, task, last state, end. */
const ROWS_AROUND = 5;
/** The sequence number that the load server writes into each event. */
const NUMBERED = /#(\d{7}) t=/;

/** @typedef {import('./probe.mjs').Seen & { stored: number }} Shown stored: different events in the session file */

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Numbers of the events in the session files of a data folder. @param {string} dataDir */
function numbersOnDisk(dataDir) {
  const folder = join(dataDir, 'sessions');
  const numbers = new Set();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const number = line.match(NUMBERED)?.[1];
      if (number) numbers.add(Number(number));
    }
  }
  return numbers;
}

/** Different events of a load that were stored. @param {string} dataDir @param {number} count */
async function storedEvents(dataDir, count) {
  const deadline = Date.now() + WRITTEN_MS;
  for (;;) {
    const numbers = numbersOnDisk(dataDir);
    const stored = Array.from({ length: count }, (_, index) => index + 1).filter((number) =>
      numbers.has(number),
    ).length;
    if (stored === count || Date.now() > deadline) return stored;
    await wait(POLL_MS);
  }
}

/**
 * Starts Loupe fresh, connects it to the load server as a person does, sends one message and watches the answer.
 * @param {import('./hosts.mjs').Starter} start
 * @param {string} url of the load server
 * @param {{ count: number, profile: string, rate?: number }} load
 * @returns {Promise<Shown>}
 */
export async function showLoad(start, url, load) {
  const dataDir = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  try {
    const { page, stop } = await start({ dataDir, args: [], viewport: VIEWPORT, colorScheme: 'dark' });
    try {
      await page.getByTestId('app').waitFor({ timeout: READY_TIMEOUT_MS });
      const address = page.getByTestId('start').getByRole('textbox');
      await address.fill(url);
      await address.press('Enter');
      await page.getByTestId('card-page').waitFor({ timeout: READY_TIMEOUT_MS });
      await page.getByTestId('composer').getByRole('textbox').fill(loadText(load));
      await page.locator('[data-testid="send"][data-state="ready"]').waitFor({ timeout: READY_TIMEOUT_MS });
      await wait(SETTLE_MS);
      const wanted = { count: load.count + ROWS_AROUND, timeoutMs: LOAD_TIMEOUT_MS };
      const seen = await page.evaluate(sendAndWatch, wanted);
      return { ...seen, stored: await storedEvents(dataDir, load.count) };
    } finally {
      await stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
