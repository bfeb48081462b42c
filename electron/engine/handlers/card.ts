import { agentOf } from './agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const cardHandlers = (parts: HandlerParts): HandlersOf<'card'> => ({
  'card.get': ({ agent: id }) => {
    const agent = agentOf(parts, id);
    return agent.ok ? parts.cards.known(agent.value) : agent;
  },

  'card.fetch': async ({ agent: id, extended }) => {
    const agent = agentOf(parts, id);
    if (!agent.ok) return agent;
    const ready = await parts.wake(agent.value);
    if (!ready.ok) return ready;
    return extended ? parts.cards.fetchExtended(agent.value) : parts.cards.fetch(agent.value);
  },
});
