import type { CredentialView, VaultView } from '../../shared/contract/access.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { CommandEngine } from './connection.ts';
import type { Terminal } from './terminal.ts';

/** Variable of the environment that opens the file of kept credentials. */
const PASSPHRASE = 'LOUPE_PASSPHRASE';

/** What is kept for the origin of an agent. */
export async function keptFor(engine: CommandEngine, agent: string): Promise<Reply<CredentialView[]>> {
  const access = await engine.call('access.get', { agent });
  if (!access.ok) return access;
  const { origin: own, using, held } = access.value;
  return done([...using, ...held].filter(({ keep, origin }) => keep === 'vault' && origin === own));
}

/**
 * Has the agent use what is kept for its origin. Nothing is used, and the person told, when the file stays locked because
 * there is no passphrase; a wrong one is refused.
 */
export async function useKept(engine: CommandEngine, terminal: Terminal, agent: string): Promise<Reply<null>> {
  const locked = await keptFor(engine, agent);
  if (!locked.ok) return locked;
  const origin = locked.value[0]?.origin;
  if (origin === undefined) return done(null);
  const vault = await engine.call('vault.get', {});
  if (!vault.ok) return vault;
  if (vault.value.locked) {
    const passphrase = await readPassphrase(terminal, `Passphrase of the kept credentials for ${origin}: `);
    if (passphrase === undefined) {
      terminal.err(`loupe: the credentials kept for ${origin} are locked and not used; ${PASSPHRASE} opens them\n`);
      return done(null);
    }
    const opened = await engine.call('vault.unlock', { passphrase });
    if (!opened.ok) return opened;
  }
  const kept = await keptFor(engine, agent);
  if (!kept.ok) return kept;
  const usable = kept.value.filter(({ state }) => state !== 'enter-again');
  const lost = kept.value.length - usable.length;
  if (lost > 0) terminal.err(`loupe: ${lost} of the credentials kept for ${origin} must be entered again\n`);
  if (usable.length === 0) return done(null);
  const used = await engine.call('access.use', { agent, credentials: usable.map(({ id }) => id) });
  return used.ok ? done(null) : used;
}

/** Opens the file of kept credentials, or makes it with a new passphrase, which a person types twice. */
export async function openVault(engine: CommandEngine, terminal: Terminal): Promise<Reply<VaultView>> {
  const vault = await engine.call('vault.get', {});
  if (!vault.ok) return vault;
  const create = vault.value.kind !== 'file';
  if (!create && !vault.value.locked) return vault;
  const passphrase = await readPassphrase(terminal, create ? 'New passphrase: ' : 'Passphrase: ');
  if (passphrase === undefined) return refused('bad-input', `there is no passphrase: set ${PASSPHRASE}`);
  if (create && !terminal.env[PASSPHRASE] && (await terminal.askSecret('Once more: ')) !== passphrase)
    return refused('bad-input', 'the two passphrases differ');
  return engine.call('vault.unlock', { passphrase, create });
}

const readPassphrase = async (terminal: Terminal, question: string): Promise<string | undefined> =>
  terminal.env[PASSPHRASE] || (await terminal.askSecret(question)) || undefined;
