import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { openJsonFile, type SafeFile } from '../store/json-store.ts';
import { isStoredItem, isVaultFile, type PassphraseHeader, type StoredItem, VAULT_VERSION } from './vault-file.ts';

const FILE_NAME = 'secrets.json';

/** What the file holds: the header of the passphrase, and items by id. */
export interface Stored {
  passphrase: PassphraseHeader | undefined;
  /** A value that is no StoredItem is kept as it is. */
  items: ReadonlyMap<string, unknown>;
}

/** The encrypted items in `secrets.json`. Memory and file change together or not at all. */
export class StoredItems {
  readonly #folder: string | undefined;
  #file: SafeFile | undefined;
  #now: Stored = { passphrase: undefined, items: new Map() };
  /** Items without an id. */
  #nameless: unknown[] = [];

  /** Without a folder there is no file, and nothing can be stored. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    this.#open();
  }

  get canStore(): boolean {
    return this.#file !== undefined;
  }

  get now(): Stored {
    return this.#now;
  }

  get size(): number {
    return this.#now.items.size + this.#nameless.length;
  }

  get nameless(): number {
    return this.#nameless.length;
  }

  /** What happened when the file was read; it was kept aside, or will be before anything is written. */
  get problem(): string | undefined {
    return this.#file?.problem;
  }

  item(id: string): StoredItem | undefined {
    const item = this.#now.items.get(id);
    return isStoredItem(item) ? item : undefined;
  }

  commit(next: Partial<Stored>): Reply<null> {
    const stored = { ...this.#now, ...next };
    if (!this.#file) return refused('storage', 'Nothing is kept on disk here.');
    const { passphrase, items } = stored;
    const saved = this.#file.write({
      version: VAULT_VERSION,
      ...(passphrase && { passphrase }),
      items: [...items.values(), ...this.#nameless],
    });
    if (saved.ok) this.#now = stored;
    return saved;
  }

  /** Removes the file and what was kept aside of earlier ones. */
  clear(): Reply<null> {
    if (this.#folder === undefined || !this.#file) return done(null);
    try {
      for (const name of readdirSync(this.#folder)) {
        if (name === FILE_NAME || name.startsWith(`${FILE_NAME}.`)) rmSync(join(this.#folder, name));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        return refused('storage', `The stored secrets cannot be removed: ${(error as Error).message}.`);
      }
    }
    this.#now = { passphrase: undefined, items: new Map() };
    this.#nameless = [];
    this.#open();
    return done(null);
  }

  #open(): void {
    if (this.#folder === undefined) return;
    const { file, value } = openJsonFile(join(this.#folder, FILE_NAME), 'The stored secrets', isVaultFile);
    this.#file = file;
    if (!value) return;
    const items = new Map<string, unknown>();
    for (const item of value.items) {
      if (isObject(item) && typeof item.id === 'string') items.set(item.id, item);
      else this.#nameless.push(item);
    }
    this.#now = { passphrase: value.passphrase, items };
  }
}
