import { join } from 'node:path';
import { credentialScheme } from '../../../shared/contract/access.ts';
import { isObject } from '../../../shared/lib/json.ts';
import { done, type Reply, refused, type Trouble } from '../../../shared/lib/result.ts';
import type { Credential } from '../../../shared/model/credential.ts';
import { maskDeep } from '../masking/deep.ts';
import { openJsonFile, type SafeFile } from '../store/json-store.ts';
import type { SecretRecord, SecretValues, Vault } from './seams.ts';

/** A credential as it is remembered. What is secret about it lies in the vault. */
export interface CredentialRecord extends Credential {
  /** RFC 3339; of the access token. */
  expires?: string;
  /** Scopes that were granted, when the server said so. */
  granted?: string[];
  lastUse?: 'ok' | 'refused';
  /** Kept without its detail. */
  trouble?: Trouble;
}

/** What is known of the secrets of one credential. */
export interface SecretsView {
  /**
   * `there`: all that was entered. `none`: nothing was ever entered. `enter-again`: forgotten, or it cannot be decrypted.
   * `locked`: the passphrase was not entered yet.
   */
  state: 'there' | 'none' | 'enter-again' | 'locked';
  /** Names of the secrets that are there. */
  has: string[];
  trouble?: Trouble;
}

export interface CredentialsOptions {
  /** Without a folder nothing is read or written. */
  folder: string | undefined;
  vault: Vault;
  /** What goes to disk passes through it. */
  secrets?: Pick<SecretValues, 'isSecret' | 'mask'>;
  onChange(): void;
}

const FILE_VERSION = 1;

/** Id of a credential's secrets in the vault. */
const vaultId = (id: string): string => `credential:${id}`;

