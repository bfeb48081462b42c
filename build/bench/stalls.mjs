// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wait, withApp } from './app.mjs';
import { withFolder } from './folder.mjs';

const PROBE = fileURLToPath(new URL('stall-probe.cjs', import.meta.url));
/** The probe has written its notes by then, milliseconds. */
const WRITTEN_MS = 600;

/** @typedef {(from: number, to: number) => Promise<number>} LongestStall longest delay of the engine's event loop between two moments of the wall clock, ms */

/**
 * Starts Loupe with a probe in the process of the engine.
 * @template T
 * @param {import('./hosts.mjs').Starter} start
 * @param {(app: import('./app.mjs').App, longestStall: LongestStall) => Promise<T>} work
 * @param {(dataDir: string) => void} [fill]
 * @returns {Promise<T>}
 */
export function withStalls(start, work, fill) {
  return withFolder(async (folder) => {
    const file = join(folder, 'stalls.jsonl');
    process.env.LOUPE_BENCH_STALLS = file;
    /** @type {LongestStall} */
    const longest = async (from, to) => {
      await wait(WRITTEN_MS);
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
      const stalls = lines.map((line) => /** @type {{ at: number, late: number }} */ (JSON.parse(line)));
      // A stall is noted at its end.
      return Math.max(0, ...stalls.filter(({ at, late }) => at >= from && at - late <= to).map(({ late }) => late));
    };
    try {
      return await withApp(start, (app) => work(app, longest), { preload: PROBE, ...(fill && { fill }) });
    } finally {
      delete process.env.LOUPE_BENCH_STALLS;
    }
  });
}
