// @ts-check
import { join } from 'node:path';
import { buildAll, NODE_BUNDLES } from './bundle.mjs';
import { OUT } from './paths.mjs';
import { runForeground } from './run.mjs';
import { ensureDependencies } from './setup.mjs';

// `npm run -s cli -- ...`: stdout belongs to the command alone, so notes go to stderr.
const note = (/** @type {string} */ line) => console.error(line);
try {
  await ensureDependencies(note);
  await buildAll(note, ['cli']);
  const bundle = join(OUT, NODE_BUNDLES.cli?.out ?? '');
  // npm changes to the checkout; file names in the arguments mean the folder the person is in.
  const cwd = process.env.INIT_CWD || process.cwd();
  const { code } = await runForeground(process.execPath, [bundle, ...process.argv.slice(2)], { cwd });
  process.exitCode = code;
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
