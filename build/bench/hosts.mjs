// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE, ROOT } from '../paths.mjs';
import { findChromium } from '../system.mjs';
import { serveBarePage } from './bare-page.mjs';

/** What the end-to-end specs start the two hosts with. */
const ENTRY = `export { startElectron } from './electron.ts'; export { startWeb } from './web.ts';`;

/**
 * @typedef {import('../../e2e/harness/launch.ts').StartOptions} StartOptions
 * @typedef {(options: StartOptions) => Promise<import('../../e2e/harness/launch.ts').Started>} Starter
 * @typedef {{ name: 'web' | 'electron', start: Starter, startBare?: Starter }} Host startBare: a page with a word in it,
 *   where such a page is served
 */

/**
 * The starters of the end-to-end specs, translated so that Node can load them.
 * @returns {Promise<{ startWeb: typeof import('../../e2e/harness/web.ts').startWeb, startElectron: Starter }>}
 */
async function loadStarters() {
  const { build } = await import('esbuild');
  // As deep in the checkout as the harness: it finds the checkout by its own place.
  const outfile = join(CACHE, 'bench', 'hosts.mjs');
  mkdirSync(join(CACHE, 'bench'), { recursive: true });
  await build({
    stdin: { contents: ENTRY, resolveDir: join(ROOT, 'e2e', 'harness') },
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['../../build/*'],
    outfile,
  });
  return import(pathToFileURL(outfile).href);
}

/** @type {ReturnType<typeof loadStarters> | undefined} */
let starters;

/**
 * The hosts to look at; says why one is left out.
 * @param {import('./goals.mjs').Bench} bench
 * @param {string} goals what is measured on them
 * @returns {Promise<Host[]>}
 */
export async function findHosts({ window, cannot }, goals) {
  starters ??= loadStarters();
  const { startWeb, startElectron } = await starters;
  /** @type {Host[]} */
  const found = [];
  const web = {
    name: /** @type {const} */ ('web'),
    start: (/** @type {StartOptions} */ options) => startWeb(options),
    startBare: (/** @type {StartOptions} */ options) => startWeb(options, undefined, serveBarePage),
  };
  if (findChromium()) found.push(web);
  else cannot(`${goals} in Chromium`, 'there is none (set LOUPE_CHROMIUM)');
  const screen = await window();
  if ('reason' in screen) cannot(`${goals} in Electron`, screen.reason);
  else found.push({ name: 'electron', start: startElectron });
  return found;
}
