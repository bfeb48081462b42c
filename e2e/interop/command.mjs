// @ts-check
import { join } from 'node:path';
import { OUT } from '../../build/paths.mjs';
import { run } from '../../build/run.mjs';

/** Longest time for one command line, milliseconds; the longest stream of the suite takes a tenth of it. */
const COMMAND_TIMEOUT_MS = 60_000;

/** The bundled command line. */
export const LOUPE = join(OUT, 'cli', 'loupe.cjs');

/**
 * @typedef {object} Ran
 * @property {number} code
 * @property {Record<string, any>[]} lines every line of standard output, parsed
 * @property {Record<string, any> | undefined} outcome the last line
 * @property {string} stderr
 */

/**
 * Runs the command line with `--json`.
 * @param {string[]} args
 * @returns {Promise<Ran>}
 */
export async function loupe(args) {
  const { code, stdout, stderr, timedOut } = await run(process.execPath, [LOUPE, ...args, '--json'], {
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        return { kind: 'unreadable', line };
      }
    });
  const last = lines[lines.length - 1];
  const outcome = last?.kind === 'outcome' ? last : undefined;
  return { code, lines, outcome, stderr: timedOut ? `${stderr}no end after ${COMMAND_TIMEOUT_MS} ms` : stderr };
}
