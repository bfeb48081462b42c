// @ts-check
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { Series } from './series.mjs';

const ROUNDS = 3;
const BURST = { count: 1_000, profile: 'status' };
/** The bare parse of it was timed with. */
const BARE_BURST = { count: 10_000, profile: 'status' };

/**
 * The inspector with its page cannot be had from a package registry, so it is not run here. Measured once beside a bare
 * parse of ten thousand events: its best of four runs until the last of a thousand events was visible, and the CPU time
 * of the parse, milliseconds.
 */
const ANCHOR = { visibleMs: 3_400, bareCpuMs: 55 };
const FASTER = { goal: 30, gate: 10, atLeast: /** @type {const} */ (true) };

/**
 * P2: a thousand events until the last is visible, beside the time that the inspector needs on a machine that parses as
 * fast as this one does now.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function inspectorGoal(bench) {
  const { server, rounds = ROUNDS, say } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P2')) {
    const series = new Series(host, BURST);
    const anchor = new Series(host, BARE_BURST);
    for (let round = 0; round < rounds; round += 1) {
      say(`P2 ${host.name} round ${round + 1} of ${rounds}`);
      await anchor.parse(server.url);
      await series.round(server.url);
    }
    const scaled = anchor.bare.map(({ cpu }) => (ANCHOR.visibleMs * cpu) / ANCHOR.bareCpuMs);
    const ratios = series.runs.map((run, round) => (scaled[round] ?? Number.NaN) / run.wall);
    const what = `${series.name} faster than the inspector (anchor of perf.md scaled) ratio`;
    results.push({ value: median(ratios), goal: { id: 'P2', what, unit: 'wall', ...FASTER } });
    table.push({
      ...series.row(),
      'bare 10k CPU ms': median(anchor.bare.map(({ cpu }) => cpu)),
      'inspector ms, scaled': median(scaled),
      'x faster': median(ratios),
    });
  }
  return { results, table };
}
