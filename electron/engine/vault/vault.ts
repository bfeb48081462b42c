import type { VaultView } from '../../../shared/contract/access.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { Keep } from '../../../shared/model/credential.ts';
import type { SecretRecord, SecretValues, SystemCipher, Vault } from '../access/seams.ts';
import { ItemCipher, sealItem } from './item-cipher.ts';
import { StoredItems } from './stored-items.ts';
import type { PassphraseHeader, StoredItem } from './vault-file.ts';

export interface VaultOptions {
  /** Without a folder nothing is read or written. */
  folder: string | undefined;
  /** Left out: this host has no system store. */
  cipher?: SystemCipher;
  /** Learns every secret that is put, loaded or unlocked. */
  secrets: Pick<SecretValues, 'add'>;
  onChange(): void;
  onProblem(message: string): void;
  /** All was forgotten; secrets held elsewhere go too. */
  onForget?(): void;
}

export interface OpenVault extends Vault {
  /** Waits for the writes under way. */
  settled(): Promise<void>;
}

interface Held {
  secrets: SecretRecord;
  keep: Keep;
  /** The file has just these. */
  stored: boolean;
}

const NO_FOLDER = 'Nothing is kept on disk in this run.';
const PAUSED = 'Keeping secrets was switched off until the next start.';
const LOCKED = 'The stored secrets are locked. Enter the passphrase to use them.';
const UNDECRYPTABLE = 'The stored secret cannot be decrypted. Enter it again.';
const WRONG = 'The passphrase is wrong. Nothing was changed.';

/** Opens the vault of a data folder and decrypts what needs no passphrase. Never rejects. */
export async function createVault(options: VaultOptions): Promise<OpenVault> {
  const vault = new FileVault(options);
  await vault.load();
  return vault;
}

class FileVault implements OpenVault {
  readonly #options: VaultOptions;
  readonly #stored: StoredItems;
  readonly #cipher: ItemCipher;
  readonly #held = new Map<string, Held>();
  readonly #broken = new Set<string>();
  /** Secrets the person was told about that they are not kept. */
  readonly #warned = new Set<string>();
  #paused = false;
  #writeProblem: string | undefined;
  /** Changes run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: VaultOptions) {
    this.#options = options;
    this.#stored = new StoredItems(options.folder);
    this.#cipher = new ItemCipher(options.cipher);
  }

  async load(): Promise<void> {
    for (const id of this.#stored.now.items.keys()) {
      const item = this.#stored.item(id);
      if (item?.by !== 'passphrase' || !this.#header) await this.#read(id, item);
    }
    const { problem } = this.#stored;
    if (problem) this.#options.onProblem(problem);
    this.#tellBroken();
  }

  view(): VaultView {
    const system = this.#cipher.system;
    const why = this.#paused ? PAUSED : this.#stored.canStore ? system.why : NO_FOLDER;
    const problem = this.#writeProblem ?? this.#stored.problem;
    return {
      kind: this.#kind,
      locked: this.#locked,
      osAvailable: system.available,
      ...((!system.available || this.#paused || !this.#stored.canStore) && why && { why }),
      ...(system.backend && { backend: system.backend }),
      held: this.#held.size,
      kept: this.#stored.size,
      broken: this.#broken.size + this.#stored.nameless,
      ...(problem && { problem }),
    };
  }

  get(id: string): Reply<SecretRecord | undefined> {
    const held = this.#held.get(id);
    if (held) return done(held.secrets);
    if (!this.#stored.now.items.has(id)) return done(undefined);
    if (this.#locked && this.#stored.item(id)?.by === 'passphrase') return refused('auth', LOCKED, 'locked');
    return refused('auth', UNDECRYPTABLE, 'undecryptable');
  }

  async put(id: string, secrets: SecretRecord, keep: Keep): Promise<Reply<null>> {
    this.#options.secrets.add(...Object.values(secrets));
    const held: Held = { secrets: Object.fromEntries(Object.entries(secrets)), keep, stored: false };
    this.#held.set(id, held);
    const reply = await this.#inTurn(() => this.#store(id, held));
    this.#changed(reply);
    return reply;
  }

  async remove(id: string): Promise<Reply<null>> {
    this.#held.delete(id);
    const reply = await this.#inTurn(async () => (this.#held.has(id) ? done(null) : this.#drop(id)));
    this.#changed(reply);
    return reply;
  }

  async unlock(passphrase: string, create: boolean): Promise<Reply<VaultView>> {
    const reply = await this.#inTurn(async () => {
      if (this.#header) return this.#openFile(passphrase, this.#header);
      if (create) return this.#createFile(passphrase);
      if (!this.#paused) return refused('not-found', 'No passphrase was set yet.');
      this.#paused = false;
      return this.#storeWaiting();
    });
    return this.#viewAfter(reply);
  }

  lock(): VaultView {
    if (this.#header) {
      this.#cipher.lock();
      for (const [id, { stored }] of this.#held) {
        if (stored && this.#stored.item(id)?.by === 'passphrase') this.#held.delete(id);
      }
    } else if (this.#kind === 'os') this.#paused = true;
    this.#options.onChange();
    return this.view();
  }

  async changePassphrase(passphrase: string, next: string): Promise<Reply<VaultView>> {
    const reply = await this.#inTurn(async () => {
      const header = this.#header;
      if (!header) return refused('not-found', 'No passphrase was set yet.');
      if (next === '') return refused('bad-input', 'The new passphrase is empty.');
      const opened = await this.#openFile(passphrase, header);
      return opened.ok ? this.#reseal(next) : opened;
    });
    return this.#viewAfter(reply);
  }

  async forgetAll(): Promise<Reply<VaultView>> {
    this.#held.clear();
    this.#options.onForget?.();
    const reply = await this.#inTurn(async () => {
      this.#cipher.lock();
      const cleared = this.#stored.clear();
      if (cleared.ok) this.#broken.clear();
      return cleared;
    });
    return this.#viewAfter(reply);
  }

  async settled(): Promise<void> {
    let seen: unknown;
    while (seen !== this.#queue) {
      seen = this.#queue;
      await seen;
    }
  }

  get #header(): PassphraseHeader | undefined {
    return this.#stored.now.passphrase;
  }

  get #locked(): boolean {
    return this.#header !== undefined && !this.#cipher.hasKey;
  }

  get #kind(): VaultView['kind'] {
    if (this.#header) return 'file';
    return this.#cipher.system.available && this.#stored.canStore && !this.#paused ? 'os' : 'session';
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(action);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  #changed(reply: Reply<null>): void {
    this.#writeProblem = reply.ok || reply.error.code !== 'storage' ? undefined : reply.error.message;
    this.#options.onChange();
  }

  #viewAfter(reply: Reply<null>): Reply<VaultView> {
    this.#changed(reply);
    return reply.ok ? done(this.view()) : reply;
  }

  /** Decrypts one item; a newer value in memory stays. */
  async #read(id: string, item: StoredItem | undefined): Promise<void> {
    this.#broken.delete(id);
    try {
      if (!item) throw new Error('it is not understood');
      const secrets = await this.#cipher.decrypt(item);
      this.#options.secrets.add(...Object.values(secrets));
      if (!this.#held.has(id)) this.#held.set(id, { secrets, keep: 'vault', stored: true });
    } catch {
      this.#broken.add(id);
    }
  }

