import { tmpdir } from 'node:os';
import { createEngine } from '../engine/engine.ts';
import { thisProcess } from '../engine/hosting/data-folder.ts';
import { keptFolder } from './kept-folder.ts';
import { EXIT_INTERRUPTED, EXIT_USAGE } from './outcome-line.ts';
import { runCli } from './run.ts';
import { processTerminal } from './terminal.ts';

const version = process.env.LOUPE_VERSION ?? '0.0.0';

/** Nothing but credentials is kept: neither agents nor settings nor, without `--save`, the session. */
const openEngine = (accessFolder?: string) =>
  createEngine({
    dataDir: tmpdir(),
    host: 'cli',
    version,
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: 'session' },
    persist: false,
    ...(accessFolder !== undefined && { accessFolder }),
  });

let interrupted = false;
process.on('SIGINT', () => {
  // The first Ctrl+C stops listening in good order. The second one, or the first when nothing is listened to, ends it all.
  if (interrupted || process.listenerCount('SIGINT') === 1) process.exit(EXIT_INTERRUPTED);
  interrupted = true;
});

runCli(process.argv.slice(2), processTerminal(), openEngine, version, keptFolder(thisProcess())).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`loupe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = EXIT_USAGE;
  },
);
