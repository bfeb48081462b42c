import { locateCard } from '../../../shared/a2a/card/locate.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { type AgentRecord, agentView, takeOptions } from '../agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The agent with an id, or the reply that says there is none. */
export function agentOf(parts: HandlerParts, id: string): Reply<AgentRecord> {
  const agent = parts.agents.get(id);
  return agent ? done(agent) : refused('not-found', `There is no agent "${id}".`);
}

export const agentsHandlers = (parts: HandlerParts): HandlersOf<'agents'> => {
  /** Connects; trouble with the card is part of the view and no refusal, because the agent is in the list. */
  const connect = async (agent: AgentRecord): Promise<Reply<AgentView>> => {
    await parts.cards.fetch(agent);
    const saved = parts.saveAgents();
    return saved.ok ? done(agentView(agent)) : saved;
  };

  return {
    'agents.list': () => done(parts.agents.list().map(agentView)),

    'agents.add': async ({ url, options = {} }) => {
      const address = locateCard(url);
      if (!address.ok) return address;
      let agent = parts.agents.find((known) => known.url === url.trim());
      if (agent) agent.options = takeOptions({ ...agent.options, ...options }, agent.options);
      else agent = parts.agents.add({ url: url.trim(), options });
      parts.cards.negotiate(agent);
      return connect(agent);
    },

    'agents.update': ({ agent: id, options, name }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      agent.value.options = takeOptions(options, agent.value.options);
      if (name !== undefined) agent.value.name = name || undefined;
      parts.cards.negotiate(agent.value);
      const saved = parts.saveAgents();
      return saved.ok ? done(agentView(agent.value)) : saved;
    },

    'agents.remove': ({ agent: id }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      parts.agents.remove(id);
      parts.cards.forget(id);
      return parts.saveAgents();
    },

    'agents.sample': async () => {
      const url = await parts.sample.start();
      if (!url.ok) return url;
      const known = parts.agents.find((agent) => agent.sample === true);
      const agent = known ?? parts.agents.add({ url: url.value, options: {}, sample: true });
      agent.url = url.value;
      return connect(agent);
    },
  };
};
