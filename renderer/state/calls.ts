import { createStore, useStore } from 'zustand';
import type { OutcomeView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import { call } from './bridge.ts';

/** Starts an operation and waits for its end; the rows arrive in the feed meanwhile. */
export async function runCall(
  agent: string,
  operation: OperationName,
  request: Record<string, unknown>,
): Promise<Reply<OutcomeView>> {
  const started = await call('calls.start', { agent, operation, request });
  return started.ok ? call('calls.outcome', { exchange: started.value.exchange }) : started;
}

/** Tasks with a CancelTask on the way, by agent and id. */
const cancelStore = createStore<{ asked: ReadonlySet<string> }>(() => ({ asked: new Set() }));

const keyOf = (agent: string, task: string): string => `${agent}|${task}`;

export const useCanceling = (agent: string, task: string): boolean =>
  useStore(cancelStore, (state) => state.asked.has(keyOf(agent, task)));

/** Asks the agent to cancel; counts as on the way until the agent has answered. */
export async function cancelTask(agent: string, task: string): Promise<Reply<OutcomeView>> {
  const key = keyOf(agent, task);
  const put = (change: (asked: Set<string>) => void) =>
    cancelStore.setState(({ asked }) => {
      const next = new Set(asked);
      change(next);
      return { asked: next };
    });
  put((asked) => asked.add(key));
  try {
    return await runCall(agent, 'CancelTask', { id: task });
  } finally {
    put((asked) => asked.delete(key));
  }
}

/** Stops listening; the task goes on at the agent. */
export const stopListening = (exchange: number): void => void call('calls.abort', { exchange });

/** Ends an exchange as if its connection had been lost, to see what happens then. */
export const dropStream = (exchange: number): void => void call('streams.drop', { exchange });

/** Subscribes to a task without waiting for the next attempt. */
export const subscribeNow = (agent: string, task: string) => call('streams.subscribe', { agent, task });

/** Fetches a task and has the log say what it holds beyond its events. */
export const fetchTask = (agent: string, task: string) => call('streams.fetch', { agent, task });

/** Makes no more attempts to open a task's stream again. */
export const stopTrying = (agent: string, task: string): void => void call('streams.stop', { agent, task });
