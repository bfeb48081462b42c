// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, packageFile } from './paths.mjs';
import { run } from './run.mjs';

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, message?: string,
 *     assertionResults: { status: string, fullName: string }[] }[] }} VitestReport
 */

/**
 * Counts of a report. A file that could not even be loaded counts as one failed test, and so does a run that ended
 * badly without a failed test (an unhandled rejection, say).
 * @param {VitestReport} report
 * @param {number} code exit code of vitest
 * @returns {import('./report.mjs').Counts}
 */
export function countTests(report, code) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const skipped = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: skipped.length,
    ...(skipped.length > 0 ? { note: `skipped: ${skipped.map((test) => test.fullName).join(', ')}` } : {}),
  };
}

/**
 * Runs vitest and counts its tests one by one.
 * @param {{ name: string, config: string, env?: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<import('./report.mjs').Counts>}
 */
export async function runVitest({ name, config, env = process.env, timeoutMs }) {
  const file = join(CACHE, 'reports', `${name}.json`);
  mkdirSync(join(CACHE, 'reports'), { recursive: true });
  rmSync(file, { force: true });
  const args = [packageFile('vitest', 'vitest.mjs'), 'run', '--config', config];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  const result = await run(process.execPath, args, { env: { ...env, NO_COLOR: '1' }, timeoutMs });
  const output = `${result.stdout}${result.stderr}`;
  if (result.timedOut)
    return { passed: 0, failed: 1, skipped: 0, output: `${output}\nstopped after ${timeoutMs / 1000} s` };
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, output };
  return { ...countTests(JSON.parse(readFileSync(file, 'utf8')), result.code), output };
}
