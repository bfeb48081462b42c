import { createStore, useStore } from 'zustand';
import type { A2AError } from '../../shared/a2a/errors.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import { runCall } from './calls.ts';
import { publishLog, sessionLog } from './log.ts';

/** Tasks asked for at once; the server may give fewer (1.0 §3.1.4 allows 1 to 100). */
const PAGE_SIZE = 50;
/** Messages per task: the first of them names the task in the tree. */
const HISTORY_LENGTH = 4;

/** What is known of an agent's own list of tasks. */
export interface ServerList {
  state: 'idle' | 'loading' | 'listed' | 'refused';
  listed: number;
  total?: number;
  /** Token of the next page; absent after the last one. */
  next?: string;
  trouble?: Trouble & { a2a?: A2AError };
}

const IDLE: ServerList = { state: 'idle', listed: 0 };

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
  const from: ServerList = again ? IDLE : before;
  put(session, agent, { ...from, state: 'loading' });
  const reply = await runCall(agent, 'ListTasks', {
    pageSize: PAGE_SIZE,
    historyLength: HISTORY_LENGTH,
    ...(from.next ? { pageToken: from.next } : {}),
  });
  if (sessionLog().session !== session) return;
  const trouble = reply.ok ? reply.value.error : reply.error;
  if (reply.ok && reply.value.reading?.type === 'tasks') {
    const { tasks, nextPageToken, totalSize } = reply.value.reading.list;
    sessionLog().tree.merge(agent, tasks);
    publishLog();
    put(session, agent, {
      state: 'listed',
      listed: from.listed + tasks.length,
      ...(totalSize === undefined ? {} : { total: totalSize }),
      ...(nextPageToken ? { next: nextPageToken } : {}),
    });
    return;
  }
  put(session, agent, { ...from, state: 'refused', ...(trouble ? { trouble } : {}) });
}
