// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE, ROOT } from '../paths.mjs';

/** What the end-to-end specs start the two hosts with. */
const ENTRY = `export { startElectron } from './electron.ts'; export { startWeb } from './web.ts';`;

/**
 * @typedef {(options: import('../../e2e/harness/launch.ts').StartOptions) =>
 *   Promise<import('../../e2e/harness/launch.ts').Started>} Starter
 */

/**
 * The starters of the end-to-end specs, translated so that Node can load them.
 * @returns {Promise<{ startWeb: Starter, startElectron: Starter }>}
 */
export async function loadStarters() {
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
