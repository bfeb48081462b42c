import { createStore, useStore } from 'zustand';
import type { A2AError } from '../../shared/a2a/errors.ts';
import {
  asksForAll,
  type ListCriteria,
  type Listing,
  listRequest,
  NO_LISTING,
  takePage,
} from '../../shared/a2a/reduce/tree-listing.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import { runCall } from './calls.ts';
import { publishLog, sessionLog } from './log.ts';

/** What is known of an agent's own list of tasks. */
export interface ServerList {
  state: 'idle' | 'loading' | 'listed' | 'refused';
  criteria: ListCriteria;
  listing: Listing;
  trouble?: Trouble & { a2a?: A2AError };
}

const IDLE: ServerList = { state: 'idle', criteria: {}, listing: NO_LISTING };

const listStore = createStore<{ session: string; lists: Record<string, ServerList> }>(() => ({
  session: '',
  lists: {},
}));

/** Lists belong to one session: their tasks were merged into its tree. */
export const useServerList = (agent: string | undefined, session: string): ServerList =>
  useStore(listStore, (state) => (state.session === session && agent ? (state.lists[agent] ?? IDLE) : IDLE));

function put(session: string, agent: string, list: ServerList): void {
  listStore.setState((state) => ({
    session,
    lists: { ...(state.session === session ? state.lists : {}), [agent]: list },
  }));
}

const current = (session: string, agent: string): ServerList => {
  const state = listStore.getState();
  return (state.session === session ? state.lists[agent] : undefined) ?? IDLE;
};

/** Asks the agent for the next page of its tasks, or the first one, and merges them into the tree. */
export async function listTasks(agent: string, again = false): Promise<void> {
  const { session } = sessionLog();
  const before = current(session, agent);
  if (before.state === 'loading') return;
  await ask(session, agent, before.criteria, again ? NO_LISTING : before.listing);
}

/** Chooses which tasks are asked for, and asks for the first page of them. */
export async function chooseTasks(agent: string, criteria: ListCriteria): Promise<void> {
  await ask(sessionLog().session, agent, criteria, NO_LISTING);
}

async function ask(session: string, agent: string, criteria: ListCriteria, from: Listing): Promise<void> {
  const asking: ServerList = { state: 'loading', criteria, listing: from };
  put(session, agent, asking);
  const reply = await runCall(agent, 'ListTasks', listRequest(criteria, from.next));
  // Other tasks were asked for meanwhile, or another session is on screen.
  if (sessionLog().session !== session || current(session, agent) !== asking) return;
  const trouble = reply.ok ? reply.value.error : reply.error;
  if (reply.ok && reply.value.reading?.type === 'tasks') {
    const { list } = reply.value.reading;
    const listing = takePage(from, list);
    const { tree } = sessionLog();
    tree.merge(agent, list.tasks);
    if (listing.complete && asksForAll(criteria)) tree.complete(agent, listing.ids);
    publishLog();
    put(session, agent, { state: 'listed', criteria, listing });
    return;
  }
  put(session, agent, { ...asking, state: 'refused', ...(trouble ? { trouble } : {}) });
}
