// @ts-check
import { seconds } from './run.mjs';

/** Width of the column with a step's name, characters. */
const NAME_WIDTH = 28;

/**
 * What a step found. `output` is printed when something failed, at first or for good. `failures` has a line for each
 * failed test; `unsteady` one for each that failed and passed when it was run again.
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, output?: string, failures?: string[],
 *   unsteady?: string[] }} Counts
 */

/** @param {string} [note] @returns {Counts} */
export const pass = (note) => ({ passed: 1, failed: 0, skipped: 0, note });
/** @param {string} output @returns {Counts} */
export const fail = (output) => ({ passed: 0, failed: 1, skipped: 0, output });
/** @param {string} note why @returns {Counts} */
export const skip = (note) => ({ passed: 0, failed: 0, skipped: 1, note });

/** The closing line that people and scripts read. @param {Counts} counts */
function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Runs steps one after the other, prints a line for each and adds them up.
 * @param {{ strict: boolean, say?: (line: string) => void }} options strict: whatever was skipped counts as failed
 */
export function createReport({ strict, say = console.log }) {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  const named = /** @type {string[]} */ ([]);

  /** @param {string} name @param {() => Promise<Counts> | Counts} work */
  async function step(name, work) {
    const started = Date.now();
    /** @type {Counts} */
    let counts;
    try {
      counts = await work();
    } catch (error) {
      counts = fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const { passed, skipped, note, output, failures = [], unsteady = [] } = counts;
    const failed = counts.failed + (strict ? skipped : 0);
    total.passed += passed;
    total.failed += failed;
    total.skipped += strict ? 0 : skipped;
    for (const line of failures) named.push(`FAILED ${name}: ${line}`);
    if (failed > 0 && failures.length === 0) named.push(`FAILED ${name}`);
    for (const line of unsteady) named.push(`UNSTEADY ${name}: ${line}`);
    const word = failed > 0 ? 'FAIL' : passed === 0 && skipped > 0 ? 'skip' : 'ok  ';
    const details = [passed + failed + skipped > 1 ? closingLine(counts) : '', note ?? ''].filter(Boolean).join('; ');
    say(`${word} ${name.padEnd(NAME_WIDTH)} ${seconds(started).padStart(8)}${details ? `  ${details}` : ''}`);
    if ((failed > 0 || unsteady.length > 0) && output) say(output.trimEnd());
    return counts;
  }

  /** The closing lines: what failed and what was unsteady by name, then the sum. */
  function close() {
    for (const line of named) say(line);
    say(closingLine(total));
  }
  return { step, total, close };
}
