// @ts-check
import { run } from '../run.mjs';

/** No measured program takes longer, milliseconds. */
const CHILD_TIMEOUT_MS = 120_000;

/**
 * @typedef {object} Measured
 * @property {number} wall milliseconds from the request to the end of the answer
 * @property {number} cpu milliseconds of all threads of the process in that time
 * @property {number} events stream events seen
 * @property {number} bytes of the stream
 * @property {number} [rss] most memory held, MB
 */

/**
 * Runs a program that measures itself and prints the result as one line of JSON. Throws when it fails.
 * @param {string} runtime Node, or an Electron that runs as Node
 * @param {string[]} args
 * @returns {Promise<Measured>}
 */
export async function measure(runtime, args) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const result = await run(runtime, args, { env, timeoutMs: CHILD_TIMEOUT_MS });
  const line = result.stdout.trim().split('\n').at(-1) ?? '';
  if (result.code === 0 && line.startsWith('{')) return JSON.parse(line);
  throw new Error(`${args[0]} failed (exit code ${result.code}):\n${result.stdout}${result.stderr}`);
}
