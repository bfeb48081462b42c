import type { VaultView } from '../../../shared/contract/access.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { Keep } from '../../../shared/model/credential.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';

/** Secrets of one credential by name. */
export type SecretRecord = Readonly<Record<string, string>>;

/** Holds secrets. The only place that writes them to disk, and only encrypted. */
export interface Vault {
  view(): VaultView;
  /** Undefined: nothing is held. Refused (`auth`): locked, or it cannot be decrypted. */
  get(id: string): Reply<SecretRecord | undefined>;
  /** `session` takes an earlier kept copy out of the store. Refused when the store cannot be written; memory has it then. */
  put(id: string, secrets: SecretRecord, keep: Keep): Promise<Reply<null>>;
  remove(id: string): Promise<Reply<null>>;
  unlock(passphrase: string, create: boolean): Promise<Reply<VaultView>>;
  lock(): VaultView;
  changePassphrase(passphrase: string, next: string): Promise<Reply<VaultView>>;
  forgetAll(): Promise<Reply<VaultView>>;
}

/** Encryption of the operating system, from the host. */
export interface SystemCipher {
  /** Whether what it encrypts is really protected; `why` is one plain sentence when not. */
  status(): { available: boolean; backend?: string; why?: string };
  /** Both throw when the system refuses. */
  encrypt(text: string): Promise<Buffer>;
  decrypt(bytes: Buffer): Promise<string>;
}

/**
 * Every secret value of this run. What is written, exported or sent to a page goes through it. Values stay known until
 * the program ends, so that a credential that was removed does not show up in what arrives later.
 */
export interface SecretValues {
  /** Also knows the forms a value takes on the wire: base64 of Basic, URL-encoded, JSON-escaped. */
  add(...values: readonly string[]): void;
  /** A value that must not be shown, as a whole (a header line, a query value). Any length. */
  isSecret(value: string): boolean;
  /** Text with every known value replaced by the mask; the same string when there is none. */
  mask(text: string): string;
}

/** What credentials put on one request. */
export interface AccessLines {
  headers: HeaderLines;
  /** Put on the address, after its own. */
  query: [name: string, value: string][];
  /** Ids of the credentials behind it. */
  used: string[];
}