  async #store(id: string, held: Held): Promise<Reply<null>> {
    // A later value took its place, or it was removed.
    if (this.#held.get(id) !== held) return done(null);
    if (held.keep === 'vault' && this.#kind !== 'session' && !this.#locked) return this.#storeWaiting();
    if (held.keep === 'vault') this.#tellNotKept(id);
    return this.#drop(id);
  }

  /** Encrypts and writes in one go. */
  async #storeAll(entries: [string, Held][]): Promise<Reply<null>> {
    const by = this.#header ? 'passphrase' : 'os';
    const encrypted: { id: string; held: Held; item: StoredItem }[] = [];
    try {
      for (const [id, held] of entries)
        encrypted.push({ id, held, item: await this.#cipher.encrypt(id, held.secrets, by) });
    } catch (error) {
      return refused('storage', `The secret could not be encrypted: ${(error as Error).message}. It stays in memory.`);
    }
    const current = encrypted.filter(({ id, held }) => this.#held.get(id) === held);
    if (current.length === 0) return done(null);
    const items = new Map(this.#stored.now.items);
    for (const { id, item } of current) items.set(id, item);
    const saved = this.#stored.commit({ items });
    if (!saved.ok) return saved;
    for (const { id, held } of current) {
      held.stored = true;
      this.#broken.delete(id);
    }
    return done(null);
  }

  /** What was entered last, and what could not be kept before. */
  #storeWaiting(): Promise<Reply<null>> {
    return this.#storeAll([...this.#held].filter(([, { keep, stored }]) => keep === 'vault' && !stored));
  }

  #drop(id: string): Reply<null> {
    if (!this.#stored.now.items.has(id)) return done(null);
    const items = new Map(this.#stored.now.items);
    items.delete(id);
    const saved = this.#stored.commit({ items });
    if (saved.ok) this.#broken.delete(id);
    return saved;
  }

  async #openFile(passphrase: string, header: PassphraseHeader): Promise<Reply<null>> {
    if (!(await this.#cipher.unlock(passphrase, header))) return refused('auth', WRONG);
    const brokenBefore = this.#broken.size;
    for (const id of this.#stored.now.items.keys()) {
      const item = this.#stored.item(id);
      if (item?.by === 'passphrase') await this.#read(id, item);
    }
    if (this.#broken.size > brokenBefore) this.#tellBroken();
    return this.#storeWaiting();
  }

  async #createFile(passphrase: string): Promise<Reply<null>> {
    if (passphrase === '') return refused('bad-input', 'The passphrase is empty.');
    if (!this.#stored.canStore) return refused('not-supported', NO_FOLDER);
    this.#paused = false;
    return this.#reseal(passphrase);
  }

  /** Encrypts everything that can be read under a new passphrase; one write decides. */
  async #reseal(passphrase: string): Promise<Reply<null>> {
    const { header, key } = await this.#cipher.newPassphrase(passphrase);
    const items = new Map(this.#stored.now.items);
    const kept = [...this.#held].filter(([, { keep }]) => keep === 'vault');
    for (const [id, { secrets }] of kept) items.set(id, sealItem(key, id, secrets));
    const saved = this.#stored.commit({ passphrase: header, items });
    if (!saved.ok) return saved;
    this.#cipher.use(key);
    for (const [id, held] of kept) {
      held.stored = true;
      this.#broken.delete(id);
    }
    return done(null);
  }

  #tellBroken(): void {
    const count = this.#broken.size + this.#stored.nameless;
    if (count === 0) return;
    const { why } = this.#cipher.system;
    const what = count === 1 ? '1 stored secret cannot be decrypted' : `${count} stored secrets cannot be decrypted`;
    this.#options.onProblem(`${what}. They stay in the file; enter them again.${why ? ` ${why}` : ''}`);
  }

  #tellNotKept(id: string): void {
    if (this.#warned.has(id)) return;
    this.#warned.add(id);
    const why = this.#locked ? 'The stored secrets are locked.' : this.view().why;
    this.#options.onProblem(
      `A secret that was to be kept stays in memory and is forgotten at the end. ${why ?? ''}`.trim(),
    );
  }
}
