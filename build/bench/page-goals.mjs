// @ts-check
import { findChromium } from '../system.mjs';
import { measure } from './child.mjs';
import { goalLine, median, thousands } from './figures.mjs';
import { loadStarters } from './hosts.mjs';
import { BARE } from './ingest-goal.mjs';
import { loadText } from './load-server.mjs';
import { showLoad } from './page.mjs';

const ROUNDS = 3;
const BURST = { count: 10_000, profile: 'status' };
/** Long enough for a page that falls behind to lose events. */
const LONG_BURST = { count: 20_000, profile: 'status' };
const PACED = { count: 3_000, profile: 'status', rate: 1_000 };

const VISIBLE = { goal: 5, gate: 10 };
/** A page cannot report tasks below 50 ms, and none above is wanted. */
const TASK = { gate: 50 };
const GAP = { goal: 33, gate: 67 };

/** @typedef {import('./page.mjs').Shown} Shown */
/** @typedef {{ name: string, start: import('./hosts.mjs').Starter }} Host */

/**
 * The hosts to look at, and why others are left out.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<Host[]>}
 */
async function hosts({ window, cannot }) {
  const { startWeb, startElectron } = await loadStarters();
  const found = [];
  if (findChromium()) found.push({ name: 'web', start: startWeb });
  else cannot('P3, P5 in Chromium', 'there is none (set LOUPE_CHROMIUM)');
  const screen = await window();
  if ('reason' in screen) cannot('P3, P5 in Electron', screen.reason);
  else found.push({ name: 'electron', start: startElectron });
  return found;
}

/** @param {Shown[]} runs @param {'gap' | 'task'} key */
const best = (runs, key) => Math.min(...runs.map((run) => run[key]));

/** @param {Shown[]} runs @param {'wall' | 'elements' | 'gap' | 'task'} key */
const middle = (runs, key) => median(runs.map((run) => run[key]));

/** P5 for one load: the best round, because other programs make gaps too. @param {string} what @param {Shown[]} runs */
function smoothLines(what, runs) {
  // Frames come every 16.7 ms and are timed a little early or late; a goal of two frames is not missed by that.
  const gap = Math.floor(best(runs, 'gap'));
  return [
    goalLine(best(runs, 'task'), { id: 'P5', what: `${what} longest task`, unit: 'ms', ...TASK }),
    goalLine(gap, { id: 'P5', what: `${what} longest frame gap`, unit: 'ms', ...GAP }),
  ];
}

/**
 * P3: a burst until its last event is on screen, beside parsing it only. P5: whether the page stays fluent meanwhile, and
 * at a steady thousand events per second.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function pageGoals(bench) {
  const { server, rounds = ROUNDS, say, wants } = bench;
  const lines = [];
  const table = [];
  for (const { name, start } of await hosts(bench)) {
    /** @type {number[]} */
    const bare = [];
    /** @type {Shown[]} */
    const burst = [];
    /** @type {Shown[]} */
    const paced = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`P3, P5 ${name} round ${round + 1} of ${rounds}`);
      bare.push((await measure(process.execPath, [BARE, server.url, loadText(BURST)])).wall);
      burst.push(await showLoad(start, server.url, BURST));
      if (wants('P5')) paced.push(await showLoad(start, server.url, PACED));
    }
    const what = `${name} burst ${thousands(BURST.count)}`;
    const row = (/** @type {string} */ load, /** @type {Shown[]} */ runs, bareWall = Number.NaN) => ({
      host: name,
      load,
      'bare wall ms': bareWall,
      'visible ms': middle(runs, 'wall'),
      'gap ms best': best(runs, 'gap'),
      'gap ms median': middle(runs, 'gap'),
      'task ms best': best(runs, 'task'),
      'task ms median': middle(runs, 'task'),
      'DOM elements': middle(runs, 'elements'),
      'stored %':
        (100 * Math.min(...runs.map((run) => run.stored))) / Number.parseInt(load.match(/\d+/)?.[0] ?? '', 10),
      rounds: runs.length,
    });
    table.push(row(`${BURST.count} burst`, burst, median(bare)));
    if (wants('P3')) {
      const ratio = median(burst.map((run, round) => run.wall / (bare[round] ?? Number.NaN)));
      lines.push(goalLine(ratio, { id: 'P3', what: `${what} last visible ratio`, unit: 'wall', ...VISIBLE }));
      const long = await showLoad(start, server.url, LONG_BURST);
      table.push(row(`${LONG_BURST.count} burst`, [long]));
      for (const [load, runs] of /** @type {const} */ ([
        [BURST, burst],
        [LONG_BURST, [long]],
      ])) {
        const lost = load.count - Math.min(...runs.map((run) => run.stored));
        const id = { id: 'P3', what: `${name} burst ${thousands(load.count)} events lost`, unit: 'events', goal: 0 };
        lines.push(goalLine(lost, id));
      }
    }
    if (wants('P5')) {
      table.push(row(`${PACED.count} at ${PACED.rate}/s`, paced));
      lines.push(...smoothLines(what, burst), ...smoothLines(`${name} ${PACED.rate}/s`, paced));
    }
  }
  return { lines, table };
}
