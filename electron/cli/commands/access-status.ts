import { positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import type { CommandEngine } from '../connection.ts';
import { keptFor } from '../kept-credentials.ts';
import { failedOutcome, type OutcomeLine } from '../outcome-line.ts';

const OPERATION = 'access status';

export const accessStatus: Command = {
  words: ['access', 'status'],
  summary: 'show what is kept: names and states, never a secret',
  positionals: [{ name: 'URL', required: false, summary: 'with what is kept for the origin of this agent' }],
  options: [],
  keeps: 'uses',
  examples: ['loupe access status', 'loupe access status https://agents.example/a --json'],
  async run({ args, engine }) {
    const url = args.positionals[0];
    if (url === undefined) return accessOutcome(engine, OPERATION);
    const added = await engine.call('agents.add', { url: positional(args, 0), connect: false });
    return added.ok ? accessOutcome(engine, OPERATION, added.value.id) : failedOutcome(OPERATION, added.error);
  },
};

/** The store and, of one agent, what is kept for its origin. */
export async function accessOutcome(engine: CommandEngine, operation: string, agent?: string): Promise<OutcomeLine> {
  const vault = await engine.call('vault.get', {});
  if (!vault.ok) return failedOutcome(operation, vault.error);
  const kept = agent === undefined ? undefined : await keptFor(engine, agent);
  if (kept && !kept.ok) return failedOutcome(operation, kept.error);
  return {
    kind: 'outcome',
    outcome: 'ok',
    operation,
    warnings: [],
    events: [],
    event_count: 0,
    vault: vault.value,
    ...(kept && { credentials: kept.value }),
  };
}
