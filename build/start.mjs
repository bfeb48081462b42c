// @ts-check
import { join } from 'node:path';
import { buildAll, NODE_BUNDLES } from './bundle.mjs';
import { hasDisplay } from './display.mjs';
import { findRuntime } from './electron-runtime.mjs';
import { OUT, ROOT } from './paths.mjs';
import { KILL_GRACE_MS, runForeground } from './run.mjs';
import { ensureDependencies } from './setup.mjs';

const say = (/** @type {string} */ line) => console.log(line);

/**
 * What to run for these arguments: the window, or the web host where no window can be had.
 * @param {string[]} args
 * @returns {Promise<{ command: string, args: string[], env: NodeJS.ProcessEnv }>}
 */
async function choose(args) {
  const wantsWeb = args.includes('--web');
  const rest = args.filter((arg) => arg !== '--web');
  const web = {
    command: process.execPath,
    args: [join(OUT, NODE_BUNDLES.web?.out ?? ''), ...(hasDisplay() ? [] : ['--no-open']), ...rest],
    env: process.env,
  };
  if (wantsWeb) return web;
  if (!hasDisplay()) {
    say('No display here: starting the web host instead of a window');
    return web;
  }
  const runtime = await findRuntime({ say });
  if ('reason' in runtime) {
    say(`No Electron runtime: ${runtime.reason}. Starting the web host instead of a window`);
    return web;
  }
  const root = process.getuid?.() === 0;
  if (root) say("Running as root: Chromium's sandbox is off (--no-sandbox)");
  // A shell inside an Electron program hands this down; the window would start as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return { command: runtime.path, args: [...(root ? ['--no-sandbox'] : []), ROOT, ...rest], env };
}

// `npm start [-- --web] [-- --sample ...]`
try {
  await ensureDependencies(say);
  await buildAll(say);
  const { command, args, env } = await choose(process.argv.slice(2));
  const { code, asked } = await runForeground(command, args, { cwd: ROOT, env, graceMs: KILL_GRACE_MS });
  process.exitCode = asked ? 0 : code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
