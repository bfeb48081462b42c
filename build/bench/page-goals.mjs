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
/** Frames come every 16.7 ms and are timed a little early or late, milliseconds. */
const FRAME_JITTER_MS = 1;

/** @typedef {import('./page.mjs').Shown} Shown */
/** @typedef {import('./page.mjs').View} View */
/** @typedef {import('./load-server.mjs').Load} Load */
/** @typedef {{ name: string, start: import('./hosts.mjs').Starter }} Host */

/**
 * The hosts to look at; says why one is left out.
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

/** @param {Load} load */
const nameOf = ({ count, rate }) => (rate ? `${thousands(rate)}/s` : `burst ${thousands(count)}`);

/** One kind of run on one host, over all rounds. */
class Series {
  /** @type {Shown[]} */
  runs = [];
  /** Wall ms of the bare parse before each run. @type {number[]} */
  bare = [];

  /** @param {Host} host @param {Load} load @param {View} view */
  constructor(host, load, view) {
    this.host = host;
    this.load = load;
    this.view = view;
    this.name = `${host.name} ${view === 'timeline' ? '' : `${view} `}${nameOf(load)}`;
  }

  /** @param {string} url */
  async round(url) {
    if (!this.load.rate) this.bare.push((await measure(process.execPath, [BARE, url, loadText(this.load)])).wall);
    this.runs.push(await showLoad(this.host.start, url, this.load, this.view));
  }

  /** @param {'wall' | 'gap' | 'task' | 'elements'} key */
  median(key) {
    return median(this.runs.map((run) => run[key]));
  }

  /** @param {'gap' | 'task'} key */
  best(key) {
    return Math.min(...this.runs.map((run) => run[key]));
  }

  get stored() {
    return Math.min(...this.runs.map((run) => run.stored));
  }

  /** P3. */
  seenLines() {
    const ratio = median(this.runs.map((run, round) => run.wall / (this.bare[round] ?? Number.NaN)));
    return [
      goalLine(ratio, { id: 'P3', what: `${this.name} last visible ratio`, unit: 'wall', ...VISIBLE }),
      this.lostLine(),
    ];
  }

  lostLine() {
    const goal = { id: 'P3', what: `${this.name} not stored`, unit: 'events', goal: 0 };
    return goalLine(this.load.count - this.stored, goal);
  }

  /** P5: the best round, because other programs make gaps too. */
  smoothLines() {
    return [
      goalLine(this.best('task'), { id: 'P5', what: `${this.name} longest task`, unit: 'ms', ...TASK }),
      goalLine(this.best('gap') - FRAME_JITTER_MS, { id: 'P5', what: `${this.name} frame gap`, unit: 'ms', ...GAP }),
    ];
  }

  row() {
    return {
      host: this.host.name,
      view: this.view,
      load: nameOf(this.load),
      'bare wall ms': median(this.bare),
      'visible ms': this.median('wall'),
      'gap ms best': this.best('gap'),
      'gap ms median': this.median('gap'),
      'task ms best': this.best('task'),
      'task ms median': this.median('task'),
      'DOM elements': this.median('elements'),
      'stored %': (100 * this.stored) / this.load.count,
      rounds: this.runs.length,
    };
  }
}

/**
 * P3: a burst until its last event is on screen, beside parsing it only. P5: whether the page stays fluent meanwhile, and
 * at a steady thousand events per second; the conversation, which opens first, has to stay fluent as well.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function pageGoals(bench) {
  const { server, rounds = ROUNDS, say, wants } = bench;
  const lines = [];
  const table = [];
  for (const host of await hosts(bench)) {
    const burst = new Series(host, BURST, 'timeline');
    const smooth = wants('P5') ? [new Series(host, PACED, 'timeline'), new Series(host, BURST, 'conversation')] : [];
    for (let round = 0; round < rounds; round += 1) {
      say(`P3, P5 ${host.name} round ${round + 1} of ${rounds}`);
      for (const series of [burst, ...smooth]) await series.round(server.url);
    }
    const measured = [burst, ...smooth];
    if (wants('P3')) {
      const long = new Series(host, LONG_BURST, 'timeline');
      await long.round(server.url);
      measured.push(long);
      lines.push(...burst.seenLines(), long.lostLine());
    }
    if (wants('P5')) lines.push(...[burst, ...smooth].flatMap((series) => series.smoothLines()));
    table.push(...measured.map((series) => series.row()));
  }
  return { lines, table };
}
