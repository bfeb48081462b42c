import { flag } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openConnection } from '../operation.ts';
import { CONNECTION_OPTIONS } from '../options.ts';
import { failedOutcome, warningLines } from '../outcome-line.ts';

export const card: Command = {
  words: ['card'],
  summary: "show an agent's card and what is wrong with it",
  positionals: [{ name: 'URL', required: true, summary: 'the agent or its card' }],
  options: [
    { name: 'extended', kind: 'flag', summary: 'ask for the extended card' },
    { name: 'revalidate', kind: 'flag', summary: 'ask a second time with the ETag of the first answer' },
    ...CONNECTION_OPTIONS,
  ],
  examples: ['loupe card http://127.0.0.1:9000', 'LOUPE_TOKEN=… loupe card https://agents.example/a --extended'],
  async run(context) {
    const extended = flag(context.args, 'extended');
    const operation = extended ? 'GetExtendedAgentCard' : 'GetAgentCard';
    const connected = await openConnection(context, true);
    if (!connected.ok) return failedOutcome(operation, connected.error);
    const { engine, agent, negotiated } = connected.value;
    let view = connected.value.card;
    if (!view || extended || flag(context.args, 'revalidate')) {
      const fetched = await engine.call('card.fetch', { agent: agent.id, extended });
      if (!fetched.ok) return failedOutcome(operation, fetched.error, negotiated?.binding);
      view = fetched.value;
    }
    const warnings = warningLines(view.issues);
    return {
      kind: 'outcome',
      outcome: warnings.length > 0 ? 'warn' : 'ok',
      operation,
      warnings,
      events: [],
      event_count: 0,
      card: view.card,
      card_url: view.url,
      not_modified: flag(context.args, 'revalidate') ? view.notModified : undefined,
    };
  },
};
