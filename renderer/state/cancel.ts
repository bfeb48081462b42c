import { createStore, useStore } from 'zustand';
import type { OutcomeView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { runCall } from './calls.ts';

/** Why a task was not canceled. `code`: that of the agent's error. */
export interface CancelRefusal {
  message: string;
  code?: number;
}

interface CancelState {
  /** Tasks with a CancelTask on the way, by agent and id. */
  asked: ReadonlySet<string>;
  /** What became of the last attempt, where it came to nothing. */
  refusals: ReadonlyMap<string, CancelRefusal>;
}

const cancelStore = createStore<CancelState>(() => ({ asked: new Set(), refusals: new Map() }));
const running = new Map<string, Promise<Reply<OutcomeView>>>();

const keyOf = (agent: string, task: string): string => `${agent}|${task}`;

export const useCanceling = (agent: string, task: string): boolean =>
  useStore(cancelStore, (state) => state.asked.has(keyOf(agent, task)));

export const useCancelRefusal = (agent: string, task: string): CancelRefusal | undefined =>
  useStore(cancelStore, (state) => state.refusals.get(keyOf(agent, task)));

/** Asks the agent to cancel; while it has not answered, asking again sends nothing. */
export function cancelTask(agent: string, task: string): Promise<Reply<OutcomeView>> {
  const key = keyOf(agent, task);
  const underWay = running.get(key);
  if (underWay) return underWay;
  dismissRefusal(agent, task);
  const run = runCall(agent, 'CancelTask', { id: task }).then(
    (reply) => {
      settle(key, refusalOf(reply));
      return reply;
    },
    (error: unknown) => {
      settle(key, undefined);
      throw error;
    },
  );
  running.set(key, run);
  cancelStore.setState(({ asked }) => ({ asked: new Set(asked).add(key) }));
  return run;
}

export function dismissRefusal(agent: string, task: string): void {
  cancelStore.setState(({ refusals }) => {
    const next = new Map(refusals);
    next.delete(keyOf(agent, task));
    return { refusals: next };
  });
}

function settle(key: string, refusal: CancelRefusal | undefined): void {
  running.delete(key);
  cancelStore.setState(({ asked, refusals }) => {
    const next = new Set(asked);
    next.delete(key);
    return { asked: next, refusals: refusal ? new Map(refusals).set(key, refusal) : refusals };
  });
}

function refusalOf(reply: Reply<OutcomeView>): CancelRefusal | undefined {
  const error = reply.ok ? reply.value.error : reply.error;
  if (!error) return undefined;
  const code = reply.ok ? reply.value.error?.a2a?.code : undefined;
  return { message: error.message, ...(code === undefined ? {} : { code }) };
}
