import type { SystemCipher } from '../engine/access/seams.ts';

/** What this runtime's `safeStorage` has. Older ones have no asynchronous half. */
export interface SystemStore {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(bytes: Buffer): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(bytes: Buffer): Promise<{ result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
}

/** For people; a backend that is not here is named as the system names it. */
const NAMES: Readonly<Record<string, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows data protection',
  gnome_libsecret: 'GNOME keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet 5',
  kwallet6: 'KWallet 6',
};

/** Encryption by a `safeStorage`. On Linux the backend `basic_text` only pretends, so that it does not count as available. */
export async function createSystemCipher(store: SystemStore, platform: string): Promise<SystemCipher> {
  const status = await statusOf(store, platform);
  return {
    status: () => status,
    encrypt: async (text) => store.encryptStringAsync?.(text) ?? store.encryptString(text),
    decrypt: async (bytes) => (await store.decryptStringAsync?.(bytes))?.result ?? store.decryptString(bytes),
  };
}

async function statusOf(store: SystemStore, platform: string): Promise<ReturnType<SystemCipher['status']>> {
  const backend = platform === 'linux' ? store.getSelectedStorageBackend?.() : platform;
  const named = backend === undefined ? {} : { backend: NAMES[backend] ?? backend };
  if (platform === 'linux' && backend === 'basic_text') {
    return {
      available: false,
      ...named,
      why: 'The secret store of this system is basic_text, which does not really encrypt.',
    };
  }
  const why = await whyNot(store);
  return why === undefined ? { available: true, ...named } : { available: false, ...named, why };
}

/** A store that cannot even be asked is no store. */
async function whyNot(store: SystemStore): Promise<string | undefined> {
  try {
    const available = store.isAsyncEncryptionAvailable
      ? await store.isAsyncEncryptionAvailable()
      : store.isEncryptionAvailable();
    return available ? undefined : 'The secret store of this system is not available.';
  } catch (error) {
    return `The secret store of this system is not available: ${(error as Error).message}.`;
  }
}
