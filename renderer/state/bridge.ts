import type { Bridge } from '../../shared/contract/bridge.ts';
import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { Reply, Trouble } from '../../shared/lib/result.ts';
import { askConsent, consentOf } from './consent.ts';

let current: Bridge | undefined;

/** Called once before the first render. */
export function setBridge(bridge: Bridge): void {
  current = bridge;
}

export function bridge(): Bridge {
  if (!current) throw new Error('setBridge must run before the first render');
  return current;
}

/** A refused call, so that react-query sees an error that still carries its Trouble. */
export class CallError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/**
 * One call, however often it takes: where credentials would go to another origin the person is asked, and with the answer
 * the call is made again. Each answer settles one pair of origins, so this ends.
 */
async function settled<N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Reply<OutputOf<N>>> {
  const asked = new Set<string>();
  for (;;) {
    const reply = await bridge().call(name, input, signal);
    const needed = reply.ok ? undefined : consentOf(reply.error);
    const pair = needed && `${needed.from} ${needed.to}`;
    if (!needed || !pair || asked.has(pair)) return reply;
    asked.add(pair);
    const answer = await askConsent(needed);
    if (answer === undefined) return reply;
    const kept = await bridge().call('access.consent', { from: needed.from, to: needed.to, answer });
    if (!kept.ok) return kept;
  }
}

/** The reply as data; for places that show trouble themselves. */
export const call = <N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Reply<OutputOf<N>>> => settled(name, input, signal);

/** The value, or a thrown CallError; for react-query. */
export async function ask<N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  const reply = await settled(name, input, signal);
  if (!reply.ok) throw new CallError(reply.error);
  return reply.value;
}