/** The credentials of one person, kept in `credentials.json` without their secrets, and which agent uses which. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #file: SafeFile | undefined;
  readonly #records = new Map<string, CredentialRecord>();
  /** Names of the secrets that were entered last, so that their absence is noticed. */
  readonly #entered = new Map<string, string[]>();
  readonly #uses = new Map<string, string[]>();
  /** Written back as they are. */
  readonly #notUnderstood: unknown[] = [];

  constructor(options: CredentialsOptions) {
    this.#options = options;
    if (options.folder === undefined) return;
    const { file, value } = openJsonFile(join(options.folder, 'credentials.json'), 'The list of credentials', isFile);
    this.#file = file;
    if (value) this.#take(value);
  }

  /** What happened when the file could not be read; nothing of it is overwritten. */
  get problem(): string | undefined {
    return this.#file?.problem;
  }

  list(): CredentialRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): CredentialRecord | undefined {
    return this.#records.get(id);
  }

  /** The credentials an agent uses, in their order. */
  usedBy(agent: string): CredentialRecord[] {
    return (this.#uses.get(agent) ?? []).flatMap((id) => this.#records.get(id) ?? []);
  }

  /** Agents that use a credential. */
  agentsOf(id: string): string[] {
    return [...this.#uses].filter(([, ids]) => ids.includes(id)).map(([agent]) => agent);
  }

  /** Replaces what an agent uses; none for an agent that goes. Credentials stay, used or not. */
  use(agent: string, ids: readonly string[]): Reply<null> {
    const unknown = ids.find((id) => !this.#records.has(id));
    if (unknown !== undefined) return refused('not-found', `There is no credential "${unknown}".`);
    if (ids.length === 0 && !this.#uses.has(agent)) return done(null);
    if (ids.length > 0) this.#uses.set(agent, [...new Set(ids)]);
    else this.#uses.delete(agent);
    return this.#changed();
  }

  /**
   * Adds or replaces a credential. `secrets` replaces all of its secrets; left out, they stay. Refused when something
   * cannot be written; memory has it then.
   */
  async save(record: CredentialRecord, secrets?: SecretRecord): Promise<Reply<CredentialRecord>> {
    const { id } = record;
    const before = this.#records.get(id);
    this.#records.set(id, record);
    const known = this.secretsOf(id);
    const moved = before !== undefined && before.keep !== record.keep && known.ok ? known.value : undefined;
    const next = secrets ?? moved;
    if (secrets) this.#entered.set(id, Object.keys(secrets));
    const put = next ? await this.#put(record, next) : done(null);
    const saved = this.#changed();
    if (!put.ok) return put;
    return saved.ok ? done(record) : saved;
  }

  /** Undefined: nothing is there. Refused (`auth`): locked, or it cannot be decrypted. */
  secretsOf(id: string): Reply<SecretRecord | undefined> {
    return this.#options.vault.get(vaultId(id));
  }

  /** What pages may know of the secrets. */
  secretsView(id: string): SecretsView {
    const secrets = this.secretsOf(id);
    if (!secrets.ok) {
      const state = secrets.error.detail === 'locked' ? 'locked' : 'enter-again';
      return { state, has: [], trouble: secrets.error };
    }
    const has = Object.keys(secrets.value ?? {});
    const entered = this.#entered.get(id) ?? [];
    if (entered.some((name) => !has.includes(name))) return { state: 'enter-again', has };
    return { state: has.length > 0 ? 'there' : 'none', has };
  }

  /** Takes a credential away from its agents and forgets its secrets. */
  async remove(id: string): Promise<Reply<null>> {
    if (!this.#records.delete(id)) return refused('not-found', `There is no credential "${id}".`);
    this.#entered.delete(id);
    for (const [agent, ids] of this.#uses) {
      const left = ids.filter((other) => other !== id);
      if (left.length > 0) this.#uses.set(agent, left);
      else this.#uses.delete(agent);
    }
    const removed = await this.#options.vault.remove(vaultId(id));
    const saved = this.#changed();
    return removed.ok ? saved : removed;
  }

  #put({ id, keep }: CredentialRecord, secrets: SecretRecord): Promise<Reply<null>> {
    const { vault } = this.#options;
    return Object.keys(secrets).length > 0 ? vault.put(vaultId(id), secrets, keep) : vault.remove(vaultId(id));
  }

  #changed(): Reply<null> {
    const saved = this.#write();
    this.#options.onChange();
    return saved;
  }

  #write(): Reply<null> {
    if (!this.#file) return done(null);
    const credentials = this.list().map((record) => ({
      ...record,
      ...(record.trouble && { trouble: this.#withoutDetail(record.trouble) }),
      entered: this.#entered.get(record.id) ?? [],
    }));
    const uses = [...this.#uses].map(([agent, ids]) => ({ agent, credentials: ids }));
    const { secrets } = this.#options;
    const written = { version: FILE_VERSION, credentials: [...credentials, ...this.#notUnderstood], uses };
    return this.#file.write(secrets ? maskDeep(written, secrets) : written);
  }

  /** The detail may be a raw answer, and answers of token services hold secrets. */
  #withoutDetail({ detail: _, ...trouble }: Trouble): Trouble {
    return trouble;
  }

  #take({ credentials, uses }: CredentialsFile): void {
    for (const value of credentials) {
      if (!isRecord(value)) {
        this.#notUnderstood.push(value);
        continue;
      }
      const { entered, ...record } = value;
      this.#records.set(record.id, record);
      this.#entered.set(record.id, strings(entered));
    }
    for (const value of uses) {
      if (!isObject(value) || typeof value.agent !== 'string') continue;
      const ids = strings(value.credentials).filter((id) => this.#records.has(id));
      if (ids.length > 0) this.#uses.set(value.agent, ids);
    }
  }
}

interface CredentialsFile {
  credentials: unknown[];
  uses: unknown[];
}

const isFile = (value: unknown): value is CredentialsFile =>
  isObject(value) && value.version === FILE_VERSION && Array.isArray(value.credentials) && Array.isArray(value.uses);

const isRecord = (value: unknown): value is CredentialRecord & { entered?: unknown } =>
  isObject(value) &&
  ['id', 'name', 'origin', 'created'].every((name) => typeof value[name] === 'string') &&
  (value.keep === 'session' || value.keep === 'vault') &&
  credentialScheme.safeParse(value.scheme).success;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
