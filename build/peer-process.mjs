// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** Longest wait for a peer's first accepted connection, milliseconds; slow ones need a third of it on a busy machine. */
const START_TIMEOUT_MS = 90_000;
/** Wait between two looks at a port, milliseconds. */
const POLL_MS = 100;
/** Wait between asking a peer to end and ending it for good, milliseconds. */
const STOP_GRACE_MS = 2_000;
/** Last characters of a peer's output that are kept for messages. */
const OUTPUT_TAIL = 4_000;

const WINDOWS = process.platform === 'win32';

/**
 * @typedef {object} Peer
 * @property {string} url origin, for example `http://127.0.0.1:40123`
 * @property {number} port
 * @property {() => string} output what it printed lately
 * @property {() => Promise<void>} stop ends the process group; safe to call twice
 */

/**
 * @typedef {object} Program
 * @property {string} name for messages
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} port it listens on
 * @property {string} [path] to be asked for over HTTP until it answers; left out: an accepted connection is enough
 * @property {(output: string) => boolean} [ready] what it printed says that it is worth asking
 * @property {string} [log] file that gets everything it prints
 */

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

/** @param {number} port @returns {Promise<boolean>} */
const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Peers that run now, so that an interrupted suite leaves none behind. @type {Set<Peer>} */
const running = new Set();

/** Stops every peer this process started. */
export async function stopAllPeers() {
  await Promise.all([...running].map((peer) => peer.stop()));
}

/** Keeps the end of the output, and all of it in the log. @param {string | undefined} log */
function keeper(log) {
  const file = log === undefined ? undefined : openSync(log, 'w');
  let tail = '';
  return {
    tail: () => tail,
    keep: (/** @type {string} */ text) => {
      tail = (tail + text).slice(-OUTPUT_TAIL);
      if (file !== undefined) writeSync(file, text);
    },
    close: () => file !== undefined && closeSync(file),
  };
}

/**
 * Starts a program that listens on a port of the loopback interface, and waits until it answers. Throws when it ends
 * early or stays silent.
 * @param {Program} program
 * @returns {Promise<Peer>}
 */
export async function startProgram({ name, command, args, cwd, env, port, path, ready = () => true, log }) {
  // Its own process group: stopping by -pid takes whatever it started along.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !WINDOWS });
  const { tail, keep, close } = keeper(log);
  let ended = false;
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => {
    const end = () => {
      if (!ended) close();
      ended = true;
      resolve();
    };
    child.on('error', (error) => {
      if (!ended) keep(error.message);
      end();
    });
    child.on('close', end);
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
    output: tail,
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
  const listens = () => (path === undefined ? accepts(port) : answers(`${peer.url}${path}`));
  while (!(ready(tail()) && (await listens()))) {
    if (ended || Date.now() > deadline) {
      const how = ended ? 'ended before it was ready' : 'was not ready in time';
      await peer.stop();
      throw new Error(`${name} ${how}:\n${tail()}`);
    }
    await wait(POLL_MS);
  }
  return peer;
}
