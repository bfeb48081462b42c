import { flag, positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import { keptFor } from '../kept-credentials.ts';
import { failedOutcome } from '../outcome-line.ts';
import { accessOutcome } from './access-status.ts';

const OPERATION = 'access forget';

export const accessForget: Command = {
  words: ['access', 'forget'],
  summary: 'forget what is kept for the origin of an agent, or everything; needs no passphrase',
  positionals: [{ name: 'URL', required: false, summary: 'the agent' }],
  options: [{ name: 'all', kind: 'flag', summary: 'forget everything and remove the file' }],
  keeps: 'changes',
  examples: ['loupe access forget https://agents.example/a', 'loupe access forget --all'],
  async run({ args, engine, kept }) {
    const all = flag(args, 'all');
    if (all === (args.positionals[0] !== undefined))
      return failedOutcome(OPERATION, { code: 'bad-input', message: 'give either URL or --all' });
    if (all) {
      const forgotten = await engine.call('vault.forget', {});
      if (!forgotten.ok) return failedOutcome(OPERATION, forgotten.error);
      kept?.discard();
      return accessOutcome(engine, OPERATION);
    }
    const added = await engine.call('agents.add', { url: positional(args, 0), connect: false });
    if (!added.ok) return failedOutcome(OPERATION, added.error);
    const found = await keptFor(engine, added.value.id);
    if (!found.ok) return failedOutcome(OPERATION, found.error);
    for (const { id } of found.value) {
      const removed = await engine.call('access.remove', { credential: id });
      if (!removed.ok) return failedOutcome(OPERATION, removed.error);
    }
    return accessOutcome(engine, OPERATION, added.value.id);
  },
};
