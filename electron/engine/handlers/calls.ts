import { done, refused } from '../../../shared/lib/result.ts';
import { againRequest, SentMessages } from '../sent-messages.ts';
import { agentOf } from './agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function callsHandlers(parts: HandlerParts): HandlersOf<'calls'> {
  const sent = new SentMessages();
  parts.calls.watch((call) => sent.watch(call));

  const start: HandlersOf<'calls'>['calls.start'] = async ({ agent: id, operation, request, options }) => {
    const agent = agentOf(parts, id);
    if (!agent.ok) return agent;
    const ready = await parts.wake(agent.value);
    if (!ready.ok) return ready;
    const call = await parts.calls.start(agent.value, operation, request, options);
    return call.ok ? done({ exchange: call.value.number }) : call;
  };

  return {
    'calls.start': start,

    'calls.again': ({ exchange, context }) => {
      const call = sent.of(parts.sessions.live, exchange);
      if (!call) {
        return refused(
          'not-found',
          `The message of exchange ${exchange} was not sent in this run, or is not kept any more.`,
        );
      }
      const { agent, operation, request, options } = call;
      return start({ agent, operation, request: againRequest(request, context), options });
    },

    'calls.outcome': async ({ exchange }, signal) => {
      const outcome = parts.sessions.live.outcome(exchange);
      if (!outcome) return refused('not-found', `The live session has no exchange ${exchange} whose outcome is known.`);
      if (!signal) return done(await outcome);
      const aborted = new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      const view = signal.aborted ? undefined : await Promise.race([outcome, aborted]);
      return view ? done(view) : refused('aborted', 'Nobody waits for the outcome any more.');
    },

    'calls.abort': ({ exchange }) => {
      if (parts.calls.abort(exchange)) return done(null);
      // Ended a moment ago counts as stopped.
      if (parts.sessions.live.outcome(exchange)) return done(null);
      return refused('not-found', `The live session has no exchange ${exchange}.`);
    },
  };
}
