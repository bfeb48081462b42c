import { proxyFailure } from '../../http/trouble.ts';
import { connectAll, lookupAll } from '../reach.ts';
import { type Step, skipped, textFact } from '../step.ts';

/** Is a proxy on the way, who named it, and does it answer? */
export const proxy: Step = {
  id: 'proxy',
  async run({ parts, agent, found, signal }) {
    const url = found.addresses?.[0]?.url;
    if (url === undefined) return skipped('There is no address to go to.');
    const finding = await parts.connections.proxyFor(agent.options, url);
    found.proxy = finding;
    if (finding.problem !== undefined) {
      return {
        verdict: 'failed',
        message: finding.problem,
        next: 'Correct the proxy under Connection options, or choose none.',
      };
    }
    if (!finding.proxy) {
      if (agent.options.proxy?.use === 'none') return { verdict: 'ok', message: 'No proxy, as chosen for this agent.' };
      if (finding.bypass === undefined) return { verdict: 'ok', message: 'No proxy is set up on this system.' };
      const facts = textFact('bypass', finding.bypass);
      return { verdict: 'ok', message: 'The system has a proxy, which is not used for this address.', facts };
    }
    const { host, port, authority, from, authorization } = finding.proxy;
    const facts = [
      ...textFact('proxy', authority),
      ...textFact('proxy-from', from),
      ...textFact('sent', authorization === undefined ? undefined : 'Proxy-Authorization'),
    ];
    const lookup = await lookupAll(host, signal);
    const tried = await connectAll(lookup.addresses, port, signal);
    const reached = tried.some(({ outcome }) => outcome === 'connected');
    if (reached) {
      const message = `Everything goes through the proxy ${authority}, which accepts connections.`;
      return { verdict: 'ok', message, facts: [...facts, ...tried] };
    }
    const code = lookup.code ?? tried[tried.length - 1]?.code ?? '';
    return {
      verdict: 'failed',
      message: proxyFailure(authority, { code }).error.message,
      next: 'Check that the proxy runs, or choose another one under Connection options.',
      facts: [...facts, ...tried],
    };
  },
};
