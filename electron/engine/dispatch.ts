import { type ProcedureName, procedures } from '../../shared/contract/procedures.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { refused } from '../../shared/lib/result.ts';
import type { Handlers } from './handlers/handler.ts';

export type Dispatch = (name: string, input: unknown, signal?: AbortSignal) => Promise<Reply<unknown>>;

/**
 * The one way in for every host: checks the input, runs the handler. Never rejects: an unknown name or a wrong input is
 * `bad-input`, a bug is `internal`.
 */
export function createDispatch(handlers: Handlers): Dispatch {
  return async (name, input, signal) => {
    if (!Object.hasOwn(procedures, name)) return refused('bad-input', `There is no procedure "${name}".`);
    const known = name as ProcedureName;
    try {
      const checked = procedures[known].input.safeParse(input);
      if (!checked.success) return refused('bad-input', inputMessage(name, checked.error.issues), checked.error.issues);
      const handler = handlers[known] as (value: unknown, signal?: AbortSignal) => Promise<Reply<unknown>>;
      return await handler(checked.data, signal);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return refused('internal', `${name} failed: ${error instanceof Error ? error.message : String(error)}`, stack);
    }
  };
}

function inputMessage(name: string, issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const first = issues[0];
  const place = first && first.path.length > 0 ? ` at ${first.path.map(String).join('.')}` : '';
  return `The input of ${name} is wrong${place}: ${first?.message ?? 'it has another shape'}.`;
}
