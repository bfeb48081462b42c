// @ts-check
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { Series } from './series.mjs';

const ROUNDS = 3;
const BURST = { count: 10_000, profile: 'status' };
/** Long enough for a page that falls behind to lose events. */
const LONG_BURST = { count: 20_000, profile: 'status' };
const PACED = { count: 3_000, profile: 'status', rate: 1_000 };

const VISIBLE = { goal: 5, gate: 10 };
/** A page cannot report tasks below 50 ms, and none above is wanted. */
const TASK = { gate: 50 };
const GAP = { goal: 33, gate: 67 };

/** P3. @param {Series} series @returns {import('./figures.mjs').Result[]} */
function seen(series) {
  const ratio = median(series.runs.map((run, round) => run.wall / (series.bare[round]?.wall ?? Number.NaN)));
  const goal = { id: 'P3', what: `${series.name} last visible ratio`, unit: 'wall', ...VISIBLE };
  return [{ value: ratio, goal }, lost(series)];
}

/** @param {Series} series */
const lost = ({ load, stored, name }) => ({
  value: load.count - stored,
  goal: { id: 'P3', what: `${name} not stored`, unit: 'events', goal: 0 },
});

/** P5. @param {Series} series @returns {import('./figures.mjs').Result[]} */
const smooth = (series) => [
  { value: series.best('task'), goal: { id: 'P5', what: `${series.name} longest task`, unit: 'ms', ...TASK } },
  { value: series.gap, goal: { id: 'P5', what: `${series.name} frame gap`, unit: 'ms', ...GAP } },
];

/**
 * P3: a burst until its last event is on screen, beside parsing it only. P5: whether the page stays fluent meanwhile, and
 * at a steady thousand events per second; the conversation, which opens first, has to stay fluent as well.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function pageGoals(bench) {
  const { server, rounds = ROUNDS, say, wants } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P3, P5')) {
    const burst = new Series(host, BURST);
    const more = wants('P5') ? [new Series(host, PACED), new Series(host, BURST, 'conversation')] : [];
    for (let round = 0; round < rounds; round += 1) {
      say(`P3, P5 ${host.name} round ${round + 1} of ${rounds}`);
      for (const series of [burst, ...more]) await series.round(server.url);
    }
    const measured = [burst, ...more];
    results.push(...seen(burst), ...measured.flatMap(smooth));
    if (wants('P3')) {
      const long = new Series(host, LONG_BURST);
      await long.round(server.url);
      measured.push(long);
      results.push(lost(long));
    }
    table.push(...measured.map((series) => series.row()));
  }
  return { results, table };
}
