// @ts-check
import { spawn } from 'node:child_process';
import { findCommand } from './system.mjs';

/** Room for the largest window that the specs and screenshots ask for, pixels. */
const SCREEN = '2560x1600x24';
/** Xvfb names its display within this time, milliseconds. */
const START_TIMEOUT_MS = 15_000;

/** Whether a window can be shown on this terminal's own display. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Starts a virtual display on a free number that Xvfb picks itself.
 * @returns {Promise<{ display: string, stop: () => Promise<void> } | { reason: string }>}
 */
export async function startDisplay() {
  if (!findCommand('Xvfb')) return { reason: 'Xvfb is not installed (on Debian: apt-get install xvfb)' };
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  const answer = /** @type {import('node:stream').Readable} */ (child.stdio[3]);
  const number = await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(''), START_TIMEOUT_MS);
    const done = (/** @type {string} */ text) => {
      clearTimeout(timer);
      resolve(text.trim());
    };
    answer.setEncoding('utf8').once('data', done);
    child.once('error', () => done(''));
    child.once('close', () => done(''));
  });
  if (/^\d+$/.test(number)) return { display: `:${number}`, stop };
  child.kill('SIGKILL');
  return { reason: 'Xvfb did not start' };
}
