import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startElectron } from './electron.ts';
import { startWeb } from './web.ts';

export interface LaunchOptions {
  /** Where the app keeps its data; a temporary folder that `close` removes when left out. */
  dataDir?: string;
  /** More arguments for the app, such as `--sample`. */
  args?: string[];
  /** Size of the page, CSS pixels. */
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
}

/** The options with everything filled in, as a host's starter takes them. */
export type StartOptions = Required<LaunchOptions> & {
  /** A CommonJS script to run in the process of the engine, for measuring it. */
  preload?: string;
};

/** One running application, from its start to its end. */
export interface Started {
  page: Page;
  /** Answers the dialogs of the system with this folder from now on; only where the host has such dialogs. */
  answerDialogs?(folder: string): Promise<void>;
  /** Ends the application and waits for it; never throws. */
  stop(): Promise<void>;
}

export interface Launched {
  host: 'web' | 'electron';
  /** The page of the latest start. */
  readonly page: Page;
  dataDir: string;
  /** Answers the dialogs of the system with this folder; false on a host that hands out downloads instead. */
  answerDialogs(folder: string): Promise<boolean>;
  /** Uncaught errors and error lines of the page's console since the launch. */
  problems: string[];
  close(): Promise<void>;
  /** Ends the application and starts it again on the same data; the old page is gone. */
  restart(): Promise<Page>;
}

/** The host that the specs run on, from LOUPE_E2E_HOST. */
export const HOST = process.env.LOUPE_E2E_HOST === 'electron' ? 'electron' : 'web';

const DEFAULT_VIEWPORT = { width: 1440, height: 900 };
/** The first start of a runtime on a busy machine, milliseconds. */
const READY_TIMEOUT_MS = 30_000;

const starters = { web: startWeb, electron: startElectron };

/**
 * Starts the built application on the host that LOUPE_E2E_HOST names and waits until its page is there.
 * Throws when it does not start; nothing is left running then.
 */
export async function launchLoupe(options: LaunchOptions = {}): Promise<Launched> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'loupe-e2e-')));
  const settings: StartOptions = {
    args: [],
    viewport: DEFAULT_VIEWPORT,
    colorScheme: 'dark',
    ...options,
    dataDir,
  };
  const problems: string[] = [];
  const start = async (): Promise<Started> => {
    const next = await starters[HOST](settings);
    watch(next.page, problems);
    try {
      await next.page.getByTestId('app').waitFor({ timeout: READY_TIMEOUT_MS });
    } catch (error) {
      await next.stop();
      throw new Error(['The page did not get ready.', ...problems].join('\n'), { cause: error });
    }
    return next;
  };
  let running = await start();
  return {
    host: HOST,
    dataDir,
    problems,
    get page() {
      return running.page;
    },
    async answerDialogs(folder) {
      await running.answerDialogs?.(folder);
      return running.answerDialogs !== undefined;
    },
    async close() {
      await running.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    async restart() {
      await running.stop();
      running = await start();
      return running.page;
    },
  };
}

function watch(page: Page, problems: string[]) {
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
}
