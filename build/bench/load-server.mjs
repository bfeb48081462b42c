// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { ROOT, userCache } from '../paths.mjs';
import { freePort } from '../peer-process.mjs';
import { run, seconds } from '../run.mjs';
import { findCommand } from '../system.mjs';

/** The load server's source; it lies beside the checkout and is copied before it is compiled. */
const SOURCE = process.env.LOUPE_BLAST || join(dirname(ROOT), 'shared', 'bench', 'blast');
/** The first compilation also compiles Go's own library, milliseconds. */
const COMPILE_TIMEOUT_MS = 300_000;
/** The server answers within this time, milliseconds. */
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
const CARD_PATH = '/.well-known/agent-card.json';

/**
 * Copies and compiles the load server into the cache, once per source. Throws when that cannot be done.
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the executable
 */
async function compile(say) {
  if (!existsSync(SOURCE)) throw new Error(`The load server's source is not at ${SOURCE} (set LOUPE_BLAST)`);
  const names = readdirSync(SOURCE).filter((name) => name === 'go.mod' || name.endsWith('.go'));
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(SOURCE, name)));
  const digest = hash.digest('hex');
  const folder = join(userCache(), 'blast');
  const stamp = join(folder, 'compiled');
  const program = join(folder, process.platform === 'win32' ? 'blast.exe' : 'blast');
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return program;
  const go = findCommand('go') ?? findCommand('go.exe');
  if (!go) throw new Error('The load server is written in Go, and there is no go on PATH');
  const started = Date.now();
  mkdirSync(folder, { recursive: true });
  for (const name of names) copyFileSync(join(SOURCE, name), join(folder, name));
  const result = await run(go, ['build', '-o', program, '.'], { cwd: folder, timeoutMs: COMPILE_TIMEOUT_MS });
  if (result.code !== 0) throw new Error(`The load server does not compile:\n${result.stdout}${result.stderr}`);
  writeFileSync(stamp, digest);
  say(`Compiled the load server in ${seconds(started)}`);
  return program;
}

/** Whether an address answers with 200. @param {string} url @returns {Promise<boolean>} */
const answers = (url) =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/**
 * Starts the load server on a free port of the loopback interface.
 * @param {(line: string) => void} say
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startLoadServer(say) {
  const program = await compile(say);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['-addr', address], { stdio: ['ignore', 'ignore', 'inherit'] });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const closed = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const stop = async () => {
    process.off('exit', end);
    end();
    await closed;
  };
  const url = `http://${address}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(`${url}${CARD_PATH}`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('The load server did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { url, stop };
}

/** @typedef {{ count: number, profile: string, rate?: number }} Load events, their kind, and how many per second; 0: all at once */

/** What to say to the load server. @param {Load} load */
export const loadText = ({ count, profile, rate = 0 }) => `blast n=${count} p=${profile} rate=${rate}`;
