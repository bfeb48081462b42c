// @ts-check
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { Series } from './series.mjs';

/** Long loads repeat themselves. */
const ROUNDS = 3;
const SHORT = { count: 10_000, profile: 'status' };
const LONG = { count: 100_000, profile: 'status' };

const TIME = { goal: 8, gate: 12 };
const ELEMENTS = { gate: 1_000 };
/** What a longer list may add: more digits, another mark. */
const MORE_ELEMENTS = { gate: 50 };
const GAP = { goal: 50, gate: 150 };

/**
 * P4: ten times the events take about ten times the time, and no more of the document. P6: frames keep coming while a
 * hundred thousand events do.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function growthGoals(bench) {
  const { server, rounds = ROUNDS, say } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P4, P6')) {
    const short = new Series(host, SHORT);
    const long = new Series(host, LONG);
    for (let round = 0; round < rounds; round += 1) {
      say(`P4, P6 ${host.name} round ${round + 1} of ${rounds}`);
      await short.round(server.url);
      await long.round(server.url);
    }
    const times = long.runs.map((run, round) => run.wall / (short.runs[round]?.wall ?? Number.NaN));
    const elements = Math.max(...long.runs.map((run) => run.elements));
    results.push(
      {
        value: median(times),
        goal: { id: 'P4', what: `${host.name} time of 100k to 10k ratio`, unit: 'wall', ...TIME },
      },
      { value: elements, goal: { id: 'P4', what: `${host.name} after 100k`, unit: 'DOM elements', ...ELEMENTS } },
      {
        value: long.median('elements') - short.median('elements'),
        goal: {
          id: 'P4',
          what: `${host.name} after 100k, more than after 10k`,
          unit: 'DOM elements',
          ...MORE_ELEMENTS,
        },
      },
      { value: long.gap, goal: { id: 'P6', what: `${long.name} frame gap`, unit: 'ms', ...GAP } },
      {
        value: LONG.count - long.stored,
        goal: { id: 'P6', what: `${long.name} not stored`, unit: 'events', goal: 0 },
      },
    );
    table.push(short.row(), long.row());
  }
  return { results, table };
}
