import { join } from 'node:path';
import type { SystemCipher } from '../../electron/engine/access/seams.ts';
import { createEngine, type Engine } from '../../electron/engine/engine.ts';
import { createSystemCipher } from '../../electron/main/system-cipher.ts';
import { startWebHost } from '../../electron/web/server.ts';
import { LOUPE_ROOT } from '../harness/environment.ts';
import { enterCredentials } from './credentials.ts';

/** What a case says of the system's secret store. */
export interface StoreEnvironment {
  platform?: string;
  safeStorage: {
    isEncryptionAvailable: boolean;
    selectedBackend?: string;
    /** By the name of a saved connection: what comes out of the store, or `throws`. */
    decrypt?: Record<string, string>;
  };
}

/** The environment of a case when it is about nothing but the secret store. */
export function storeEnvironment(environment: unknown): StoreEnvironment | undefined {
  const members = Object.keys((environment ?? {}) as object);
  const known = members.includes('safeStorage') && members.every((name) => ['platform', 'safeStorage'].includes(name));
  return known ? (environment as StoreEnvironment) : undefined;
}

/** Stands before what the store of a case has encrypted. It only pretends, so that a file with it gives the secret away. */
const MARK = 'v10';

/** The token of a connection whose secret is lost. */
const lostToken = (name: string): string => `token-of-${name}`;

/** The product's cipher over a `safeStorage` that behaves as the case says. */
function cipherOf({ platform = 'linux', safeStorage }: StoreEnvironment, works = false): Promise<SystemCipher> {
  const { isEncryptionAvailable, selectedBackend, decrypt = {} } = safeStorage;
  const lost = Object.keys(decrypt).filter((name) => decrypt[name] === 'throws' && !works);
  const store = {
    isEncryptionAvailable: () => isEncryptionAvailable,
    encryptString: (text: string) => Buffer.from(`${MARK}${text}`),
    decryptString(bytes: Buffer) {
      const text = bytes.toString('utf8').slice(MARK.length);
      if (lost.some((name) => text.includes(lostToken(name)))) throw new Error('The text cannot be decrypted');
      return text;
    },
    ...(selectedBackend !== undefined && { getSelectedStorageBackend: () => selectedBackend }),
  };
  return createSystemCipher(store, platform);
}

/** An engine as the desktop host makes one on a system with this store. */
export async function engineWithStore(dataDir: string, store: StoreEnvironment, works = false): Promise<Engine> {
  const cipher = await cipherOf(store, works);
  return createEngine({
    dataDir,
    cipher,
    host: 'web',
    version: '0.0.0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: cipher.status().available ? 'os' : 'session' },
  });
}

/**
 * Leaves the saved connections of a case in a data folder, written by an engine whose store still worked: the ones that
 * can be decrypted first. Returns their addresses, all of the same agent.
 */
export async function saveConnections(dataDir: string, url: string, store: StoreEnvironment): Promise<string[]> {
  const saved = Object.entries(store.safeStorage.decrypt ?? {}).sort(
    ([, a], [, b]) => Number(a === 'throws') - Number(b === 'throws'),
  );
  if (saved.length === 0) return [url];
  const engine = await engineWithStore(dataDir, store, true);
  try {
    const urls = saved.map((_, index) => `${url}${'/'.repeat(index)}`);
    for (const [index, [name, line]] of saved.entries()) {
      const url = urls[index] ?? '';
      const added = await engine.call('agents.add', { url, connect: false });
      if (added.ok) await engine.call('agents.update', { agent: added.value.id, options: {}, name });
      const token = line === 'throws' ? lostToken(name) : line.replace(/^Bearer /, '');
      await enterCredentials(engine, url, { type: 'bearer', token, remember: true });
    }
    return urls;
  } finally {
    await engine.close();
  }
}

/** The page's host in this process, on a system with this store. */
export async function serveWithStore(
  dataDir: string,
  store: StoreEnvironment,
): Promise<{ url: string; stop(): Promise<void> }> {
  const engine = await engineWithStore(dataDir, store);
  const host = await startWebHost({ engine, renderer: join(LOUPE_ROOT, 'out', 'renderer') });
  if (!host.ok) {
    await engine.close();
    throw new Error(host.error.message);
  }
  return {
    url: host.value.url,
    async stop() {
      await host.value.close();
      await engine.close();
    },
  };
}
