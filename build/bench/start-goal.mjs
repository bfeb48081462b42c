// @ts-check
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { openDevtools } from './devtools-pipe.mjs';
import { median } from './figures.mjs';
import { withFolder } from './folder.mjs';
import { IDLE_AFTER_MS, IDLE_BOUNDS, idleCells, idleOnWeb } from './idle-web.mjs';
import { followCpu, memoryOf } from './process-tree.mjs';

const ROUNDS = 5;
/** Looking for the first content earlier would itself take time from the start, milliseconds. */
const LOOK_AFTER_MS = 2_500;
/** The first content is there within this time, milliseconds. */
const CONTENT_TIMEOUT_MS = 20_000;
const POLL_MS = 250;
/** A window that was asked to close is ended after this, milliseconds. */
const STOP_TIMEOUT_MS = 5_000;
const BOUNDS = { goal: 1.15, gate: 1.3 };
/** The size that Loupe's window has on its first start, px. */
const SIZE = { width: 1440, height: 900 };

/** Nothing but a window with a word in it. @param {string} folder */
function writeBareApp(folder) {
  const main = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow(${JSON.stringify(SIZE)}).loadFile('index.html'));
app.on('window-all-closed', () => app.quit());
`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bare-window', main: 'main.js' }));
  writeFileSync(join(folder, 'main.js'), main);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Bare</title><p>Content</p>');
}

/** Wall clock of the first contentful paint, ms; undefined while there was none. */
const FIRST_CONTENT = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return paint && performance.timeOrigin + paint.startTime;
})()`;

/**
 * Wall clock of the largest contentful paint so far, ms. The first content of Loupe is its window's frame; with this one
 * the whole start screen is there. No goal speaks of it.
 */
const LARGEST_CONTENT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntries().pop().startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/**
 * @typedef {{ wall: number, cpu: number, screen: number, screenCpu: number,
 *   memory: import('./process-tree.mjs').Memory }} Cold milliseconds until the first content and until the whole screen,
 *   MB when idle
 */

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {ReturnType<typeof openDevtools>} devtools @returns {Promise<number>} */
async function firstContent(devtools) {
  const deadline = Date.now() + CONTENT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = await devtools.evaluate(FIRST_CONTENT);
    if (found) return found;
    await wait(POLL_MS);
  }
  throw new Error('The window showed nothing');
}

/**
 * Starts an application cold, with an empty profile, and ends it again.
 * @param {string} runtime
 * @param {string} app folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Cold>}
 */
const coldStart = (runtime, app, env) => withFolder((profile) => startOn(profile, runtime, app, env));

/** @param {string} profile @param {string} runtime @param {string} app @param {NodeJS.ProcessEnv} env @returns {Promise<Cold>} */
async function startOn(profile, runtime, app, env) {
  const { ELECTRON_RUN_AS_NODE: _, ...clean } = env;
  const args = ['--no-sandbox', '--remote-debugging-pipe', `--user-data-dir=${profile}`, app];
  const started = Date.now();
  const child = spawn(runtime, args, {
    env: { ...clean, LOUPE_DATA_DIR: profile },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const cpu = followCpu(child.pid ?? 0);
  const devtools = openDevtools(
    /** @type {import('node:stream').Writable} */ (child.stdio[3]),
    /** @type {import('node:stream').Readable} */ (child.stdio[4]),
  );
  try {
    await wait(LOOK_AFTER_MS);
    const content = await firstContent(devtools);
    const screen = await devtools.evaluate(LARGEST_CONTENT);
    const spent = cpu.at(content);
    const screenCpu = cpu.at(screen);
    cpu.stop();
    await wait(IDLE_AFTER_MS);
    return {
      wall: content - started,
      cpu: spent,
      screen: screen - started,
      screenCpu,
      memory: memoryOf(new Set([child.pid ?? 0])),
    };
  } finally {
    cpu.stop();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    // As a person does it; the page may be gone before it answers.
    devtools.evaluate('window.close()').catch(() => {});
    await closed;
    clearTimeout(timer);
  }
}

/**
 * Both windows cold, one after the other.
 * @param {import('./goals.mjs').Bench} bench
 * @param {{ runtime: string, env: NodeJS.ProcessEnv }} screen
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
async function compareWindows({ rounds = ROUNDS, say }, { runtime, env }) {
  /** @type {Cold[]} */
  const bare = [];
  /** @type {Cold[]} */
  const loupe = [];
  await withFolder(async (bareApp) => {
    writeBareApp(bareApp);
    for (let round = 0; round < rounds; round += 1) {
      say(`P10, P11 round ${round + 1} of ${rounds}`);
      bare.push(await coldStart(runtime, bareApp, env));
      loupe.push(await coldStart(runtime, ROOT, env));
    }
  });
  const middle = (/** @type {Cold[]} */ runs, /** @type {'wall' | 'cpu' | 'screen' | 'screenCpu'} */ key) =>
    median(runs.map((run) => run[key]));
  const ratio = (/** @type {'wall' | 'cpu'} */ key) => middle(loupe, key) / middle(bare, key);
  const idleRatio = (/** @type {Cold[]} */ mine, /** @type {Cold[]} */ least) =>
    median(mine.map(({ memory }) => memory.total)) / median(least.map(({ memory }) => memory.total));
  const row = (/** @type {string} */ app, /** @type {Cold[]} */ runs) => ({
    app,
    'wall ms': middle(runs, 'wall'),
    'CPU ms': middle(runs, 'cpu'),
    'whole screen ms': middle(runs, 'screen'),
    'CPU ms then': middle(runs, 'screenCpu'),
    ...idleCells(runs.map(({ memory }) => memory)),
    rounds,
  });
  const results = [
    { value: ratio('wall'), goal: { id: 'P10', what: 'cold start ratio', unit: 'wall', ...BOUNDS } },
    { value: ratio('cpu'), goal: { id: 'P10', what: 'cold start ratio', unit: 'CPU', ...BOUNDS } },
    { value: idleRatio(loupe, bare), goal: { id: 'P11', what: 'electron idle ratio', unit: 'memory', ...IDLE_BOUNDS } },
  ];
  return { results, table: [row('bare window', bare), row('Loupe', loupe)] };
}

/**
 * P10: from nothing to the first content of the window. P11: memory once nothing happens any more. Both beside an empty
 * window of the same runtime; the web host has no runtime of its own, so only P11 is asked of it.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function startGoals(bench) {
  const found = [];
  const screen = await bench.window();
  if ('reason' in screen) bench.cannot('P10, P11 in Electron', screen.reason);
  else found.push(await compareWindows(bench, screen));
  if (bench.wants('P11')) found.push(await idleOnWeb(bench));
  return { results: found.flatMap(({ results }) => results), table: found.flatMap(({ table }) => table) };
}
