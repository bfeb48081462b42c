import { done } from '../../../shared/lib/result.ts';
import { checkOptions } from '../option-check.ts';
import { takeOptions } from '../option-secrets.ts';
import { agentOf } from './agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const doctorHandlers = (parts: HandlerParts): HandlersOf<'doctor'> => ({
  'doctor.start': async ({ agent: id }) => {
    const agent = agentOf(parts, id);
    if (!agent.ok) return agent;
    const ready = await parts.wake(agent.value);
    return ready.ok ? done(parts.doctor.start(agent.value)) : ready;
  },

  'doctor.get': ({ agent: id }) => {
    const agent = agentOf(parts, id);
    return agent.ok ? done(parts.doctor.get(agent.value)) : agent;
  },

  'doctor.stop': ({ agent: id }) => {
    parts.doctor.stop(id);
    return done(null);
  },

  'doctor.check': ({ agent: id, options }) => {
    const known = id === undefined ? undefined : parts.agents.get(id);
    return done(checkOptions(takeOptions(options, known?.options ?? {})));
  },
});
