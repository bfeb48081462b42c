import { type ProcedureName, procedures } from '../../shared/contract/procedures.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { refused } from '../../shared/lib/result.ts';
import { enteredSecrets } from './entered-secrets.ts';
import type { Handlers } from './handlers/handler.ts';
import type { Masking } from './masking/masking.ts';
import type { SecretValues } from './secret-values.ts';

export type Dispatch = (name: string, input: unknown, signal?: AbortSignal) => Promise<Reply<unknown>>;

/** Answers whose entries were masked one by one on their way, and which are too large to be searched in one turn. */
const MASKED_AT_SOURCE = new Set<ProcedureName>(['sessions.export', 'wire.har']);

interface DispatchOptions {
  secrets: SecretValues;
  masking: Masking;
}

/**
 * The one way in for every host: checks the input, runs the handler. Never rejects: an unknown name or a wrong input is
 * `bad-input`, a bug is `internal`. What is entered as a secret is known before the handler runs, and nothing that is
 * known comes out.
 */
export function createDispatch(handlers: Handlers, { secrets, masking }: DispatchOptions): Dispatch {
  const run = async (name: string, input: unknown, signal?: AbortSignal): Promise<Reply<unknown>> => {
    if (!Object.hasOwn(procedures, name)) return refused('bad-input', `There is no procedure "${name}".`);
    const known = name as ProcedureName;
    try {
      secrets.add(...enteredSecrets(input));
      const checked = procedures[known].input.safeParse(input);
      if (!checked.success) return refused('bad-input', inputMessage(name, checked.error.issues), checked.error.issues);
      const handler = handlers[known] as (value: unknown, signal?: AbortSignal) => Promise<Reply<unknown>>;
      return await handler(checked.data, signal);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return refused('internal', `${name} failed: ${error instanceof Error ? error.message : String(error)}`, stack);
    }
  };
  return async (name, input, signal) => {
    const reply = await run(name, input, signal);
    return reply.ok && MASKED_AT_SOURCE.has(name as ProcedureName) ? reply : masking.reply(reply);
  };
}

function inputMessage(name: string, issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const first = issues[0];
  const place = first && first.path.length > 0 ? ` at ${first.path.map(String).join('.')}` : '';
  return `The input of ${name} is wrong${place}: ${first?.message ?? 'it has another shape'}.`;
}
