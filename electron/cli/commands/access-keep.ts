import { done, type Reply } from '../../../shared/lib/result.ts';
import type { CredentialScheme } from '../../../shared/model/credential.ts';
import { createAccess } from '../access.ts';
import { positional } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { agentOptions } from '../connection.ts';
import { keptFor, openVault } from '../kept-credentials.ts';
import { CONNECTION_OPTIONS } from '../options.ts';
import { failedOutcome, type OutcomeLine } from '../outcome-line.ts';
import { accessOutcome } from './access-status.ts';

const OPERATION = 'access keep';

export const accessKeep: Command = {
  words: ['access', 'keep'],
  summary: 'keep credentials for the origin of an agent, in a file behind a passphrase',
  positionals: [{ name: 'URL', required: true, summary: 'the agent or its card' }],
  options: CONNECTION_OPTIONS,
  keeps: 'changes',
  examples: [
    'loupe access keep https://agents.example/a --token -',
    'loupe access keep https://agents.example/a --oauth device --client-id loupe --issuer https://login.example',
  ],
  async run(context) {
    const kept = await keep(context);
    return kept.ok ? kept.value : failedOutcome(OPERATION, kept.error);
  },
};

async function keep({ args, engine, terminal, given }: CommandContext): Promise<Reply<OutcomeLine>> {
  if (given.credentials.length === 0) {
    const message = 'there is nothing to keep: give --token, --basic, --api-key or --oauth';
    return { ok: false, error: { code: 'bad-input', message } };
  }
  const options = await agentOptions(args, terminal);
  if (!options.ok) return options;
  const added = await engine.call('agents.add', { url: positional(args, 0), options: options.value, connect: false });
  if (!added.ok) return added;
  const agent = added.value.id;
  const opened = await openVault(engine, terminal);
  if (!opened.ok) return opened;
  const before = await keptFor(engine, agent);
  if (!before.ok) return before;
  const access = createAccess(engine, terminal, added.value, given, 'vault');
  const begun = await access.begin();
  if (!begun.ok) return begun;
  if (access.waiting) {
    const card = await engine.call('card.fetch', { agent });
    const finished = await access.finish(card.ok ? card.value.card : undefined);
    if (!finished.ok) return finished;
  }
  const after = await keptFor(engine, agent);
  if (!after.ok) return after;
  const old = new Set(before.value.map(({ id }) => id));
  const places = new Set(after.value.filter(({ id }) => !old.has(id)).map(({ scheme }) => placeOf(scheme)));
  for (const { id, scheme } of before.value) {
    if (!places.has(placeOf(scheme))) continue;
    const removed = await engine.call('access.remove', { credential: id });
    if (!removed.ok) return removed;
  }
  return done(await accessOutcome(engine, OPERATION, agent));
}

/** Where a credential goes on a request: of two for the same place the later one stays. */
const placeOf = (scheme: CredentialScheme): string =>
  scheme.type === 'apiKey' ? `${scheme.in} ${scheme.name.toLowerCase()}` : 'header authorization';
