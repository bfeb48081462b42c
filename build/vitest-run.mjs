// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CACHE, packageFile, ROOT } from './paths.mjs';
import { run } from './run.mjs';

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, message?: string,
 *     assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} VitestReport
 */

/** More failed files than this are a broken build, not an unsteady test: nothing is run again. */
const FILES_AGAIN = 3;
/** Of a failure's text in the list of failures, characters. */
const REASON_CHARS = 300;

/** One line per failed test, or per file that could not be loaded. @param {VitestReport} report */
function failuresOf(report) {
  return report.testResults.flatMap((file) => {
    const path = relative(ROOT, file.name).replaceAll('\\', '/');
    const line = (/** @type {string} */ name, /** @type {string | undefined} */ reason) =>
      `${path} ${name}: ${(reason ?? '').replaceAll(/\s+/g, ' ').slice(0, REASON_CHARS)}`;
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map((test) => line(test.fullName, test.failureMessages?.[0]));
    return file.status === 'failed' ? [line('(not loaded)', file.message)] : [];
  });
}

/**
 * Counts of a report. A file that could not even be loaded counts as one failed test, and so does a run that ended
 * badly without a failed test (an unhandled rejection, say).
 * @param {VitestReport} report
 * @param {number} code exit code of vitest
 * @returns {import('./report.mjs').Counts}
 */
export function countTests(report, code) {
  const failures = failuresOf(report);
  const skipped = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status !== 'passed' && test.status !== 'failed');
  return {
    passed: report.numPassedTests,
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    skipped: skipped.length,
    failures,
    ...(skipped.length > 0 ? { note: `skipped: ${skipped.map((test) => test.fullName).join(', ')}` } : {}),
  };
}

/** @param {VitestReport} report */
const failedFiles = (report) => report.testResults.filter((file) => file.status === 'failed').map((file) => file.name);

/**
 * Counts after the failed files of a run were run again. Nothing is forgiven unless all of them pass now.
 * @param {VitestReport} first
 * @param {VitestReport} again its failed files only
 * @param {number} code exit code of the second run
 * @returns {import('./report.mjs').Counts}
 */
export function settle(first, again, code) {
  const before = countTests(first, 1);
  const now = countTests(again, code);
  if (now.failed > 0 || now.skipped > 0) return before;
  const failed = new Set(failedFiles(first));
  const kept = first.testResults
    .filter((file) => !failed.has(file.name))
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'passed').length;
  return { ...now, passed: kept + now.passed, unsteady: before.failures };
}

/**
 * @typedef {{ name: string, config: string, env?: NodeJS.ProcessEnv, timeoutMs: number }} VitestOptions
 */

/**
 * One run of vitest, of all its files or of some.
 * @param {VitestOptions} options
 * @param {string[]} [files]
 * @returns {Promise<{ output: string, code: number | null, report?: VitestReport }>}
 */
async function runOnce({ name, config, env = process.env, timeoutMs }, files = []) {
  const file = join(CACHE, 'reports', `${name}.json`);
  mkdirSync(join(CACHE, 'reports'), { recursive: true });
  rmSync(file, { force: true });
  const args = [packageFile('vitest', 'vitest.mjs'), 'run', ...files, '--config', config];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  const result = await run(process.execPath, args, { env: { ...env, NO_COLOR: '1' }, timeoutMs });
  const output = `${result.stdout}${result.stderr}`;
  if (result.timedOut) return { output: `${output}\nstopped after ${timeoutMs / 1000} s`, code: null };
  if (!existsSync(file)) return { output, code: null };
  return { output, code: result.code, report: JSON.parse(readFileSync(file, 'utf8')) };
}

/**
 * Runs vitest and counts its tests one by one.
 * @param {VitestOptions} options
 * @returns {Promise<import('./report.mjs').Counts>}
 */
export async function runVitest(options) {
  const { output, code, report } = await runOnce(options);
  if (!report) return { passed: 0, failed: 1, skipped: 0, output };
  return { ...countTests(report, code ?? 1), output };
}

/**
 * Runs vitest as `runVitest` does; the files of a few failed tests are run once more on their own. A real browser on a
 * loaded machine can be late for one test in some hundreds: what passes then counts as passed, and is named as
 * unsteady, with its first failure, wherever results are printed.
 * @param {VitestOptions} options
 * @returns {Promise<import('./report.mjs').Counts>}
 */
export async function runVitestTwice(options) {
  const first = await runOnce(options);
  if (!first.report) return { passed: 0, failed: 1, skipped: 0, output: first.output };
  const counts = { ...countTests(first.report, first.code ?? 1), output: first.output };
  const files = failedFiles(first.report);
  if (files.length === 0 || files.length > FILES_AGAIN) return counts;
  const again = await runOnce({ ...options, name: `${options.name}-again` }, files);
  const output = `${first.output}\n--- run again, alone ---\n${again.output}`;
  return { ...(again.report ? settle(first.report, again.report, again.code ?? 1) : counts), output };
}
