import type { AgentView, ConnectedAgent } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done } from '../../shared/lib/result.ts';
import { call } from './bridge.ts';
import { queryClient, refreshAfter } from './queries.ts';
import { goTo, selectionStore } from './selection.ts';

/** Puts an agent into the list of the page at once; the signal of the engine brings the same a moment later. */
function know(view: AgentView): void {
  queryClient.setQueryData<AgentView[]>(['agents'], (list) => {
    if (!list) return [view];
    return list.some((one) => one.id === view.id)
      ? list.map((one) => (one.id === view.id ? view : one))
      : [...list, view];
  });
}

/** Takes over an agent that was connected to, with the card that came along. */
function meet({ card, ...view }: ConnectedAgent): AgentView {
  know(view);
  if (card) queryClient.setQueryData(['card', view.id], card);
  return view;
}

/** Connects to an address. The agent is in the list afterwards even when its card could not be read. */
export async function addAgent(url: string): Promise<Reply<AgentView>> {
  const reply = await call('agents.add', { url });
  if (!reply.ok) return reply;
  const view = meet(reply.value);
  // Asking for the card again asks the person, and goes on with the answer.
  if (view.error?.code !== 'consent') return done(view);
  await call('card.fetch', { agent: view.id });
  const list = await call('agents.list', {});
  const now = list.ok ? list.value.find((one) => one.id === view.id) : undefined;
  if (!now) return done(view);
  know(now);
  return done(now);
}

/** Starts the agent that Loupe brings along and connects to it. */
export async function addSampleAgent(): Promise<Reply<AgentView>> {
  const reply = await call('agents.sample', {});
  return reply.ok ? done(meet(reply.value)) : reply;
}

export async function renameAgent(agent: AgentView, name: string): Promise<void> {
  const reply = await call('agents.update', { agent: agent.id, options: agent.options, name });
  if (reply.ok) know(reply.value);
}

/** Forgets an agent. Its recorded runs stay in their sessions. */
export async function removeAgent(agent: string): Promise<void> {
  const reply = await call('agents.remove', { agent });
  if (!reply.ok) return;
  queryClient.setQueryData<AgentView[]>(['agents'], (list) => list?.filter((one) => one.id !== agent));
  const { place } = selectionStore.getState();
  if ('agent' in place && place.agent === agent) goTo({ kind: 'start' });
  if (selectionStore.getState().agent === agent) selectionStore.setState({ agent: undefined });
  refreshAfter(['agents']);
}

/** Ends what goes on with an agent and closes the connections to it. */
export async function disconnectAgent(agent: string): Promise<void> {
  const reply = await call('agents.disconnect', { agent });
  if (reply.ok) know(reply.value);
  refreshAfter(['agents']);
}

/** Reads the card again; what comes of it is in the card panel and in the session. */
export async function fetchCard(agent: string): Promise<void> {
  await call('card.fetch', { agent });
  refreshAfter(['agents']);
}
