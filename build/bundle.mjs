// @ts-check
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { OUT, ROOT } from './paths.mjs';
import { seconds } from './run.mjs';
import { digest, isFresh, writeStamp } from './stamp.mjs';

/** Node of the oldest runtime that has to start the bundles (Electron 22). */
export const NODE_TARGET = 'node16.17';

/**
 * The Node side: one CommonJS bundle each. A module that others import on demand has a bundle of its own, whatever imports
 * it: half of the code is for gRPC, and of the rest a window needs next to nothing to open.
 * @type {Record<string, { entry: string, out: string, command?: boolean, onDemand?: true }>}
 */
export const NODE_BUNDLES = {
  grpc: { entry: 'electron/engine/transports/grpc/prepare.ts', out: 'grpc/grpc.cjs', onDemand: true },
  engine: { entry: 'electron/main/open-engine.ts', out: 'engine/engine.cjs', onDemand: true },
  main: { entry: 'electron/main/index.ts', out: 'main/main.cjs' },
  preload: { entry: 'electron/preload/index.ts', out: 'preload/preload.cjs' },
  web: { entry: 'electron/web/index.ts', out: 'web/web.cjs' },
  cli: { entry: 'electron/cli/index.ts', out: 'cli/loupe.cjs', command: true },
};

/** Files whose change makes every output stale. */
const TOOLS = ['package.json', 'package-lock.json', 'build/bundle.mjs', 'build/vite.config.ts'];

/** Version of package.json. */
export function appVersion() {
  return /** @type {string} */ (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
}

/**
 * The settings that every bundle of the Node side shares.
 * @returns {import('esbuild').BuildOptions}
 */
export function nodeOptions() {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: NODE_TARGET,
    format: 'cjs',
    external: ['electron'],
    define: { 'process.env.LOUPE_VERSION': JSON.stringify(appVersion()) },
    logLevel: 'silent',
  };
}

/**
 * Leaves what has a bundle of its own in there, and loads it at the first `import()`.
 * @param {string} outfile bundle that does so
 * @returns {import('esbuild').Plugin}
 */
const onDemand = (outfile) => ({
  name: 'on-demand',
  setup(build) {
    const apart = Object.values(NODE_BUNDLES).filter((bundle) => bundle.onDemand);
    build.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = join(resolveDir, path);
      const bundle = apart.find(({ entry }) => join(ROOT, entry) === file);
      if (!bundle) return undefined;
      const target = relative(dirname(outfile), join(OUT, bundle.out)).split(sep).join('/');
      return { path: target.startsWith('.') ? target : `./${target}`, external: true };
    });
  },
});

/**
 * Writes beside the target and renames, so that a second command never reads half a bundle.
 * @param {string} file
 * @param {Uint8Array} contents
 * @param {boolean} command
 */
function replaceFile(file, contents, command) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, contents);
  if (command) chmodSync(temporary, 0o755);
  renameSync(temporary, file);
}

/**
 * Builds one bundle of the Node side when its sources changed. Throws when a source does not compile.
 * @param {string} name key of NODE_BUNDLES
 * @param {(line: string) => void} say
 * @returns {Promise<'built' | 'fresh' | 'absent'>}
 */
export async function buildNode(name, say) {
  const bundle = NODE_BUNDLES[name];
  if (!bundle) throw new Error(`no bundle is called ${name}`);
  if (!existsSync(join(ROOT, bundle.entry))) {
    say(`Skipped ${name}: ${bundle.entry} does not exist`);
    return 'absent';
  }
  const outfile = join(OUT, bundle.out);
  const stamp = digest(['shared', 'electron', ...TOOLS]);
  if (existsSync(outfile) && isFresh(name, stamp)) return 'fresh';
  const started = Date.now();
  const { build, formatMessages } = await import('esbuild');
  const result = await build({
    ...nodeOptions(),
    entryPoints: [bundle.entry],
    outfile,
    plugins: [onDemand(outfile)],
    // `require` instead of `import()`, which Electron's archives have no way to for a long time.
    supported: { 'dynamic-import': false },
    // Reading the code is most of what a start takes. Names stay, for what errors say of where they came from.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    write: false,
    ...(bundle.command ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  }).catch((error) => error);
  if (result instanceof Error) {
    const errors = /** @type {import('esbuild').BuildFailure} */ (result).errors;
    if (!errors) throw result;
    throw new Error(`${name} does not build:\n${(await formatMessages(errors, { kind: 'error' })).join('')}`);
  }
  for (const file of result.outputFiles) replaceFile(file.path, file.contents, bundle.command === true);
  writeStamp(name, stamp);
  say(`Built ${relative(ROOT, outfile)} in ${seconds(started)}`);
  return 'built';
}

/**
 * The first script without an address in a page: the content security policy has no place for one.
 * @param {string} html
 * @returns {string | undefined}
 */
export function inlineScript(html) {
  return html.match(/<script(?![^>]*\ssrc=)[^>]*>/i)?.[0];
}

/**
 * Builds the renderer when its sources changed. Throws when it does not compile or its page holds an inline script.
 * @param {(line: string) => void} say
 * @returns {Promise<'built' | 'fresh' | 'absent'>}
 */
export async function buildRenderer(say) {
  if (!existsSync(join(ROOT, 'renderer/index.html'))) {
    say('Skipped renderer: renderer/index.html does not exist');
    return 'absent';
  }
  const page = join(OUT, 'renderer/index.html');
  const stamp = digest(['shared', 'renderer', ...TOOLS]);
  if (existsSync(page) && isFresh('renderer', stamp)) return 'fresh';
  const started = Date.now();
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, 'build/vite.config.ts'), logLevel: 'error' });
  const inline = inlineScript(readFileSync(page, 'utf8'));
  if (inline)
    throw new Error(`the built page holds an inline script, which the content security policy refuses: ${inline}`);
  writeStamp('renderer', stamp);
  say(`Built ${relative(ROOT, dirname(page))} in ${seconds(started)}`);
  return 'built';
}

/**
 * Builds what is stale; with a bundle also what it loads on demand.
 * @param {(line: string) => void} [say]
 * @param {string[]} [only] keys of NODE_BUNDLES and 'renderer'; everything when left out
 */
export async function buildAll(say = console.log, only = [...Object.keys(NODE_BUNDLES), 'renderer']) {
  const apart = Object.keys(NODE_BUNDLES).filter((name) => NODE_BUNDLES[name]?.onDemand);
  const needed = only.some((name) => name in NODE_BUNDLES) ? apart : [];
  for (const name of new Set([...needed, ...only])) {
    if (name === 'renderer') await buildRenderer(say);
    else await buildNode(name, say);
  }
}
