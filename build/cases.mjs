// @ts-check
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll, nodeOptions } from './bundle.mjs';
import { OUT, ROOT } from './paths.mjs';
import { seconds } from './run.mjs';
import { ensureDependencies } from './setup.mjs';

/** Cases that are played at the same time. */
const AT_A_TIME = 2;

const say = (/** @type {string} */ line) => console.log(line);

/**
 * Bundles the runner, which uses the product's own modules. It lies as deep as its sources, so that what stays outside
 * the bundle is found by the same relative address.
 * @returns {Promise<string>}
 */
async function bundleRunner() {
  const { build } = await import('esbuild');
  const outfile = join(OUT, 'cases', 'suite.mjs');
  const { target: _, ...options } = nodeOptions();
  await build({
    ...options,
    entryPoints: ['e2e/cases/suite.ts'],
    outfile,
    format: 'esm',
    packages: 'external',
    external: ['electron', '../../build/*'],
  });
  return outfile;
}

const list = (/** @type {string[] | undefined} */ values) => values?.flatMap((value) => value.split(','));

/** `npm run -s cases -- DIR... [--only ID] [--kind KIND,...]`. @returns {Promise<number>} exit code */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true }, kind: { type: 'string', multiple: true } },
  });
  // npm changes to the checkout; names in the arguments mean the folder the person is in.
  const cwd = process.env.INIT_CWD || process.cwd();
  const folders = positionals.map((name) => resolve(existsSync(resolve(cwd, name)) ? cwd : ROOT, name));
  const missing = folders.find((folder) => !existsSync(folder));
  if (folders.length === 0 || missing) {
    console.error(missing ? `There is no folder ${missing}` : 'Name at least one folder of cases');
    return 2;
  }
  const started = Date.now();
  await ensureDependencies(console.error);
  await buildAll(console.error, ['web', 'renderer']);
  const { chooseCases, runCases, stopCases } = await import(pathToFileURL(await bundleRunner()).href);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, async () => {
      await stopCases();
      process.exit(130);
    });
  }
  const options = { folders, only: list(values.only), kinds: list(values.kind), atATime: AT_A_TIME, say };
  const cases = chooseCases(options);
  if (cases.length === 0) {
    console.error('Nothing to run: no case has that name');
    return 2;
  }
  const { passed, failed, disputed, notRun } = await runCases(cases, options);
  if (notRun > 0) say(`${notRun} not run`);
  if (disputed > 0) say(`${disputed} disputed`);
  console.error(`took ${seconds(started)}`);
  say(`${passed} passed, ${failed} failed`);
  // A disputed expectation stays listed as failing, but is no news.
  return failed === disputed ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 2;
}
