import { locateCard } from '../../../../shared/a2a/card/locate.ts';
import { isLoopback, isWildcard } from '../../../../shared/a2a/card/url.ts';
import { maskUrl } from '../../mask.ts';
import type { Step } from '../step.ts';
import { textFact } from '../step.ts';

/** Is it an address at all, and where does it lead? */
export const address: Step = {
  id: 'address',
  run({ agent, found }) {
    const located = locateCard(agent.url);
    const typed = textFact('typed', maskUrl(agent.url));
    const first = located.ok ? located.value[0] : undefined;
    if (!located.ok || !first) {
      return {
        verdict: 'failed',
        message: located.ok ? 'The address leads nowhere.' : located.error.message,
        next: 'Remove this agent and add it again with its http or https address.',
        facts: typed,
      };
    }
    const url = new URL(first.url);
    const secure = url.protocol === 'https:';
    const port = Number(url.port || (secure ? 443 : 80));
    found.addresses = located.value;
    found.target = { host: url.hostname.replace(/^\[|\]$/g, ''), port, secure };
    const guessed = !/^[a-z][a-z0-9+.-]*:\/\//i.test(agent.url.trim());
    const facts = [
      ...typed,
      ...textFact('scheme', secure ? 'https' : 'http'),
      ...textFact('host', found.target.host),
      ...textFact('port', port),
    ];
    if (isWildcard(url.hostname)) {
      return {
        verdict: 'warning',
        message: `${url.hostname} is an address to listen on, not one to call. It may work on this computer only.`,
        next: 'Use 127.0.0.1 for an agent on this computer, or the name of the computer it runs on.',
        facts,
      };
    }
    if (!secure && !isLoopback(url.hostname)) {
      return {
        verdict: 'warning',
        message: `Plain http to ${url.hostname}: everything sent can be read on the way.`,
        next: 'Use https when the agent offers it.',
        facts,
      };
    }
    const assumed = guessed ? ` No scheme was typed, so ${secure ? 'https' : 'http'} is taken.` : '';
    return { verdict: 'ok', message: `${url.protocol}//${url.host} can be called.${assumed}`, facts };
  },
};
