import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { SecretRecord } from '../access/seams.ts';
import { isUsable, type KeyParameters, type Sealed } from './passphrase.ts';

/** How a passphrase is turned into the key, and a known text that tells a wrong one. */
export interface PassphraseHeader extends KeyParameters {
  check: Sealed;
}

/** The secrets under one id. Each is encrypted on its own, so that one that cannot be read takes no other along. */
export type StoredItem = { id: string } & ({ by: 'os'; data: string } | ({ by: 'passphrase' } & Sealed));

export interface VaultFile {
  version: typeof VAULT_VERSION;
  passphrase?: PassphraseHeader;
  /** Items that are not understood are written back as they are. */
  items: unknown[];
}

export const VAULT_VERSION = 1;
export const CHECK_TEXT = 'loupe';
export const CHECK_ABOUT = 'loupe-vault-1:check';

/** What an item of the passphrase file is bound to. */
export const aboutItem = (id: string): string => `loupe-vault-1:item:${id}`;

const isSealed = (value: unknown): value is Sealed =>
  isObject(value) && typeof value.nonce === 'string' && typeof value.data === 'string';

const isHeader = (value: unknown): value is PassphraseHeader =>
  isObject(value) && isUsable(value as unknown as KeyParameters) && isSealed(value.check);

export const isVaultFile = (value: unknown): value is VaultFile =>
  isObject(value) &&
  value.version === VAULT_VERSION &&
  Array.isArray(value.items) &&
  (value.passphrase === undefined || isHeader(value.passphrase));

export const isStoredItem = (value: unknown): value is StoredItem =>
  isObject(value) &&
  typeof value.id === 'string' &&
  ((value.by === 'os' && typeof value.data === 'string') || (value.by === 'passphrase' && isSealed(value)));

/** The text that is encrypted. It names its id, because systems bind what they encrypt to nothing. */
export const textOf = (id: string, secrets: SecretRecord): string => JSON.stringify({ id, secrets });

/** Throws when the text was encrypted for another id or is none of ours. */
export function secretsIn(id: string, text: string): SecretRecord {
  const parsed = parseJson(text);
  const value = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  if (value.id !== id || !isObject(value.secrets)) throw new Error('it belongs to something else');
  const secrets = Object.entries(value.secrets);
  if (!secrets.every(([, secret]) => typeof secret === 'string')) throw new Error('it is damaged');
  return Object.fromEntries(secrets) as SecretRecord;
}
