import { join } from 'node:path';
import { readArgs, USAGE, type WebArgs } from './args.ts';
import { openBrowser } from './browser.ts';
import { openWebHost } from './open.ts';

/** Exit codes: a wrong command line, and a host that cannot start. */
const EXIT_USAGE = 2;
const EXIT_FAILED = 1;
/** What shells report for a program that Ctrl+C ended at once. */
const EXIT_INTERRUPTED = 130;

/** The built page lies beside this bundle's folder. */
const RENDERER = join(__dirname, '..', 'renderer');

const say = (line: string) => process.stderr.write(`${line}\n`);

async function main(args: WebArgs): Promise<void> {
  const host = await openWebHost({ ...args, renderer: RENDERER, version: process.env.LOUPE_VERSION ?? '0.0.0', say });
  if (!host.ok) {
    say(host.error.message);
    process.exitCode = EXIT_FAILED;
    return;
  }
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(EXIT_INTERRUPTED);
    stopping = true;
    await host.value.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.stdout.write(`Loupe web host: ${host.value.url}\n`);
  if (args.open) openBrowser(host.value.ticketUrl());
}

const args = readArgs(process.argv.slice(2));
if (!args.ok) {
  say(`${args.error.message}\n\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
} else if (args.value.help) process.stdout.write(USAGE);
else void main(args.value);
