// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

const STAMPS = join(CACHE, 'stamps');
const TEST_FILE = /\.(test|spec)\.[cm]?tsx?$/;

/**
 * Every file below a folder, sorted, as absolute paths; a missing folder has none. Hidden and installed folders are left out.
 * @param {string} folder absolute path
 * @returns {string[]}
 */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((item) => !item.name.startsWith('.') && item.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => (item.isDirectory() ? filesBelow(join(folder, item.name)) : [join(folder, item.name)]));
}

/**
 * A digest of names and contents, tests left out: a checkout that only moved dates is not stale.
 * @param {string[]} places files and folders relative to the checkout
 */
export function digest(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => filesBelow(join(ROOT, place)))) {
    if (TEST_FILE.test(file)) continue;
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} name @param {string} value */
export function isFresh(name, value) {
  const file = join(STAMPS, name);
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

/** @param {string} name @param {string} value */
export function writeStamp(name, value) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), value);
}
