// @ts-check
import { prepare, sendLoad, wait, withApp } from './app.mjs';
import { measure } from './child.mjs';
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { BARE } from './ingest-goal.mjs';
import { loadText } from './load-server.mjs';
import { startTextServer } from './text-server.mjs';

const ROUNDS = 2;
/** Brings in what any session needs, before the memory is looked at. */
const WARM = { count: 1_000, profile: 'status' };
const LOAD = { count: 100_000, profile: 'status' };
/** What was recorded is written, and a page that does nothing has given back what it does not need, milliseconds. */
const SETTLE_MS = 8_000;
/** One collection leaves what only the next one finds. */
const COLLECTIONS = 3;
const MEGABYTE = 1024 * 1024;

const GROWTH = { goal: 3, gate: 4 };
const HEAP = { goal: 40, gate: 60 };

/**
 * What one load added, MB.
 * @typedef {object} Growth
 * @property {number} first to all processes
 * @property {number} engine of that, to the engine's process
 * @property {number} page of that, to the page's process
 * @property {number} second by another load of the same size
 * @property {number} heap to the page's heap, after collecting
 */

/** @param {import('playwright-core').CDPSession} devtools @returns {Promise<number>} MB */
async function heapOf(devtools) {
  for (let round = 0; round < COLLECTIONS; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / MEGABYTE;
}

/**
 * Memory of all processes as it stands, and then what the page's heap really holds.
 * @param {import('./hosts.mjs').Host} host
 * @param {string} url
 * @returns {Promise<Growth>}
 */
const growth = (host, url) =>
  withApp(host.start, async ({ page, memory }) => {
    await prepare(page, url);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.enable');
    const look = async () => {
      await wait(SETTLE_MS);
      const held = memory();
      return { ...held, heap: await heapOf(devtools) };
    };
    await sendLoad(page, WARM);
    const before = await look();
    await sendLoad(page, LOAD);
    const one = await look();
    await sendLoad(page, LOAD);
    const two = await look();
    return {
      first: one.total - before.total,
      engine: one.engine - before.engine,
      page: one.page - before.page,
      second: two.total - one.total,
      heap: one.heap - before.heap,
    };
  });

/** One kind of text on one host, over all rounds. */
class Texts {
  /** @type {Growth[]} */
  runs = [];
  /** On the wire, MB. @type {number[]} */
  wire = [];

  /** @param {import('./hosts.mjs').Host} host @param {'P8' | 'P15'} id @param {string} name @param {string} url */
  constructor(host, id, name, url) {
    this.host = host;
    this.id = id;
    this.name = name;
    this.url = url;
  }

  async round() {
    this.wire.push((await measure(process.execPath, [BARE, this.url, loadText(LOAD)])).bytes / MEGABYTE);
    this.runs.push(await growth(this.host, this.url));
  }

  /** @param {keyof Growth} key */
  middle(key) {
    return median(this.runs.map((run) => run[key]));
  }

  /** @returns {import('./figures.mjs').Result[]} */
  results() {
    const label = `${this.host.name} 100k ${this.name}`;
    const ratio = this.middle('first') / median(this.wire);
    const memory = { id: this.id, what: `${label} memory over wire ratio`, unit: 'bytes', ...GROWTH };
    const heap = { id: 'P9', what: `${label} heap of the page`, unit: 'MB', ...HEAP };
    // The bound for the heap was found with English text; other scripts take twice the room there.
    const heaps = this.id === 'P8' ? [{ value: this.middle('heap'), goal: heap }] : [];
    return [{ value: ratio, goal: memory }, ...heaps];
  }

  row() {
    return {
      host: this.host.name,
      text: this.name,
      'wire MB': median(this.wire),
      'first 100k MB': this.middle('first'),
      'engine MB': this.middle('engine'),
      'page MB': this.middle('page'),
      'second 100k MB': this.middle('second'),
      'x wire': this.middle('first') / median(this.wire),
      'page heap MB': this.middle('heap'),
      rounds: this.runs.length,
    };
  }
}

/**
 * P8, P15: how much the memory of all processes grows with what came over the wire, in English and in Japanese. P9: how
 * much of that the page holds.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function memoryGoals(bench) {
  const { server, rounds = ROUNDS, say, wants } = bench;
  const japanese = await startTextServer('japanese');
  const results = [];
  const table = [];
  try {
    for (const host of await findHosts(bench, 'P8, P9, P15')) {
      const texts = [
        ...(wants('P8') || wants('P9') ? [new Texts(host, 'P8', 'English', server.url)] : []),
        ...(wants('P15') ? [new Texts(host, 'P15', 'Japanese', japanese.url)] : []),
      ];
      for (let round = 0; round < rounds; round += 1) {
        say(`P8, P9, P15 ${host.name} round ${round + 1} of ${rounds}`);
        for (const text of texts) await text.round();
      }
      results.push(...texts.flatMap((text) => text.results()));
      table.push(...texts.map((text) => text.row()));
    }
  } finally {
    await japanese.stop();
  }
  return { results, table };
}
