// @ts-check
import { wait } from './app.mjs';
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { linkSession, MILLION, parseLines, recordMillion, scanLines } from './million.mjs';
import { actAndWatch } from './million-probe.mjs';
import { withStalls } from './stalls.mjs';

const ROUNDS = 2;
/** A session that is not open by then is not going to be, milliseconds. */
const OPEN_TIMEOUT_MS = 120_000;
/** The same for what was typed. */
const FIND_TIMEOUT_MS = 30_000;
/** Between two things done, so that one does not count for the other, milliseconds. */
const PAUSE_MS = 1_500;
/** Lines of the session file that are no row: the header. */
const HEADER_LINES = 1;
/** Rows that a person takes for a full list. */
const SCREEN_ROWS = 10;

const FIRST = { goal: 3, gate: 5 };
const ALL = { goal: 1.5, gate: 2 };
const TYPED = { goal: 150, gate: 300 };
const BLOCK = { gate: 50 };
/** Frames come every 16.7 ms and are timed a little early or late, milliseconds. */
const FRAME_JITTER_MS = 1;

const TIMELINE = { list: '[data-testid="timeline"]', row: '[data-testid="event-row"]' };
/** Each number stands in one event. */
const FILTERS = [
  { name: 'one row', text: '#0500000', count: 1 },
  { name: '1k rows', text: '#0999', count: 1_000 },
  { name: '10k rows', text: 'state:working #050', count: 10_000 },
];
const WORD = '#0500000';

/** @typedef {import('./million-probe.mjs').Answered & { stall: number }} Answered stall: longest of the engine in that time, ms */
/** @typedef {{ open: Answered, memory: number, filters: Answered[], find?: Answered }} Run */

/**
 * Opens the session and looks for things in it.
 * @param {import('./hosts.mjs').Host} host
 * @param {{ id: string, file: string, rows: number, typing: boolean }} what
 * @returns {Promise<Run>}
 */
const reopen = (host, { id, file, rows, typing }) =>
  withStalls(
    host.start,
    async ({ page, memory }, longestStall) => {
      const act = async (/** @type {Parameters<typeof actAndWatch>[0]} */ what) => {
        await wait(PAUSE_MS);
        const answered = await page.evaluate(actAndWatch, what);
        const { started, all } = answered;
        return { ...answered, stall: await longestStall(started, started + all) };
      };
      const row = `[data-testid="session-row"][data-id="${id}"]`;
      await page.locator(row).first().waitFor();
      const open = await act({ ...TIMELINE, click: row, rows: SCREEN_ROWS, count: rows, timeoutMs: OPEN_TIMEOUT_MS });
      if (open.late) throw new Error(`after ${OPEN_TIMEOUT_MS} ms the session was not there`);
      const held = memory().total;
      /** @type {Answered[]} */
      const filters = [];
      if (!typing) return { open, memory: held, filters };
      for (const { text, count } of FILTERS) {
        const type = { into: '.tl-filter input', text };
        filters.push(await act({ ...TIMELINE, type, rows: 1, count, timeoutMs: FIND_TIMEOUT_MS }));
      }
      await page.getByTestId('wire-toggle').click();
      await page.getByTestId('wire-filter').waitFor();
      const find = await act({
        type: { into: '[data-testid="wire-filter"]', text: WORD },
        list: '[data-testid="exchange-list"]',
        row: '[data-testid="exchange-list"]',
        rows: 1,
        // The exchange with the event in it.
        count: 1,
        busy: '.wire-searching',
        timeoutMs: FIND_TIMEOUT_MS,
      });
      return { open, memory: held, filters, find };
    },
    (dataDir) => linkSession(dataDir, file),
  );

/** Longest time that neither page nor engine answered, ms. @param {Answered} answered */
const block = ({ task, gap, stall }) => Math.max(task, gap - FRAME_JITTER_MS, stall);

/** One thing typed on one host, over all rounds. */
class Typed {
  /** @param {string} name @param {(Answered | undefined)[]} runs */
  constructor(name, runs) {
    this.name = name;
    this.runs = runs.flatMap((run) => run ?? []);
  }

  /** @param {'all' | 'task' | 'gap' | 'stall'} key */
  middle(key) {
    return median(this.runs.map((run) => run[key]));
  }

  /** @param {string} host @returns {import('./figures.mjs').Result[]} */
  results(host) {
    const what = `${host} ${this.name}`;
    const given = this.runs.some(({ late }) => late) ? ' (given up)' : '';
    return [
      {
        value: this.middle('all'),
        goal: { id: 'P17', what: `${what} typing to result${given}`, unit: 'ms', ...TYPED },
      },
      { value: Math.min(...this.runs.map(block)), goal: { id: 'P17', what: `${what} block`, unit: 'ms', ...BLOCK } },
    ];
  }

  /** @param {string} host */
  row(host) {
    return {
      host,
      what: this.name,
      'all ms': this.middle('all'),
      'task ms': this.middle('task'),
      'gap ms': this.middle('gap'),
      'engine stall ms': this.middle('stall'),
      rounds: this.runs.length,
    };
  }
}

/**
 * P16: a recorded session of a million events from the click until a screen of it is drawn, beside finding its lines, and
 * until all of it is there, beside parsing it. P17: from a word typed until everything was looked at, in the list and in
 * the recorded bytes.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function millionGoals(bench) {
  const { rounds = ROUNDS, say, wants } = bench;
  const session = await recordMillion(say);
  /** @type {import('./figures.mjs').Result[]} */
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P16, P17')) {
    const scans = [];
    const parses = [];
    /** @type {Run[]} */
    const runs = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`P16, P17 ${host.name} round ${round + 1} of ${rounds}`);
      scans.push(await scanLines(session.file));
      parses.push(await parseLines(session.file));
      const rows = (scans[round]?.events ?? 0) - HEADER_LINES;
      if (rows < MILLION) throw new Error(`the session file has ${rows} rows`);
      runs.push(await reopen(host, { ...session, rows, typing: wants('P17') }));
    }
    const ratio = (/** @type {'first' | 'all'} */ key, /** @type {{ wall: number }[]} */ limits) =>
      median(runs.map(({ open }, round) => open[key] / (limits[round]?.wall ?? Number.NaN)));
    results.push(
      {
        value: ratio('first', scans),
        goal: { id: 'P16', what: `${host.name} first screen of 1M to newline scan ratio`, unit: 'wall', ...FIRST },
      },
      {
        value: ratio('all', parses),
        goal: { id: 'P16', what: `${host.name} all rows of 1M to bare parse ratio`, unit: 'wall', ...ALL },
      },
    );
    table.push({
      ...new Typed(
        'reopen',
        runs.map(({ open }) => open),
      ).row(host.name),
      'file MB': (scans[0]?.bytes ?? 0) / 1024 / 1024,
      'scan ms': median(scans.map(({ wall }) => wall)),
      'parse ms': median(parses.map(({ wall }) => wall)),
      'first ms': median(runs.map(({ open }) => open.first)),
      'memory MB': median(runs.map(({ memory }) => memory)),
    });
    if (!wants('P17')) continue;
    const typed = [
      ...FILTERS.map(
        ({ name }, index) =>
          new Typed(
            `filter ${name}`,
            runs.map(({ filters }) => filters[index]),
          ),
      ),
      new Typed(
        'find in bytes',
        runs.map(({ find }) => find),
      ),
    ];
    results.push(...typed.flatMap((each) => each.results(host.name)));
    table.push(...typed.map((each) => each.row(host.name)));
  }
  return { results, table };
}
