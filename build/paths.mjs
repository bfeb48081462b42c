// @ts-check
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds package.json. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Bundles and the built renderer. */
export const OUT = join(ROOT, 'out');

/** Stamps, type check output and test reports of this checkout. */
export const CACHE = join(ROOT, '.cache');

/** Where things live that every checkout of one person shares: `${XDG_CACHE_HOME:-~/.cache}/loupe`. */
export function userCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loupe');
}

/**
 * The file of an installed package's command, to be run with `process.execPath`.
 * @param {string} name package folder below node_modules
 * @param {string} file path inside the package
 */
export function packageFile(name, file) {
  return join(ROOT, 'node_modules', name, file);
}
