import { safeStorage } from 'electron';
import type { Capabilities } from '../../shared/contract/views.ts';

/**
 * What secrets can be kept in: `os` when the system encrypts them, `session` when they stay in memory. On Linux the
 * backend `basic_text` only pretends, with a key everybody knows. Has to run after the app is ready.
 */
export async function vaultKind(): Promise<Capabilities['vault']> {
  if (!(await canEncrypt())) return 'session';
  const backend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend?.() : undefined;
  return backend === 'basic_text' ? 'session' : 'os';
}

/** Older runtimes have the synchronous test only; a store that cannot even be asked is no store. */
async function canEncrypt(): Promise<boolean> {
  try {
    return typeof safeStorage.isAsyncEncryptionAvailable === 'function'
      ? await safeStorage.isAsyncEncryptionAvailable()
      : safeStorage.isEncryptionAvailable();
  } catch {
    return false;
  }
}
