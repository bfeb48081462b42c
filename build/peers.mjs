// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';
import { run, seconds } from './run.mjs';

/** Agents on other people's server stacks; they lie beside the checkout and are copied before anything is installed. */
export const PEERS_SOURCE = process.env.LOUPE_PEERS || join(dirname(ROOT), 'shared', 'peers');

/** Longest wait for a peer's first accepted connection, milliseconds. */
const START_TIMEOUT_MS = 30_000;
/** Wait between two looks at a port, milliseconds. */
const POLL_MS = 100;
/** Wait between asking a peer to end and ending it for good, milliseconds. */
const STOP_GRACE_MS = 2_000;
/** Longest time for one install command, milliseconds. */
const INSTALL_TIMEOUT_MS = 600_000;
/** Last characters of a peer's or installer's output that are kept for messages. */
const OUTPUT_TAIL = 4_000;

const STAMP = '.installed';
/** Agents that take their port as the only argument and do not say when they are ready. */
const SILENT = new Set(['google-adk']);
/** Among the arguments of an agent: a port nobody listens on. */
export const FREE_PORT = '{port}';
const WINDOWS = process.platform === 'win32';

/** `${XDG_CACHE_HOME:-~/.cache}/loupe-peers`: shared by every checkout of one person. */
export function peersCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loupe-peers');
}

/** Peers can be installed only where their sources are. */
export function peersAvailable() {
  return existsSync(PEERS_SOURCE);
}

/**
 * Digest of all files of a peer: the stamp that says an installed copy still matches its source.
 * @param {string} folder
 */
function sourceDigest(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version.split('.')[0]}\0`);
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
async function step(what, command, args, cwd) {
  const result = await run(command, args, { cwd, timeoutMs: INSTALL_TIMEOUT_MS, shell: WINDOWS });
  if (result.code === 0) return;
  throw new Error(
    `${what} failed (exit code ${result.code}):\n${`${result.stdout}${result.stderr}`.slice(-OUTPUT_TAIL)}`,
  );
}

/** @param {string} folder */
function venvPython(folder) {
  return WINDOWS ? join(folder, '.venv', 'Scripts', 'python.exe') : join(folder, '.venv', 'bin', 'python');
}

/**
 * Copies a peer to the cache and installs its packages there, once per source digest. Throws when an installer fails.
 * @param {string} name folder below PEERS_SOURCE
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>} the installed folder
 */
export async function installPeer(name, say = console.log) {
  const source = join(PEERS_SOURCE, name);
  if (!existsSync(source)) throw new Error(`no peer is called ${name}: ${source} does not exist`);
  const folder = join(peersCache(), name);
  const digest = sourceDigest(source);
  const stamp = join(folder, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return folder;

  const started = Date.now();
  rmSync(stamp, { force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(source)) {
    const target = join(folder, file);
    // The sources may be read-only, and cpSync keeps the mode: an old copy has to go first.
    rmSync(target, { recursive: true, force: true });
    cpSync(join(source, file), target, { recursive: true });
  }
  if (existsSync(join(folder, 'requirements.txt'))) {
    if (!existsSync(venvPython(folder))) {
      await step(`${name}: python -m venv`, WINDOWS ? 'python' : 'python3', ['-m', 'venv', '.venv'], folder);
    }
    const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '-q', '-r', 'requirements.txt'];
    await step(`${name}: pip install`, venvPython(folder), pip, folder);
  } else {
    await step(`${name}: npm install`, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], folder);
  }
  writeFileSync(stamp, digest);
  say(`Installed peer ${name} in ${seconds(started)}`);
  return folder;
}

/** A port nobody listens on at this moment. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Any HTTP answer at all means that connections are accepted. @param {string} url */
async function answers(url) {
  try {
    await (await fetch(url, { method: 'GET', signal: AbortSignal.timeout(1_000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/**
 * @typedef {object} Peer
 * @property {string} url origin, for example `http://127.0.0.1:40123`
 * @property {number} port
 * @property {() => string} output what it printed lately
 * @property {() => Promise<void>} stop ends the process group; safe to call twice
 */

/** Peers that run now, so that an interrupted suite leaves none behind. @type {Set<Peer>} */
const running = new Set();

/** Stops every peer this process started. */
export async function stopAllPeers() {
  await Promise.all([...running].map((peer) => peer.stop()));
}

/**
 * Starts an installed peer on a free port of the loopback interface. Throws when it ends early or stays silent.
 * @param {string} name folder below PEERS_SOURCE, installed before
 * @param {string[]} [args] further options of the agent; FREE_PORT becomes a number
 * @returns {Promise<Peer>}
 */
export async function startPeer(name, args = []) {
  const folder = join(peersCache(), name);
  const python = existsSync(join(folder, 'agent.py'));
  const port = await freePort();
  const command = python ? venvPython(folder) : process.execPath;
  const silent = SILENT.has(name);
  const others = await Promise.all(args.map(async (arg) => (arg === FREE_PORT ? String(await freePort()) : arg)));
  const own = silent ? [String(port)] : ['--port', String(port)];
  const child = spawn(command, [python ? 'agent.py' : 'agent.mjs', ...own, ...others], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: stopping by -pid takes whatever it started along.
    detached: !WINDOWS,
  });
  let output = '';
  let ended = false;
  const keep = (/** @type {string} */ text) => {
    output = (output + text).slice(-OUTPUT_TAIL);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const closed = new Promise((resolve) => {
    child.on('error', (error) => {
      keep(error.message);
      ended = true;
      resolve(undefined);
    });
    child.on('close', () => {
      ended = true;
      resolve(undefined);
    });
  });
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    if (ended || child.pid === undefined) return;
    try {
      if (WINDOWS) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  /** @type {Peer} */
  const peer = {
    url: `http://127.0.0.1:${port}`,
    port,
    output: () => output,
    stop: async () => {
      running.delete(peer);
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), STOP_GRACE_MS);
      await closed;
      clearTimeout(timer);
    },
  };
  running.add(peer);

  const deadline = Date.now() + START_TIMEOUT_MS;
  // READY alone does not do: one of the peers prints it before it listens.
  while (!((silent || output.includes('READY')) && (await answers(`${peer.url}/.well-known/agent-card.json`)))) {
    if (ended || Date.now() > deadline) {
      await peer.stop();
      throw new Error(`${name} ${ended ? 'ended before it was ready' : 'was not ready in time'}:\n${output}`);
    }
    await wait(POLL_MS);
  }
  return peer;
}
