import type { VaultView } from '../../../shared/contract/access.ts';
import type { StringArgs, StringKey } from '../../strings/index.ts';

export type VaultState = 'session' | 'locked' | 'broken' | 'problem';

export interface VaultWords {
  state: VaultState;
  text: StringKey;
  args?: StringArgs;
}

/** What is worth saying of the store; undefined while everything is in order. */
export function vaultWords(vault: VaultView): VaultWords | undefined {
  if (vault.problem !== undefined) return { state: 'problem', text: 'vault.problem.text' };
  if (vault.locked) return { state: 'locked', text: 'vault.locked.text', args: { count: vault.kept } };
  if (vault.broken > 0) return { state: 'broken', text: 'vault.broken.text', args: { count: vault.broken } };
  if (vault.kind !== 'session') return undefined;
  return { state: 'session', text: vault.osAvailable ? 'vault.session.chosen' : 'vault.session.text' };
}

/** Length from which a passphrase is not easily found by trying, characters. */
export const GOOD_LENGTH = 16;
/** Shorter ones are refused, characters. */
export const LEAST_LENGTH = 8;

/** What there is to say about a new passphrase. Its length is all that is looked at. */
export function passphraseHint(passphrase: string): { text: StringKey; good: boolean } {
  const { length } = [...passphrase];
  if (length < LEAST_LENGTH) return { text: 'vault.passphrase.short', good: false };
  return length < GOOD_LENGTH
    ? { text: 'vault.passphrase.fair', good: true }
    : { text: 'vault.passphrase.long', good: true };
}
