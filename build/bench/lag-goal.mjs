// @ts-check
import { fileURLToPath } from 'node:url';
import { prepare, READY_TIMEOUT_MS, SETTLE_MS, sendLoad, wait, withApp, write } from './app.mjs';
import { measure } from './child.mjs';
import { median, thousands } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { sendAndTime } from './lag-probe.mjs';
import { loadText } from './load-server.mjs';

/** How late events are parsed when nothing else is done. */
export const BARE_LAG = fileURLToPath(new URL('bare-lag.mjs', import.meta.url));

const ROUNDS = 2;
const SLOW = { count: 600, profile: 'status', rate: 100 };
const FAST = { count: 6_000, profile: 'status', rate: 1_000 };
/** Shown before the last load, to see whether what is there makes what comes slower. */
const BEFORE = { count: 100_000, profile: 'status' };
/** An event that is this late is not coming, milliseconds. */
const LATE_MS = 30_000;

const P50 = { goal: 33, gate: 50 };
const P99 = { goal: 66, gate: 100 };
/** Not growing: by less than a frame, milliseconds. */
const GROWTH = { gate: 16.7 };

/** @typedef {import('./app.mjs').Load & { rate: number }} Paced */

/** @param {number[]} lags @param {number} part */
const share = (lags, part) =>
  [...lags].sort((a, b) => a - b)[Math.min(lags.length - 1, Math.floor(lags.length * part))] ?? Number.NaN;

/** One pace on one host, over all rounds. */
class Pace {
  /** @type {number[][]} */
  lags = [];
  /** Share of the events that stood in the document themselves. @type {number[]} */
  drawn = [];
  /** @type {{ p50: number, p99: number }[]} */
  bare = [];

  /** @param {import('./hosts.mjs').Host} host @param {Paced} load @param {string} [after] what was shown before */
  constructor(host, load, after = '') {
    this.host = host;
    this.load = load;
    this.name = `${thousands(load.rate)}/s${after}`;
  }

  /** @param {import('playwright-core').Page} page @param {string} url */
  async run(page, url) {
    const text = loadText(this.load);
    this.bare.push(/** @type {any} */ (await measure(process.execPath, [BARE_LAG, url, text])));
    await write(page, this.load);
    await wait(SETTLE_MS);
    const timeoutMs = (this.load.count / this.load.rate) * 1000 + LATE_MS;
    const { lags, drawn } = await page.evaluate(sendAndTime, { count: this.load.count, timeoutMs });
    this.lags.push(lags);
    this.drawn.push(drawn / this.load.count);
    // The stream ends before the next begins.
    await page.locator('[data-testid="timeline"][data-state="ended"]').waitFor({ timeout: READY_TIMEOUT_MS });
  }

  /** By round. @param {number} part */
  lag(part) {
    return this.lags.map((lags) => share(lags, part));
  }

  /** The middle lag of a third of the events, by round. @param {0 | 1 | 2} third */
  third(third) {
    const size = Math.floor(this.load.count / 3);
    return this.lags.map((lags) => median(lags.slice(third * size, (third + 1) * size)));
  }

  /** What the last third is later than the first, by round. */
  get growth() {
    const first = this.third(0);
    return this.third(2).map((lag, round) => lag - (first[round] ?? Number.NaN));
  }

  /** @returns {import('./figures.mjs').Result[]} */
  results() {
    const name = `${this.host.name} ${this.name}`;
    return [
      { value: Math.min(...this.lag(0.5)), goal: { id: 'P7', what: `${name} lag p50`, unit: 'ms', ...P50 } },
      { value: Math.min(...this.lag(0.99)), goal: { id: 'P7', what: `${name} lag p99`, unit: 'ms', ...P99 } },
      {
        value: Math.min(...this.growth),
        goal: { id: 'P7', what: `${name} lag p50, last third over first`, unit: 'ms', ...GROWTH },
      },
    ];
  }

  row() {
    return {
      host: this.host.name,
      load: this.name,
      'bare p50 ms': median(this.bare.map(({ p50 }) => p50)),
      'bare p99 ms': median(this.bare.map(({ p99 }) => p99)),
      'p50 ms best': Math.min(...this.lag(0.5)),
      'p50 ms median': median(this.lag(0.5)),
      'p99 ms best': Math.min(...this.lag(0.99)),
      'p99 ms median': median(this.lag(0.99)),
      'max ms median': median(this.lag(1)),
      'first third p50': median(this.third(0)),
      'last third p50': median(this.third(2)),
      'drawn %': 100 * median(this.drawn),
      rounds: this.lags.length,
    };
  }
}

/**
 * P7: from the sending of an event until it stands in the document, and whether that grows with what is already there; the
 * best round, because other programs make events late too.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function lagGoal(bench) {
  const { server, rounds = ROUNDS, say } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P7')) {
    const slow = new Pace(host, SLOW);
    const fast = new Pace(host, FAST);
    const late = new Pace(host, FAST, ' after 100k');
    for (let round = 0; round < rounds; round += 1) {
      say(`P7 ${host.name} round ${round + 1} of ${rounds}`);
      await withApp(host.start, async ({ page }) => {
        await prepare(page, server.url);
        await slow.run(page, server.url);
        await fast.run(page, server.url);
        await sendLoad(page, BEFORE);
        await late.run(page, server.url);
      });
    }
    const paces = [slow, fast, late];
    results.push(...paces.flatMap((pace) => pace.results()), {
      value: Math.min(...late.lag(0.5)) - Math.min(...fast.lag(0.5)),
      goal: { id: 'P7', what: `${host.name} ${fast.name} lag p50, after 100k over before`, unit: 'ms', ...GROWTH },
    });
    table.push(...paces.map((pace) => pace.row()));
  }
  return { results, table };
}
