// @ts-check
import { wait, withApp } from './app.mjs';
import { median } from './figures.mjs';
import { findHosts } from './hosts.mjs';

const ROUNDS = 3;
/** From the first content until a window counts as idle, milliseconds. */
export const IDLE_AFTER_MS = 3_000;
export const IDLE_BOUNDS = { goal: 1.1, gate: 1.3 };

/** Memory of idle windows in a table. @param {import('./process-tree.mjs').Memory[]} runs */
export const idleCells = (runs) => ({
  'idle MB': median(runs.map(({ total }) => total)),
  'of that page MB': median(runs.map(({ page }) => page)),
  'of that engine MB': median(runs.map(({ engine }) => engine)),
});

/**
 * P11 on the web host: the browser and the host that serves the page, beside the same browser and a bare Node that serves
 * a page with a word in it.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function idleOnWeb(bench) {
  const { rounds = ROUNDS, say } = bench;
  const web = (await findHosts(bench, 'P11')).find(({ startBare }) => startBare);
  if (!web?.startBare) return { results: [], table: [] };
  const idle = (/** @type {import('./hosts.mjs').Starter} */ start, /** @type {string} */ shown) =>
    withApp(
      start,
      async ({ memory }) => {
        await wait(IDLE_AFTER_MS);
        return memory();
      },
      { shown },
    );
  /** @type {import('./process-tree.mjs').Memory[]} */
  const bare = [];
  /** @type {import('./process-tree.mjs').Memory[]} */
  const loupe = [];
  for (let round = 0; round < rounds; round += 1) {
    say(`P11 web round ${round + 1} of ${rounds}`);
    bare.push(await idle(web.startBare, 'p'));
    loupe.push(await idle(web.start, '[data-testid="app"]'));
  }
  const total = (/** @type {import('./process-tree.mjs').Memory[]} */ runs) => median(runs.map((run) => run.total));
  const value = total(loupe) / total(bare);
  return {
    results: [{ value, goal: { id: 'P11', what: 'web idle ratio', unit: 'memory', ...IDLE_BOUNDS } }],
    table: [
      { app: 'bare page, web', ...idleCells(bare), rounds },
      { app: 'Loupe, web', ...idleCells(loupe), rounds },
    ],
  };
}
