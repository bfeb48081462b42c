// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

/** Debian names of the shared libraries that an Electron runtime loads. */
export const LIBRARY_PACKAGES = ['libnss3', 'libgtk-3-0', 'libgbm1', 'libasound2'];

/**
 * Everything the end-to-end tests need from the system; the fonts make screenshots with CJK text readable. The interop
 * suite starts the Redis server that one of its agents queues its pushes in.
 */
const PACKAGES = ['chromium', 'xvfb', ...LIBRARY_PACKAGES, 'fonts-noto-cjk', 'redis-server'];

/** Another apt run is waited for, seconds. */
const INSTALL = ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const CHROMIUM_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The full path of a command on PATH. @param {string} name @returns {string | undefined} */
export function findCommand(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** A Chromium for the tests: LOUPE_CHROMIUM, else the system's own. @returns {string | undefined} */
export function findChromium() {
  if (process.env.LOUPE_CHROMIUM) return process.env.LOUPE_CHROMIUM;
  for (const name of CHROMIUM_NAMES) {
    const file = findCommand(name);
    if (file) return file;
  }
  return CHROMIUM_PLACES.find((file) => existsSync(file));
}

/** Ubuntu renamed libraries in its move to 64-bit time. @param {string} name */
const spellings = (name) => [name, `${name}t64`];

/** @param {string} name */
async function isInstalled(name) {
  if (name === 'chromium' && findChromium()) return true;
  if (name === 'redis-server' && findCommand(name)) return true;
  for (const spelling of spellings(name)) {
    const { stdout } = await run('dpkg-query', ['-s', spelling]);
    if (/^Status: .* installed$/m.test(stdout)) return true;
  }
  return false;
}

/** The spelling that this system can install. @param {string} name */
async function candidate(name) {
  for (const spelling of spellings(name)) {
    const { stdout } = await run('apt-cache', ['policy', spelling]);
    if (/Candidate: (?!\(none\))/.test(stdout)) return spelling;
  }
  return name;
}

/**
 * Installs missing system packages as root on Debian and Ubuntu; elsewhere it only looks. Failures are no error here:
 * the parts that need a package say so themselves.
 * @param {(line: string) => void} [say]
 */
export async function ensureSystemPackages(say = console.log) {
  if (!findCommand('apt-get')) return;
  const missing = [];
  for (const name of PACKAGES) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    say(`Missing system packages: apt-get install ${missing.join(' ')}`);
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const names = await Promise.all(missing.map(candidate));
  say(`Installing system packages: ${names.join(' ')}`);
  const install = (/** @type {string[]} */ wanted) => run('apt-get', [...INSTALL, ...wanted], { env });
  if ((await install(names)).code === 0) return;
  // One package that this release does not have must not keep the others out.
  for (const name of names) {
    const result = await install([name]);
    if (result.code !== 0) say(`apt-get install ${name} failed: ${result.stderr.trim().split('\n').at(-1) ?? ''}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureSystemPackages();
