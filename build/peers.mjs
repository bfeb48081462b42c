// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';
import { freePort, startProgram } from './peer-process.mjs';
import { run, seconds } from './run.mjs';

/** Agents on other people's server stacks; they lie beside the checkout and are copied before anything is installed. */
export const PEERS_SOURCE = process.env.LOUPE_PEERS || join(dirname(ROOT), 'shared', 'peers');

/** Longest time for one install command, milliseconds. */
const INSTALL_TIMEOUT_MS = 600_000;
/** Last characters of an installer's output that are kept for messages. */
const OUTPUT_TAIL = 4_000;

const STAMP = '.installed';
/** Agents that take their port as the only argument and do not say when they are ready. */
const SILENT = new Set(['google-adk']);
/** Among the arguments of an agent: a port nobody listens on. */
export const FREE_PORT = '{port}';
const WINDOWS = process.platform === 'win32';

/** `${XDG_CACHE_HOME:-~/.cache}/loupe-peers`: shared by every checkout of one person. */
function peersCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loupe-peers');
}

/** The folder of an installed peer. @param {string} name */
export const peerFolder = (name) => join(peersCache(), name);

/** Peers can be installed only where their sources are. */
export function peersAvailable() {
  return existsSync(PEERS_SOURCE);
}

/**
 * Digest of all files of a peer and of the packages asked for: the stamp that says an installed copy still matches.
 * @param {string} folder
 * @param {readonly string[]} packages
 */
function sourceDigest(folder, packages) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version.split('.')[0]}\0`);
  for (const name of packages) hash.update(`${name}\0`);
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

/** The Python of an installed peer. @param {string} folder */
export function venvPython(folder) {
  return WINDOWS ? join(folder, '.venv', 'Scripts', 'python.exe') : join(folder, '.venv', 'bin', 'python');
}

/**
 * Makes an environment from nothing: one that an interrupted install left behind may lack any file.
 * @param {string} name
 * @param {string} folder
 * @param {readonly string[]} packages arguments of `pip install`
 */
async function installPython(name, folder, packages) {
  rmSync(join(folder, '.venv'), { recursive: true, force: true });
  await step(`${name}: python -m venv`, WINDOWS ? 'python' : 'python3', ['-m', 'venv', '.venv'], folder);
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '-q', ...packages];
  await step(`${name}: pip install`, venvPython(folder), pip, folder);
}

/**
 * Copies a peer to the cache and installs its packages there, once per source digest. Throws when an installer fails.
 * @param {string} name of the folder in the cache, and of the one below PEERS_SOURCE
 * @param {(line: string) => void} [say]
 * @param {{ source?: string, packages?: readonly string[] }} [release] for agents that come in several releases: the
 *   folder below PEERS_SOURCE, and the Python packages of this one
 * @returns {Promise<string>} the installed folder
 */
export async function installPeer(name, say = console.log, { source: from = name, packages = [] } = {}) {
  const source = join(PEERS_SOURCE, from);
  if (!existsSync(source)) throw new Error(`no peer is called ${from}: ${source} does not exist`);
  const folder = peerFolder(name);
  const digest = sourceDigest(source, packages);
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
  if (packages.length > 0) await installPython(name, folder, packages);
  else if (existsSync(join(folder, 'requirements.txt'))) await installPython(name, folder, ['-r', 'requirements.txt']);
  else await step(`${name}: npm install`, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], folder);
  writeFileSync(stamp, digest);
  say(`Installed peer ${name} in ${seconds(started)}`);
  return folder;
}

/**
 * Starts an installed peer on a free port of the loopback interface. Throws when it ends early or stays silent.
 * @param {string} name folder below PEERS_SOURCE, installed before
 * @param {string[]} [args] further options of the agent; FREE_PORT becomes a number
 */
export async function startPeer(name, args = []) {
  const folder = peerFolder(name);
  const python = existsSync(join(folder, 'agent.py'));
  const port = await freePort();
  const silent = SILENT.has(name);
  const others = await Promise.all(args.map(async (arg) => (arg === FREE_PORT ? String(await freePort()) : arg)));
  const own = silent ? [String(port)] : ['--port', String(port)];
  return startProgram({
    name,
    command: python ? venvPython(folder) : process.execPath,
    args: [python ? 'agent.py' : 'agent.mjs', ...own, ...others],
    cwd: folder,
    port,
    path: '/.well-known/agent-card.json',
    // READY alone does not do: one of the peers prints it before it listens.
    ready: (output) => silent || output.includes('READY'),
  });
}
