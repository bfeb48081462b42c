// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from './folder.mjs';
import { loadText } from './load-server.mjs';
import { sendAndWatch } from './probe.mjs';
import { memoryOf, ownChildren } from './process-tree.mjs';

/** The window of the specs, CSS pixels. */
const VIEWPORT = { width: 1440, height: 900 };
/** A page gets ready within this time, milliseconds. */
export const READY_TIMEOUT_MS = 30_000;
/** A load that is not on screen by then is not going to be, milliseconds. */
const LOAD_TIMEOUT_MS = 60_000;
/** Quiet time after connecting, so that nothing of the start falls into the measurement, milliseconds. */
export const SETTLE_MS = 1_000;
/** The last lines of a session are in the file within this time, milliseconds. */
const WRITTEN_MS = 5_000;
const POLL_MS = 100;
/** Rows of one stream besides its events: request, answer, task, last state, end. */
const ROWS_AROUND = 5;
/** The sequence number that the load server writes into each event. */
const NUMBERED = /#(\d{7}) t=/;

/** @typedef {'timeline' | 'conversation'} View */
/** @typedef {import('./load-server.mjs').Load} Load */
/** @typedef {import('playwright-core').Page} Page */

/**
 * A running Loupe.
 * @typedef {object} App
 * @property {Page} page
 * @property {string} dataDir
 * @property {() => import('./process-tree.mjs').Memory} memory of all its processes, the browser's included
 */

/** @param {number} ms */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts Loupe fresh, on a data folder of its own, and ends it when the work is done.
 * @template T
 * @param {import('./hosts.mjs').Starter} start
 * @param {(app: App) => Promise<T>} work
 * @param {{ fill?: (dataDir: string) => void, preload?: string, shown?: string }} [options] fill: puts something into the
 *   data folder first; preload: a script for the process of the engine; shown: selector of what to wait for
 * @returns {Promise<T>}
 */
export function withApp(start, work, { fill, preload, shown = '[data-testid="app"]' } = {}) {
  return withFolder(async (dataDir) => {
    fill?.(dataDir);
    const before = ownChildren();
    const options = { dataDir, args: [], viewport: VIEWPORT, colorScheme: /** @type {const} */ ('dark') };
    const { page, stop } = await start({ ...options, ...(preload === undefined ? {} : { preload }) });
    const roots = new Set([...ownChildren()].filter((pid) => !before.has(pid)));
    try {
      await page.locator(shown).first().waitFor({ timeout: READY_TIMEOUT_MS });
      return await work({ page, dataDir, memory: () => memoryOf(roots) });
    } finally {
      await stop();
    }
  });
}

/**
 * Connects to a load server as a person does, sends a first small message and opens the view.
 * @param {Page} page
 * @param {string} url of the load server
 * @param {View} view
 */
export async function prepare(page, url, view = 'timeline') {
  await page.getByTestId('address').fill(url);
  await page.getByTestId('connect').click();
  await page.getByTestId('card-page').waitFor({ timeout: READY_TIMEOUT_MS });
  await write(page, { count: 1, profile: 'status' });
  await page.getByTestId('send').click();
  const tab = page.locator(`[data-testid="tab"][data-tab="${view}"]`);
  await tab.click({ timeout: READY_TIMEOUT_MS });
  await page.getByTestId(view).waitFor({ timeout: READY_TIMEOUT_MS });
}

/** Writes a message and waits until it can be sent. @param {Page} page @param {Load} load */
export async function write(page, load) {
  await page.getByTestId('composer').getByRole('textbox').fill(loadText(load));
  await page.locator('[data-testid="send"][data-state="ready"]').waitFor({ timeout: READY_TIMEOUT_MS });
}

/**
 * Sends a message to the load server and watches the answer come in.
 * @param {Page} page
 * @param {Load} load
 * @param {View} view
 */
export async function sendLoad(page, load, view = 'timeline') {
  await write(page, load);
  await wait(SETTLE_MS);
  const before = view === 'timeline' ? Number(await page.getByTestId(view).getAttribute('data-count')) : 0;
  const count = before + load.count + ROWS_AROUND;
  const lastText = `END #${String(load.count + 1).padStart(7, '0')}`;
  return page.evaluate(sendAndWatch, { view, count, lastText, timeoutMs: LOAD_TIMEOUT_MS });
}

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
export async function storedEvents(dataDir, count) {
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
