// @ts-check
import { prepare, sendLoad, storedEvents, withApp } from './app.mjs';
import { measure } from './child.mjs';
import { median, thousands } from './figures.mjs';
import { BARE } from './ingest-goal.mjs';
import { loadText } from './load-server.mjs';

/** Frames come every 16.7 ms and are timed a little early or late, milliseconds. */
const FRAME_JITTER_MS = 1;

/** @typedef {import('./app.mjs').View} View */
/** @typedef {import('./load-server.mjs').Load} Load */
/** @typedef {import('./probe.mjs').Seen & { stored: number }} Shown stored: different events in the session file */

/** @param {Load} load */
const nameOf = ({ count, rate }) => (rate ? `${thousands(rate)}/s` : `burst ${thousands(count)}`);

/** One kind of run on one host, over all rounds. */
export class Series {
  /** @type {Shown[]} */
  runs = [];
  /** The bare parse before each run. @type {import('./child.mjs').Measured[]} */
  bare = [];

  /** @param {import('./hosts.mjs').Host} host @param {Load} load @param {View} view */
  constructor(host, load, view = 'timeline') {
    this.host = host;
    this.load = load;
    this.view = view;
    this.name = `${host.name} ${view === 'timeline' ? '' : `${view} `}${nameOf(load)}`;
  }

  /** Parses the load only. @param {string} url of the load server */
  async parse(url) {
    this.bare.push(await measure(process.execPath, [BARE, url, loadText(this.load)]));
  }

  /** Starts Loupe fresh and shows the load once, after parsing it only. @param {string} url of the load server */
  async round(url) {
    const { load, view } = this;
    if (!load.rate) await this.parse(url);
    this.runs.push(
      await withApp(this.host.start, async ({ page, dataDir }) => {
        await prepare(page, url, view);
        const seen = await sendLoad(page, load, view);
        return { ...seen, stored: await storedEvents(dataDir, load.count) };
      }),
    );
  }

  /** @param {'wall' | 'gap' | 'task' | 'elements'} key */
  median(key) {
    return median(this.runs.map((run) => run[key]));
  }

  /** The best round where other programs disturb too. @param {'gap' | 'task'} key */
  best(key) {
    return Math.min(...this.runs.map((run) => run[key]));
  }

  /** Longest time between frames, of the best round, ms. */
  get gap() {
    return this.best('gap') - FRAME_JITTER_MS;
  }

  get stored() {
    return Math.min(...this.runs.map((run) => run.stored));
  }

  row() {
    return {
      host: this.host.name,
      view: this.view,
      load: nameOf(this.load),
      'bare wall ms': median(this.bare.map(({ wall }) => wall)),
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
