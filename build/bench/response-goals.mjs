// @ts-check
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { READY_TIMEOUT_MS, SETTLE_MS, wait, withApp, write } from './app.mjs';
import { measure } from './child.mjs';
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { BARE_LAG } from './lag-goal.mjs';
import { loadText } from './load-server.mjs';
import { clickAndWait } from './response-probe.mjs';

const ROUNDS = 4;
/** Messages sent in each round; the first one after the start warms up and does not count. */
const SENDS = 3;
/** Few events that come one by one, after the task that comes at once. */
const STREAM = { count: 3, profile: 'status', rate: 10 };
const CARD_PATH = '/.well-known/agent-card.json';
const CARD = '[data-testid="card-page"][data-state="ready"] [data-testid="interface-row"]';
/** Rows of events; the request and the head of the answer are no events. */
const EVENT = '[data-testid="event-row"]:not([data-kind="request"], [data-kind="response"], [data-kind="note"])';
/** A click that shows nothing by then leads nowhere, milliseconds. */
const TIMEOUT_MS = 10_000;

const CONNECT = { goal: 50, gate: 100 };
const FIRST = { goal: 60, gate: 100 };

/** Fetches and parses a card, ms. @param {string} url @returns {Promise<number>} */
const bareCard = (url) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get(`${url}${CARD_PATH}`, { agent: false }, async (response) => {
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      JSON.parse(text);
      resolve(performance.now() - start);
    }).on('error', reject);
  });

/** @param {import('playwright-core').Page} page @param {string} url @returns {Promise<{ card: number, first: number[] }>} */
async function respond(page, url) {
  await page.getByTestId('address').fill(url);
  await wait(SETTLE_MS);
  const button = '[data-testid="connect"]';
  const card = await page.evaluate(clickAndWait, { button, wanted: CARD, timeoutMs: TIMEOUT_MS });
  await page.getByTestId('composer').waitFor({ timeout: READY_TIMEOUT_MS });
  await write(page, STREAM);
  await page.getByTestId('send').click();
  await page.locator('[data-testid="tab"][data-tab="timeline"]').click({ timeout: READY_TIMEOUT_MS });
  const ended = page.locator('[data-testid="timeline"][data-state="ended"]');
  await ended.waitFor({ timeout: READY_TIMEOUT_MS });
  const first = [];
  for (let send = 0; send < SENDS; send += 1) {
    await write(page, STREAM);
    await wait(SETTLE_MS);
    const what = { button: '[data-testid="send"]', wanted: EVENT, timeoutMs: TIMEOUT_MS };
    first.push(await page.evaluate(clickAndWait, what));
    await ended.waitFor({ timeout: READY_TIMEOUT_MS });
  }
  return { card, first };
}

/**
 * P12: from the click on Connect until the card is drawn. P13: from the click on Send until the first event is.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function responseGoals(bench) {
  const { server, rounds = ROUNDS, say } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P12, P13')) {
    /** @type {Record<'bareCard' | 'card' | 'bareFirst' | 'first', number[]>} */
    const times = { bareCard: [], card: [], bareFirst: [], first: [] };
    for (let round = 0; round < rounds; round += 1) {
      say(`P12, P13 ${host.name} round ${round + 1} of ${rounds}`);
      times.bareCard.push(await bareCard(server.url));
      const bare = /** @type {any} */ (await measure(process.execPath, [BARE_LAG, server.url, loadText(STREAM)]));
      times.bareFirst.push(bare.first);
      const { card, first } = await withApp(host.start, ({ page }) => respond(page, server.url));
      times.card.push(card);
      times.first.push(...first);
    }
    results.push(
      { value: median(times.card), goal: { id: 'P12', what: `${host.name} click to card`, unit: 'ms', ...CONNECT } },
      {
        value: median(times.first),
        goal: { id: 'P13', what: `${host.name} send to first event`, unit: 'ms', ...FIRST },
      },
    );
    table.push({
      host: host.name,
      'bare card ms': median(times.bareCard),
      'card ms': median(times.card),
      'card ms worst': Math.max(...times.card),
      'bare first event ms': median(times.bareFirst),
      'first event ms': median(times.first),
      'first event ms worst': Math.max(...times.first),
      rounds,
    });
  }
  return { results, table };
}
