import { done, type Reply } from '../../shared/lib/result.ts';
import { createEngine } from '../engine/engine.ts';
import { lockDataFolder } from '../engine/hosting/data-lock.ts';
import { closeWithin } from '../engine/hosting/requests.ts';
import { startSampleAgent } from '../sample-agent/index.ts';
import type { WebArgs } from './args.ts';
import { startWebHost } from './server.ts';

/** The engine's last writes may take this long, ms. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface OpenOptions extends Pick<WebArgs, 'port' | 'dataDir' | 'sample'> {
  /** Folder with the built page. */
  renderer: string;
  version: string;
  /** Takes lines for the person at the terminal. */
  say(line: string): void;
}

export interface OpenHost {
  url: string;
  ticketUrl(): string;
  /** Ends connections, waits for the last writes for a bounded time, gives the data folder back. */
  close(): Promise<void>;
}

/** The whole web host: data folder, engine and server. Refused when the folder or the port is taken. */
export async function openWebHost(options: OpenOptions): Promise<Reply<OpenHost>> {
  const lock = lockDataFolder(options.dataDir, 'web');
  if (!lock.ok) return lock;
  const engine = await createEngine({
    dataDir: options.dataDir,
    host: 'web',
    version: options.version,
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, localFiles: true, vault: 'session' },
    startSample: () => startSampleAgent({ port: 0 }),
    warmUp: true,
  }).catch((error: unknown) => {
    lock.value.release();
    throw error;
  });
  const closeEngine = async () => {
    if (!(await closeWithin(() => engine.close(), CLOSE_TIMEOUT_MS))) {
      options.say('The last writes did not finish; the session is repaired at the next start.');
    }
    lock.value.release();
  };
  const server = await startWebHost({ engine, renderer: options.renderer, port: options.port });
  if (!server.ok) {
    await closeEngine();
    return server;
  }
  if (options.sample) {
    const sample = await engine.call('agents.sample', {});
    if (!sample.ok) options.say(`The sample agent did not start: ${sample.error.message}`);
  }
  return done({
    url: server.value.url,
    ticketUrl: server.value.ticketUrl,
    close: async () => {
      await server.value.close();
      await closeEngine();
    },
  });
}
