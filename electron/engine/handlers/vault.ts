import { done } from '../../../shared/lib/result.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const vaultHandlers = ({ vault }: HandlerParts): HandlersOf<'vault'> => ({
  'vault.get': () => done(vault.view()),
  'vault.unlock': ({ passphrase, create = false }) => vault.unlock(passphrase, create),
  'vault.lock': () => done(vault.lock()),
  'vault.changePassphrase': ({ passphrase, next }) => vault.changePassphrase(passphrase, next),
  'vault.forget': () => vault.forgetAll(),
});
