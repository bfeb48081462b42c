import type { SecretRecord, SystemCipher } from '../access/seams.ts';
import { deriveKey, newKeyParameters, seal, unseal } from './passphrase.ts';
import {
  aboutItem,
  CHECK_ABOUT,
  CHECK_TEXT,
  type PassphraseHeader,
  type StoredItem,
  secretsIn,
  textOf,
} from './vault-file.ts';

const NO_SYSTEM_STORE = 'This host has no system store for secrets.';

/** A new passphrase, before the file knows it. */
export interface NewPassphrase {
  header: PassphraseHeader;
  key: Buffer;
}

/** Encrypts and decrypts single items: with the key of the passphrase, or by the operating system. */
export class ItemCipher {
  readonly #cipher: SystemCipher | undefined;
  #key: Buffer | undefined;

  constructor(cipher: SystemCipher | undefined) {
    this.#cipher = cipher;
  }

  get system(): ReturnType<SystemCipher['status']> {
    return this.#cipher?.status() ?? { available: false, why: NO_SYSTEM_STORE };
  }

  get hasKey(): boolean {
    return this.#key !== undefined;
  }

  /** False, and nothing changed, when the passphrase is wrong. */
  async unlock(passphrase: string, header: PassphraseHeader): Promise<boolean> {
    const key = await deriveKey(passphrase, header);
    try {
      if (unseal(key, CHECK_ABOUT, header.check) !== CHECK_TEXT) return false;
    } catch {
      return false;
    }
    this.use(key);
    return true;
  }

  use(key: Buffer): void {
    this.lock();
    this.#key = key;
  }

  lock(): void {
    this.#key?.fill(0);
    this.#key = undefined;
  }

  async newPassphrase(passphrase: string): Promise<NewPassphrase> {
    const parameters = newKeyParameters();
    const key = await deriveKey(passphrase, parameters);
    return { header: { ...parameters, check: seal(key, CHECK_ABOUT, CHECK_TEXT) }, key };
  }

  /** Throws when there is no key, or the system refuses. */
  async encrypt(id: string, secrets: SecretRecord, by: StoredItem['by']): Promise<StoredItem> {
    if (by === 'passphrase') return sealItem(this.#needKey(), id, secrets);
    if (!this.#cipher) throw new Error(NO_SYSTEM_STORE);
    return { id, by, data: (await this.#cipher.encrypt(textOf(id, secrets))).toString('base64') };
  }

  /** Throws when there is no key, or the item is not what was encrypted. */
  async decrypt(item: StoredItem): Promise<SecretRecord> {
    const { id } = item;
    if (item.by === 'passphrase') return secretsIn(id, unseal(this.#needKey(), aboutItem(id), item));
    if (!this.#cipher || !this.system.available) throw new Error(NO_SYSTEM_STORE);
    return secretsIn(id, await this.#cipher.decrypt(Buffer.from(item.data, 'base64')));
  }

  #needKey(): Buffer {
    if (!this.#key) throw new Error('the passphrase was not entered');
    return this.#key;
  }
}

/** An item of the passphrase file. */
export const sealItem = (key: Buffer, id: string, secrets: SecretRecord): StoredItem => ({
  id,
  by: 'passphrase',
  ...seal(key, aboutItem(id), textOf(id, secrets)),
});
