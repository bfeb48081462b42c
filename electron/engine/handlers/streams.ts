import { done, refused } from '../../../shared/lib/result.ts';
import { agentOf } from './agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const streamsHandlers = (parts: HandlerParts): HandlersOf<'streams'> => {
  const awake = async (id: string) => {
    const agent = agentOf(parts, id);
    return agent.ok ? parts.wake(agent.value) : agent;
  };
  return {
    'streams.subscribe': async ({ agent, task }) => {
      const ready = await awake(agent);
      return ready.ok ? parts.streams.subscribe(agent, task) : ready;
    },

    'streams.fetch': async ({ agent, task }) => {
      const ready = await awake(agent);
      return ready.ok ? parts.streams.fetch(agent, task) : ready;
    },

    'streams.stop': ({ agent, task }) => parts.streams.stop(agent, task),

    'streams.drop': ({ exchange }) =>
      parts.calls.drop(exchange)
        ? done(null)
        : refused('not-found', `Exchange ${exchange} of the live session is not going on.`),
  };
};
