// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from '../paths.mjs';
import { measure } from './child.mjs';
import { bundleIngest } from './ingest-goal.mjs';
import { loadText } from './load-server.mjs';
import { startTextServer } from './text-server.mjs';

const READ_LINES = fileURLToPath(new URL('read-lines.mjs', import.meta.url));
/** Events of the session. */
export const MILLION = 1_000_000;
const FOLDER = join(CACHE, 'bench', 'million');

/** @param {string} folder */
const sessionFile = (folder) => {
  const sessions = join(folder, 'sessions');
  const name = existsSync(sessions) && readdirSync(sessions).find((file) => file.endsWith('.jsonl'));
  return name ? join(sessions, name) : undefined;
};

/**
 * A session of a million events, as the engine records it, kept until the engine or the events change.
 * @param {(line: string) => void} say
 * @returns {Promise<{ id: string, file: string }>}
 */
export async function recordMillion(say) {
  const program = await bundleIngest();
  const hash = createHash('sha256').update(readFileSync(program));
  hash.update(readFileSync(fileURLToPath(new URL('text-server.mjs', import.meta.url))));
  const digest = hash.digest('hex');
  const stamp = join(FOLDER, 'recorded');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
    say(`Recording a session of ${MILLION} events`);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const server = await startTextServer('short');
    try {
      const args = [program, server.url, loadText({ count: MILLION, profile: 'short' }), FOLDER];
      const { events } = await measure(process.execPath, args);
      if (events < MILLION) throw new Error(`The session has ${events} of ${MILLION} events`);
    } finally {
      await server.stop();
    }
    writeFileSync(stamp, digest);
  }
  const file = sessionFile(FOLDER);
  if (!file) throw new Error('The recording left no session file');
  return { file, id: basename(file, '.jsonl') };
}

/** Puts the session among those of a data folder, without copying it. @param {string} dataDir @param {string} file */
export function linkSession(dataDir, file) {
  const sessions = join(dataDir, 'sessions');
  mkdirSync(sessions, { recursive: true });
  symlinkSync(file, join(sessions, basename(file)));
}

/** A scan takes so little time that one alone says little. */
const SCANS = 3;

/** @param {string} file @returns {Promise<import('./child.mjs').Measured>} the middle one of several */
export async function scanLines(file) {
  const scans = [];
  for (let scan = 0; scan < SCANS; scan += 1) scans.push(await measure(process.execPath, [READ_LINES, 'scan', file]));
  scans.sort((a, b) => a.wall - b.wall);
  return /** @type {import('./child.mjs').Measured} */ (scans[SCANS >> 1]);
}

/** @param {string} file */
export const parseLines = (file) => measure(process.execPath, [READ_LINES, 'parse', file]);
