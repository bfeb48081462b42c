import { locateCard } from '../../../shared/a2a/card/locate.ts';
import type { AgentOptions, ConnectedAgent } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { type AgentRecord, agentView } from '../agents.ts';
import { disconnect } from '../disconnect.ts';
import { MASK, maskUrl } from '../mask.ts';
import { checkOptions } from '../option-check.ts';
import { takeOptions } from '../option-secrets.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The agent with an id, or the reply that says there is none. */
export function agentOf(parts: HandlerParts, id: string): Reply<AgentRecord> {
  const agent = parts.agents.get(id);
  return agent ? done(agent) : refused('not-found', `There is no agent "${id}".`);
}

/** Options that cannot work are not kept; the detail names every field. */
function refusal(options: AgentOptions): Reply<never> | undefined {
  const { problems } = checkOptions(options);
  return problems[0] && refused('bad-input', problems[0].message, problems);
}

/** Pages have an address with its secrets masked, and so has an agent whose secrets were forgotten. */
const isSameAddress = (known: string, typed: string): boolean =>
  known === typed || ((known + typed).includes(MASK) && maskUrl(known) === maskUrl(typed));

export const agentsHandlers = (parts: HandlerParts): HandlersOf<'agents'> => {
  /** Connects; trouble with the card is part of the view and no refusal, because the agent is in the list. */
  const connect = async (agent: AgentRecord): Promise<Reply<ConnectedAgent>> => {
    await parts.cards.fetch(agent);
    const saved = parts.saveAgents();
    if (!saved.ok) return saved;
    const card = parts.cards.known(agent);
    return done({ ...agentView(agent), ...(card.ok && { card: card.value }) });
  };

  return {
    'agents.list': () => done(parts.agents.list().map(agentView)),

    'agents.add': async ({ url, options = {}, connect: now = true }) => {
      const address = locateCard(url);
      if (!address.ok) return address;
      const typed = url.trim();
      let agent = parts.agents.find((known) => isSameAddress(known.url, typed));
      const taken = takeOptions({ ...agent?.options, ...options }, agent?.options ?? {});
      const wrong = refusal(taken);
      if (wrong) return wrong;
      if (agent) {
        agent.options = taken;
        if (!typed.includes(MASK)) agent.url = typed;
      } else agent = parts.agents.add({ url: typed, options: taken });
      parts.cards.negotiate(agent);
      if (now) return connect(agent);
      const saved = parts.saveAgents();
      return saved.ok ? done(agentView(agent)) : saved;
    },

    'agents.update': ({ agent: id, options, name }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      const taken = takeOptions(options, agent.value.options);
      const wrong = refusal(taken);
      if (wrong) return wrong;
      agent.value.options = taken;
      if (name !== undefined) agent.value.name = name || undefined;
      parts.cards.negotiate(agent.value);
      const saved = parts.saveAgents();
      return saved.ok ? done(agentView(agent.value)) : saved;
    },

    'agents.remove': async ({ agent: id }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      // First, so that watches end for what it is.
      parts.watcher.forget(id);
      await disconnect(parts, agent.value);
      parts.agents.remove(id);
      parts.cards.forget(id);
      parts.doctor.forget(id);
      parts.receiver.forget(id);
      parts.access.forget(id);
      return parts.saveAgents();
    },

    'agents.disconnect': async ({ agent: id }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      await disconnect(parts, agent.value);
      const saved = parts.saveAgents();
      return saved.ok ? done(agentView(agent.value)) : saved;
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
