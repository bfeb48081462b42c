// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { run, seconds } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.loupe-lock-hash');
/** npm writes this file at the end of every install. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
/** Last lines of a failed install that are shown. */
const TAIL_LINES = 20;

/** @param {string} file */
function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}

/**
 * Installs the packages of package-lock.json unless they are there already. Install scripts stay off: nothing here
 * needs one, and Electron's own download is a separate, optional step. Throws when npm fails.
 * @param {(line: string) => void} [say]
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureDependencies(say = console.log) {
  const hash = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  const stamped = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (stamped === hash) return false;
  if (modified(INSTALLED) >= modified(LOCK)) {
    writeFileSync(STAMP, hash);
    return false;
  }
  const started = Date.now();
  const args = ['ci', '--ignore-scripts'];
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (result.code !== 0) {
    const tail = `${result.stdout}${result.stderr}`.trim().split('\n').slice(-TAIL_LINES).join('\n');
    throw new Error(`npm ci failed (exit code ${result.code}):\n${tail}`);
  }
  writeFileSync(STAMP, hash);
  say(`Installed the packages of package-lock.json in ${seconds(started)}`);
  return true;
}
