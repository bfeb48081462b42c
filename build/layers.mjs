// @ts-check
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './layer-rules.mjs';
import { ROOT } from './paths.mjs';
import { filesBelow } from './stamp.mjs';

/**
 * One import. `to` is a file of the project (relative, forward slashes) or what was written for anything else.
 * @typedef {{ from: string, to: string, file: boolean }} Edge
 */

const SOURCE = /\.tsx?$/;
const LEFT_OUT = /\.(test|spec)\.tsx?$|\.d\.ts$/;
/** esbuild drops these, but a type from the wrong room ties the rooms together just as well. */
const TYPE_IMPORT = /^\s*(?:import|export)\s+type\s[^'";]*?\sfrom\s+['"]([^'"]+)['"]/gm;

/**
 * The room of a file and the room's name: the pattern's `*` is filled in.
 * @param {string} file
 */
function roomOf(file) {
  for (const rule of ROOMS) {
    if (!rule.room.endsWith('/*')) {
      if (file === rule.room || file.startsWith(`${rule.room}/`)) return { rule, name: rule.room };
      continue;
    }
    const parent = rule.room.slice(0, -1);
    const [folder, rest] = file.startsWith(parent) ? file.slice(parent.length).split('/') : [];
    if (folder && rest !== undefined) return { rule, name: parent + folder };
  }
  return undefined;
}

/** `@scope/name/deep?query` -> `@scope/name`. @param {string} specifier */
function packageName(specifier) {
  const parts = (specifier.split('?')[0] ?? '').split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** @param {string[]} allowed @param {string} name */
function allowsPackage(allowed, name) {
  return allowed.some(
    (item) => item === '*' || item === name || (item.endsWith('/*') && name.startsWith(item.slice(0, -1))),
  );
}

/** @param {Edge} edge @param {{ rule: import('./layer-rules.mjs').Room, name: string }} room */
function isAllowed({ to, file }, { rule, name }) {
  if (file) return [name, ...rule.rooms].some((room) => to === room || to.startsWith(`${room}/`));
  if (packageName(to) === 'electron') return rule.electron === true;
  if (isBuiltin(to)) return rule.node === true;
  return allowsPackage(rule.packages, packageName(to));
}

/**
 * The imports that go against the rooms' rules, one line each; a file outside every room is one as well.
 * @param {Edge[]} edges
 * @returns {string[]}
 */
export function checkLayers(edges) {
  const lines = new Set();
  for (const edge of edges) {
    const room = roomOf(edge.from);
    if (!room) {
      lines.add(`${edge.from} belongs to no room of build/layer-rules.mjs`);
    } else if (!isAllowed(edge, room)) {
      lines.add(`${edge.from} imports ${edge.to}: ${room.name} must not`);
    }
  }
  return [...lines].sort();
}

/**
 * The type-only imports of a source text.
 * @param {string} text
 * @returns {string[]} as written
 */
export function typeImports(text) {
  return [...text.matchAll(TYPE_IMPORT)].map((match) => match[1] ?? '');
}

/**
 * Relative imports carry their extension here, so no resolver is needed to know the file.
 * @param {string} from @param {string} specifier @returns {Edge}
 */
function edge(from, specifier) {
  if (!specifier.startsWith('.')) return { from, to: specifier, file: false };
  return { from, to: posix.join(posix.dirname(from), specifier.split('?')[0] ?? ''), file: true };
}

/**
 * Every import of the project's sources, tests left out: esbuild's view of the values, the texts' view of the types.
 * Throws when a source is no TypeScript.
 * @returns {Promise<Edge[]>}
 */
export async function readGraph() {
  const { build } = await import('esbuild');
  const sources = ['shared', 'electron', 'renderer']
    .flatMap((room) => filesBelow(join(ROOT, room)))
    .filter((file) => SOURCE.test(file) && !LEFT_OUT.test(file))
    .map((file) => relative(ROOT, file).replaceAll('\\', '/'));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: sources,
    bundle: true,
    write: false,
    metafile: true,
    outdir: '.cache/layers',
    outbase: '.',
    // Two files may differ in case or ending alone.
    entryNames: '[ext]/[dir]/[name]-[hash]',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    // Every source is an entry point, so no import has to be followed, nor has to exist.
    plugins: [
      {
        name: 'imports as written',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'entry-point' ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const values = Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map((item) => edge(from, item.path)),
  );
  const types = sources.flatMap((from) =>
    typeImports(readFileSync(join(ROOT, from), 'utf8')).map((specifier) => edge(from, specifier)),
  );
  return [...values, ...types];
}

// `node build/layers.mjs` lists what is wrong.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = checkLayers(await readGraph());
  for (const line of lines) console.log(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
