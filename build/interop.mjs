// @ts-check
import { parseArgs } from 'node:util';
import { buildAll } from './bundle.mjs';
import { stopAllPeers } from './peer-process.mjs';
import { PEERS_SOURCE, peersAvailable } from './peers.mjs';
import { seconds } from './run.mjs';
import { ensureDependencies } from './setup.mjs';

/** Servers that run at the same time. */
const AT_A_TIME = 3;

/** Loaded by address: the suite belongs to another TypeScript project than the scripts of this folder. */
const SUITE = new URL('../e2e/interop/suite.mjs', import.meta.url).href;

const say = (/** @type {string} */ line) => console.log(line);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    await stopAllPeers();
    process.exit(130);
  });
}

/** @returns {Promise<number>} exit code */
async function main() {
  const { values } = parseArgs({
    options: { peer: { type: 'string' }, only: { type: 'string' }, binding: { type: 'string' } },
  });
  if (!peersAvailable()) {
    console.error(`The agents of this suite are not here: ${PEERS_SOURCE} (LOUPE_PEERS names another folder)`);
    return 2;
  }
  const started = Date.now();
  const { jobs, runJobs } = await import(SUITE);
  const list = jobs(values, say);
  if (list.length === 0) {
    console.error('Nothing to run: no agent or scenario has that name');
    return 2;
  }
  await ensureDependencies(say);
  await buildAll(say, ['cli']);
  const { passed, failed } = await runJobs(list, AT_A_TIME);
  say(`Took ${seconds(started)}`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
} finally {
  await stopAllPeers();
}
