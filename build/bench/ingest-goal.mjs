// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../bundle.mjs';
import { findRuntime } from '../electron-runtime.mjs';
import { CACHE } from '../paths.mjs';
import { installPeer, peersAvailable } from '../peers.mjs';
import { measure } from './child.mjs';
import { median, thousands } from './figures.mjs';
import { withFolder } from './folder.mjs';
import { loadText } from './load-server.mjs';

/** The program that everything is compared with. */
export const BARE = fileURLToPath(new URL('bare-parse.mjs', import.meta.url));
const INGEST = fileURLToPath(new URL('ingest.mjs', import.meta.url));
const SDK = fileURLToPath(new URL('sdk-parse.mjs', import.meta.url));
/** The peer whose packages hold the SDK. */
const SDK_PEER = 'js-a2a-sdk';

/**
 * Fewer rounds for the long streams: they repeat themselves. `warm`: after the warm-up that hosts with a page do in idle
 * time, beside a bare parse that has read as many events before.
 */
const LOADS = [
  { profile: 'status', count: 10_000, rounds: 5 },
  { profile: 'status', count: 10_000, rounds: 5, warm: true },
  { profile: 'status', count: 100_000, rounds: 3 },
  { profile: 'status', count: 100_000, rounds: 3, warm: true },
  { profile: 'iac', count: 10_000, rounds: 5 },
  { profile: 'iac', count: 10_000, rounds: 5, warm: true },
  { profile: 'iac', count: 100_000, rounds: 3 },
  { profile: 'iac', count: 100_000, rounds: 3, warm: true },
];
/** Events that the warm-up reads. */
const WARM_UP_EVENTS = 8_000;
/** The stream begins with the task and ends with its last state. */
const FRAMES_AROUND = 2;
const CPU = { goal: 2, gate: 2.5 };
const WALL = { goal: 1.75 };
/** The engine does more with an event than an SDK, and is not to cost more. */
const BESIDE_SDK = { gate: 1 };

/** @typedef {import('./child.mjs').Measured} Measured */
/** @typedef {{ name: string, label: string, path: string }} Runtime */

/** @returns {Promise<string>} the engine and the program that measures it, as the product is bundled */
export async function bundleIngest() {
  const { build } = await import('esbuild');
  const outfile = join(CACHE, 'bench', 'ingest.cjs');
  await build({ ...nodeOptions(), entryPoints: [INGEST], outfile, sourcemap: true });
  return outfile;
}

/** The runtimes to compare on: this Node, and the one inside Electron when there is one. @returns {Promise<Runtime[]>} */
async function runtimes() {
  const here = { name: `Node ${process.versions.node}`, label: '', path: process.execPath };
  const electron = await findRuntime({ download: false });
  if ('reason' in electron) return [here];
  return [here, { name: `Electron ${electron.version}`, label: " in Electron's Node", path: electron.path }];
}

/**
 * The folder with the JavaScript SDK, which is another client of the same streams; says why it is left out.
 * @param {import('./goals.mjs').Bench} bench
 */
async function findSdk({ say, cannot }) {
  if (peersAvailable()) return installPeer(SDK_PEER, say);
  cannot('P1 beside the JavaScript SDK', 'its peer is not beside the checkout');
  return undefined;
}

/**
 * All programs one after the other, round by round.
 * @param {{ runtime: Runtime, program: string, sdk: string | undefined, url: string, text: string, rounds: number,
 *   before: string[] }} what
 */
async function interleave({ runtime, program, sdk, url, text, rounds, before }) {
  /** @type {Measured[]} */
  const bare = [];
  /** @type {Measured[]} */
  const engine = [];
  /** @type {Measured[]} */
  const other = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measure(runtime.path, [BARE, url, text, ...before]));
    engine.push(await withFolder((data) => measure(runtime.path, [program, url, text, data, ...before])));
    if (sdk) other.push(await measure(runtime.path, [SDK, sdk, url, text, ...before]));
  }
  return { bare, engine, other };
}

/** @param {Measured[]} runs @param {'cpu' | 'wall' | 'rss'} key */
const middle = (runs, key) => median(runs.map((run) => run[key] ?? Number.NaN));

/**
 * P1: what the engine takes for a stream that is recorded, checked and folded into rows, beside parsing it only, and
 * beside the JavaScript SDK on this Node: inside Electron of old it does not start.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function ingestGoal(bench) {
  const { server, rounds: wanted, say } = bench;
  const program = await bundleIngest();
  const installed = await findSdk(bench);
  const results = [];
  const table = [];
  for (const runtime of await runtimes()) {
    for (const { profile, count, rounds, warm = false } of LOADS) {
      const name = `${profile} ${thousands(count)}${warm ? ' warmed up' : ''}`;
      const before = warm ? [loadText({ count: WARM_UP_EVENTS, profile })] : [];
      say(`P1 ${name}, ${runtime.name}`);
      const text = loadText({ count, profile });
      const sdk = runtime.path === process.execPath ? installed : undefined;
      const what = { runtime, program, sdk, url: server.url, text, rounds: wanted ?? rounds, before };
      const { bare, engine, other } = await interleave(what);
      const short = [...engine, ...other].find(({ events }) => events !== count + FRAMES_AROUND);
      if (short) throw new Error(`${name}: ${short.events} of ${count + FRAMES_AROUND} frames arrived`);
      const ratio = (/** @type {'cpu' | 'wall'} */ key, limits = bare) =>
        median(engine.map((run, round) => run[key] / (limits[round]?.[key] ?? Number.NaN)));
      const goal = { id: 'P1', what: `${name}${runtime.label} ratio` };
      results.push({ value: ratio('cpu'), goal: { ...goal, unit: 'CPU', ...CPU } });
      results.push({ value: ratio('wall'), goal: { ...goal, unit: 'wall', ...WALL } });
      const beside = { id: 'P1', what: `${name} to the JavaScript SDK ratio`, unit: 'CPU', ...BESIDE_SDK };
      if (sdk) results.push({ value: ratio('cpu', other), goal: beside });
      table.push({
        runtime: runtime.name,
        load: name,
        'bare CPU ms': middle(bare, 'cpu'),
        'bare wall ms': middle(bare, 'wall'),
        'engine CPU ms': middle(engine, 'cpu'),
        'engine wall ms': middle(engine, 'wall'),
        'x CPU': ratio('cpu'),
        'x wall': ratio('wall'),
        'SDK CPU ms': sdk ? middle(other, 'cpu') : Number.NaN,
        'x SDK': sdk ? ratio('cpu', other) : Number.NaN,
        'engine peak MB': middle(engine, 'rss'),
        rounds: engine.length,
      });
    }
  }
  return { results, table };
}
