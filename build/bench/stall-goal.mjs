// @ts-check
import { prepare, sendLoad } from './app.mjs';
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';
import { Series } from './series.mjs';
import { withStalls } from './stalls.mjs';

const ROUNDS = 3;
const BURST = { count: 10_000, profile: 'status' };
const STALL = { goal: 20, gate: 50 };

/**
 * P14: how long the engine's event loop keeps everything else waiting during a burst; the best round, because other
 * programs make it wait too.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function stallGoal(bench) {
  const { server, rounds = ROUNDS, say } = bench;
  const results = [];
  const table = [];
  for (const host of await findHosts(bench, 'P14')) {
    const bare = new Series(host, BURST);
    /** @type {{ wall: number, stall: number }[]} */
    const runs = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`P14 ${host.name} round ${round + 1} of ${rounds}`);
      await bare.parse(server.url);
      const run = await withStalls(host.start, async ({ page }, longestStall) => {
        await prepare(page, server.url);
        const { started, wall } = await sendLoad(page, BURST);
        return { wall, stall: await longestStall(started, started + wall) };
      });
      runs.push(run);
    }
    const stalls = runs.map(({ stall }) => stall);
    const goal = { id: 'P14', what: `${bare.name} engine stall`, unit: 'ms', ...STALL };
    results.push({ value: Math.min(...stalls), goal });
    table.push({
      host: host.name,
      'bare wall ms': median(bare.bare.map(({ wall }) => wall)),
      'visible ms': median(runs.map(({ wall }) => wall)),
      'stall ms best': Math.min(...stalls),
      'stall ms median': median(stalls),
      'stall ms worst': Math.max(...stalls),
      rounds,
    });
  }
  return { results, table };
}
