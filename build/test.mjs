// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { findRuntime } from './electron-runtime.mjs';
import { checkSizes } from './file-sizes.mjs';
import { packageFile, ROOT } from './paths.mjs';
import { createReport, fail, pass, skip } from './report.mjs';
import { run } from './run.mjs';
import { ensureDependencies } from './setup.mjs';
import { ensureSystemPackages, findChromium } from './system.mjs';
import { runVitest, runVitestTwice } from './vitest-run.mjs';

/** A whole run of one host's specs, or of the unit tests, never takes this long, milliseconds. */
const RUN_TIMEOUT_MS = 20 * 60_000;
const UNIT_CONFIG = 'build/vitest.config.ts';
const E2E_CONFIG = 'build/vitest.e2e.config.ts';
const PARTS = ['check', 'unit', 'e2e'];

const say = (/** @type {string} */ line) => console.log(line);
const ci = process.env.CI === 'true';
const { step, total, close } = createReport({ strict: ci, say });

/** A tool that says by its exit code whether all is well. @param {string} file @param {string[]} args */
async function tool(file, args) {
  const result = await run(process.execPath, [file, ...args], { timeoutMs: RUN_TIMEOUT_MS });
  return result.code === 0 ? pass() : fail(`${result.stdout}${result.stderr}`);
}

async function setUp() {
  const notes = /** @type {string[]} */ ([]);
  await ensureDependencies((line) => notes.push(line));
  await buildAll((line) => notes.push(line));
  return pass(notes.join('; '));
}

async function checks() {
  await step('type check', () => tool(packageFile('typescript', 'bin/tsc'), ['-b']));
  await step('lint', () => tool(packageFile('@biomejs/biome', 'bin/biome'), ['check', '.']));
  await step('unused code (knip)', () => tool(packageFile('knip', 'bin/knip.js'), ['--no-progress']));
  await step('layers', async () => {
    const { checkLayers, readGraph } = await import('./layers.mjs');
    const broken = checkLayers(await readGraph());
    return broken.length === 0 ? pass() : fail(broken.join('\n'));
  });
  await step('file sizes', () => {
    const { tooLong, long } = checkSizes();
    if (tooLong.length > 0) return fail(tooLong.join('\n'));
    return pass(long.length > 0 ? `long: ${long.join(', ')}` : undefined);
  });
}

/** Whether a host has specs: those for both hosts, or its own folder's. @param {'web' | 'electron'} host */
function hasSpecs(host) {
  const names = readdirSync(join(ROOT, 'e2e'), { recursive: true }).map(String);
  return names.some((name) => /^[^/\\]+\.spec\.ts$/.test(name) || (name.startsWith(host) && name.endsWith('.spec.ts')));
}

async function webSpecs() {
  if (!hasSpecs('web')) return skip('no specs');
  const chromium = findChromium();
  if (!chromium) return skip('no Chromium (set LOUPE_CHROMIUM, or on Debian: apt-get install chromium)');
  const env = { ...process.env, LOUPE_E2E_HOST: 'web', LOUPE_CHROMIUM: chromium };
  return runVitestTwice({ name: 'e2e-web', config: E2E_CONFIG, env, timeoutMs: RUN_TIMEOUT_MS });
}

async function electronSpecs() {
  if (!hasSpecs('electron')) return skip('no specs');
  const notes = /** @type {string[]} */ ([]);
  const runtime = await findRuntime({ say: (line) => notes.push(line) });
  if ('reason' in runtime) return skip(`no Electron runtime: ${runtime.reason}`);
  const screen = process.platform === 'linux' ? await startDisplay() : undefined;
  if (screen && 'reason' in screen) return skip(screen.reason);
  const env = { ...process.env, LOUPE_E2E_HOST: 'electron', ...(screen ? { DISPLAY: screen.display } : {}) };
  try {
    const counts = await runVitestTwice({ name: 'e2e-electron', config: E2E_CONFIG, env, timeoutMs: RUN_TIMEOUT_MS });
    return { ...counts, note: [...notes, counts.note].filter(Boolean).join('; ') };
  } finally {
    await screen?.stop();
  }
}

// `npm test [-- --only check|unit|e2e]`
const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : (process.argv[at + 1] ?? '');
if (only !== undefined && !PARTS.includes(only)) {
  console.error(`--only takes one of ${PARTS.join(', ')}`);
  process.exit(2);
}
const wants = (/** @type {string} */ part) => only === undefined || only === part;

await step('set-up', setUp);
if (wants('check')) await checks();
if (wants('unit')) {
  await step('unit tests', () => runVitest({ name: 'unit', config: UNIT_CONFIG, timeoutMs: RUN_TIMEOUT_MS }));
}
if (wants('e2e')) {
  await ensureSystemPackages(say);
  await step('specs, web host in Chromium', webSpecs);
  await step('specs, Electron', electronSpecs);
}
close();
process.exitCode = total.failed > 0 ? 1 : 0;
