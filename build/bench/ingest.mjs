// @ts-check
// The engine without a window, bundled before it runs: an agent is added, a stream is started as the page starts it, and
// everything is recorded to a session file. Arguments: address of the load server, text of the message, data folder; with
// a further one the code is warmed up first, as the window's process does it when it has nothing to do. Prints one line of
// JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../electron/engine/engine.ts';
import { warmUp } from '../../electron/engine/warm-up.ts';

const [url = '', text = '', dataDir = '', warm] = process.argv.slice(2);
/** Every event of the load server, and nothing else, is a frame of the exchange that was measured. */
const FRAME = /"kind":"frame"/;

/** @template T @param {import('../../shared/lib/result.ts').Reply<T>} reply @returns {T} */
function value(reply) {
  if (reply.ok) return reply.value;
  throw new Error(`${reply.error.code}: ${reply.error.message}`);
}

/** Frames of one exchange in the session files. @param {number} exchange */
function framesOnDisk(exchange) {
  const folder = join(dataDir, 'sessions');
  let frames = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (FRAME.test(line) && line.includes(`"exchange":${exchange},`)) frames += 1;
    }
  }
  return frames;
}

/** Most memory held, MB. The system's own figure for a process also counts what it was forked from. */
function peakMemory() {
  const peak = process.platform === 'linux' && readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s*(\d+)/)?.[1];
  return Number(peak || process.resourceUsage().maxRSS) / 1024;
}

/** What the compiler still has to do when the warm-up has ended is done within this time, milliseconds. */
const COMPILED_MS = 300;
const HOST = /** @type {const} */ ({
  host: 'cli',
  version: '0.0.0',
  platform: process.platform,
  capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
});

async function warmedUp() {
  const idle = { ...HOST, dataDir: '', persist: false };
  await warmUp(
    (http) => createEngine({ ...idle, http }),
    () => false,
  ).done;
  await new Promise((resolve) => setTimeout(resolve, COMPILED_MS));
}

async function main() {
  if (warm) await warmedUp();
  const engine = await createEngine({ ...HOST, dataDir });
  const agent = value(await engine.call('agents.add', { url }));
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] };
  const operation = /** @type {const} */ ('SendStreamingMessage');
  const call = { agent: agent.id, operation, request: { message } };

  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const { exchange } = value(await engine.call('calls.start', call));
  const outcome = value(await engine.call('calls.outcome', { exchange }));
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  const rss = peakMemory();

  await engine.close();
  const events = framesOnDisk(exchange);
  console.log(JSON.stringify({ events, wall, cpu: (user + system) / 1000, rss, outcome: outcome.outcome }));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
