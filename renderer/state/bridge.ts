import type { Bridge } from '../../shared/contract/bridge.ts';
import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { Reply, Trouble } from '../../shared/lib/result.ts';

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

/** The reply as data; for places that show trouble themselves. */
export const call = <N extends ProcedureName>(name: N, input: InputOf<N>): Promise<Reply<OutputOf<N>>> =>
  bridge().call(name, input);

/** The value, or a thrown CallError; for react-query. */
export async function ask<N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  const reply = await bridge().call(name, input, signal);
  if (!reply.ok) throw new CallError(reply.error);
  return reply.value;
}
