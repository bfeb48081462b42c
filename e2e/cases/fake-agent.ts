import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Places } from './case-file.ts';
import { pushedStatuses } from './webhook.ts';

/** Ports are taken from here up to PORT_SPAN higher, in steps that leave room for the three a case needs. */
const FIRST_PORT = 20_000;
const PORT_SPAN = 12_000;
const PORT_STEP = 10;
/** Offsets from the base port: the agent, its second listener, and one that has to stay closed. */
const PORT_OFFSETS = [0, 1, 9];
const PORT_TRIES = 50;
/** Longest wait for the agent's ready line (TLS cases make a key first) and for a control answer, milliseconds. */
const READY_TIMEOUT_MS = 20_000;
const CONTROL_TIMEOUT_MS = 5_000;

const SCRIPT = 'fakeagent.py';
const PYTHON = process.env.LOUPE_PYTHON || 'python3';

/** One request as the agent received it. */
export interface LoggedRequest {
  listener: string;
  method: string;
  target: string;
  path: string;
  headers: [name: string, value: string][];
  body: string;
  /** Index of the route that answered; null for none. */
  route: number | null;
  /** Seconds since the epoch. */
  t: number;
}

export interface FakeAgent {
  places: Places;
  /** Every request so far but those for control. */
  log(): Promise<LoggedRequest[]>;
  /** Forgets the requests and starts all `times` counters again. */
  reset(): Promise<void>;
  /** Has the case's notifications sent to an address; the status of each answer. */
  push(url: string): Promise<number[]>;
  stop(): Promise<void>;
}

/** The script that plays a case: LOUPE_FAKE_AGENT, or the nearest one above the case's folder. */
export function findScript(folder: string): string | undefined {
  if (process.env.LOUPE_FAKE_AGENT) return process.env.LOUPE_FAKE_AGENT;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, SCRIPT))) return join(at, SCRIPT);
    if (dirname(at) === at) return undefined;
  }
}

const taken = new Set<number>();
const running = new Set<ChildProcess>();
// However the process ends, no agent is left behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = FIRST_PORT + PORT_STEP * Math.floor((Math.random() * PORT_SPAN) / PORT_STEP);
    if (taken.has(port)) continue;
    taken.add(port);
    const free = await Promise.all(PORT_OFFSETS.map((offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
    taken.delete(port);
  }
  throw new Error('No three free ports were found for the agent.');
}

function control(origin: string, path: string): Promise<string> {
  const open = origin.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // The certificate is one that the agent made for itself.
    const request = open(`${origin}/__fake/${path}`, { rejectUnauthorized: false, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    request.setTimeout(CONTROL_TIMEOUT_MS, () => request.destroy(new Error(`The agent did not answer ${path}.`)));
    request.on('error', reject).end();
  });
}

async function readyLine(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const line = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), READY_TIMEOUT_MS);
    const done = (text?: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    child.once('error', (error) => {
      errors += error.message;
      done();
    });
    if (child.stdout) {
      createInterface({ input: child.stdout })
        .once('line', done)
        .once('close', () => done());
    }
  });
  if (line === undefined) throw new Error(`The agent of the case did not start: ${errors.trim() || 'no output'}`);
  return line;
}

/** Runs the script as the sender of its notifications. */
function push(args: readonly string[], url: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const options = { timeout: READY_TIMEOUT_MS };
    execFile(PYTHON, [...args, '--push', url], options, (error, output, errors) => {
      if (error) reject(new Error(`The notifications were not sent: ${errors.trim() || error.message}`));
      else resolve(pushedStatuses(output));
    });
  });
}

/** Starts the scripted agent of a case folder on free ports of this machine. Throws when it does not start. */
export async function startFakeAgent(script: string, folder: string): Promise<FakeAgent> {
  const port = await freePort();
  const args = [script, folder, '--port', String(port)];
  const child = spawn(PYTHON, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const stop = async () => {
    taken.delete(port);
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  try {
    const { origin } = JSON.parse(await readyLine(child)) as { origin: string };
    const { protocol, hostname } = new URL(origin);
    const places: Places = {
      origin,
      originB: `${protocol}//${hostname}:${port + 1}`,
      originPlain: `http://${hostname}:${port + 1}`,
      port,
    };
    return {
      places,
      log: async () => JSON.parse(await control(origin, 'log')) as LoggedRequest[],
      push: (url) => push(args, url),
      reset: async () => void (await control(origin, 'reset')),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
