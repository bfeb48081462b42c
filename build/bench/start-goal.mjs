// @ts-check
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { openDevtools } from './devtools-pipe.mjs';
import { goalLine, median } from './figures.mjs';
import { withFolder } from './folder.mjs';
import { followCpu } from './process-tree.mjs';

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

/** @typedef {{ wall: number, cpu: number }} Cold milliseconds until the first content */

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
    return { wall: content - started, cpu: cpu.at(content) };
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
 * P10: from nothing to the first content of the window, beside an empty window of the same runtime.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function startGoal({ rounds = ROUNDS, say, window }) {
  const screen = await window();
  if ('reason' in screen) throw new Error(screen.reason);
  const { runtime, env } = screen;
  /** @type {Cold[]} */
  const bare = [];
  /** @type {Cold[]} */
  const loupe = [];
  await withFolder(async (bareApp) => {
    writeBareApp(bareApp);
    for (let round = 0; round < rounds; round += 1) {
      say(`P10 round ${round + 1} of ${rounds}`);
      bare.push(await coldStart(runtime, bareApp, env));
      loupe.push(await coldStart(runtime, ROOT, env));
    }
  });
  const middle = (/** @type {Cold[]} */ runs, /** @type {'wall' | 'cpu'} */ key) => median(runs.map((run) => run[key]));
  const ratio = (/** @type {'wall' | 'cpu'} */ key) => middle(loupe, key) / middle(bare, key);
  return {
    lines: [
      goalLine(ratio('wall'), { id: 'P10', what: 'cold start ratio', unit: 'wall', ...BOUNDS }),
      goalLine(ratio('cpu'), { id: 'P10', what: 'cold start ratio', unit: 'CPU', ...BOUNDS }),
    ],
    table: [
      { app: 'bare window', 'wall ms': middle(bare, 'wall'), 'CPU ms': middle(bare, 'cpu'), rounds },
      { app: 'Loupe', 'wall ms': middle(loupe, 'wall'), 'CPU ms': middle(loupe, 'cpu'), rounds },
    ],
  };
}
