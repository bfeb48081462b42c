// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

/** Wait between asking a child to end and ending it for good, milliseconds. */
export const KILL_GRACE_MS = 5_000;

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 or more when a signal ended it, 127 when it could not be started
 * @property {string} stdout
 * @property {string} stderr
 * @property {boolean} timedOut
 */

/**
 * Runs a command to its end and collects what it prints; never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, { cwd = ROOT, env = process.env, timeoutMs, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, timeoutMs)
      : undefined;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, stdout, stderr: `${stderr}${error.message}\n`, timedOut });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 128, stdout, stderr, timedOut });
    });
  });
}

/**
 * Runs a command on this terminal and passes Ctrl+C and SIGTERM on.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, graceMs?: number }} [options] graceMs: how long a child that was
 *   asked to end may take before it is ended for good; without it, as long as it wants
 * @returns {Promise<{ code: number, asked: boolean }>} asked: it ended because it was told to
 */
export function runForeground(command, args, { cwd = process.cwd(), env = process.env, graceMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    let asked = false;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      // A terminal sends Ctrl+C to the child as well; a second one would cut its orderly end short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      if (asked) return;
      asked = true;
      if (graceMs) timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    const finish = () => {
      clearTimeout(timer);
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    };
    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.on('close', (code, signal) => {
      finish();
      resolve({ code: code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0), asked });
    });
  });
}

/** Seconds with one decimal, for the end of a line. @param {number} since `Date.now()` at the start */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
