import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../build/system.mjs';
import { appEnvironment, LOUPE_ROOT } from './environment.ts';
import type { Started, StartOptions } from './launch.ts';

/** The web host prints its address within this time, milliseconds. */
const URL_TIMEOUT_MS = 20_000;
/** A web host that was asked to end is ended for good after this, milliseconds. */
const STOP_TIMEOUT_MS = 5_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The page's host. */
interface Server {
  url: string;
  stop(): Promise<void>;
}

async function startServer({ dataDir, args, preload }: StartOptions): Promise<Server> {
  const before = preload === undefined ? [] : ['--require', preload];
  const words = [...before, 'out/web/web.cjs', '--port', '0', '--data-dir', dataDir, '--no-open', ...args];
  const child = spawn(process.execPath, words, {
    cwd: LOUPE_ROOT,
    env: appEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const url = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), URL_TIMEOUT_MS);
    // Read to the end: a full pipe would stop the host.
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        printed += `${line}\n`;
        const found = line.match(/https?:\/\/127\.0\.0\.1:\S+/)?.[0];
        if (found) resolve(found);
      })
      .on('close', () => resolve(undefined));
    child.once('close', () => clearTimeout(timer));
  });
  if (url) return { url, stop };
  await stop();
  throw new Error(`The web host did not print its address. It printed:\n${printed}`);
}

/** Starts Chromium. Throws when there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: set LOUPE_CHROMIUM');
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Starts the web host on a free port and opens it in Chromium: in one of its own, or in a window of the one given, which
 * stays open. `serve` starts another host in its place. Throws when one does not start.
 */
export async function startWeb(
  options: StartOptions,
  shared?: Browser,
  serve: (options: StartOptions) => Promise<Server> = startServer,
): Promise<Started> {
  const browser = shared ?? (await launchBrowser());
  const server = await serve(options).catch(async (error: unknown) => {
    if (!shared) await browser.close().catch(() => {});
    throw error;
  });
  const context = await browser.newContext({ viewport: options.viewport, colorScheme: options.colorScheme });
  const stop = async () => {
    await (shared ? context : browser).close().catch(() => {});
    await server.stop();
  };
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    return { page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
