import type { AddressFact } from '../../../../shared/contract/doctor.ts';
import { openTunnel } from '../../http/tunnel.ts';
import { TCP_TIMEOUT_MS } from '../limits.ts';
import { authorityOf, connectAll, type Target } from '../reach.ts';
import { type DoctorContext, listed, type Step, type StepResult, skipped, textFact } from '../step.ts';

/** Does something accept connections, and at which of the addresses? */
export const tcp: Step = {
  id: 'tcp',
  async run(context) {
    const { found, signal } = context;
    const { target, lookup = [] } = found;
    if (!target || found.proxy?.problem !== undefined) return skipped('There is nowhere to connect to.');
    if (found.proxy?.proxy) return throughProxy(context, target);
    if (lookup.length === 0) return skipped('The name has no address.');
    const facts = await connectAll(lookup, target.port, signal);
    const at = facts.findIndex(({ outcome }) => outcome === 'connected');
    if (at >= 0) found.reached = lookup[at];
    return judgeConnections(target, facts);
  },
};

/** What connecting to all addresses of a name comes to. */
export function judgeConnections(target: Target, facts: AddressFact[]): StepResult {
  const open = facts.filter(({ outcome }) => outcome === 'connected');
  const shut = facts.filter(({ outcome }) => outcome !== 'connected');
  const names = (list: AddressFact[]) => listed(list.map(({ address }) => address));
  if (shut.length === 0 && open.length > 0) {
    return { verdict: 'ok', message: `${names(open)} accepts connections on port ${target.port}.`, facts };
  }
  if (open.length > 0) {
    const loopback = shut.some(({ address }) => address === '::1');
    const next = loopback
      ? 'Loupe tries the other address by itself. Other clients may not: let the agent listen on both, or write 127.0.0.1 instead of localhost.'
      : 'Let the agent listen on all addresses of its name, or take the others out of the DNS.';
    const message = `${names(open)} accepts connections on port ${target.port}, but ${names(shut)} does not.`;
    return { verdict: 'warning', message, next, facts };
  }
  return { verdict: 'failed', ...shutWords(target, shut), facts };
}

function shutWords(target: Target, facts: AddressFact[]): Pick<StepResult, 'message' | 'next'> {
  const where = authorityOf(target);
  const outcomes = new Set(facts.map(({ outcome }) => outcome));
  if (outcomes.has('refused')) {
    return {
      message: `Connection refused: nothing listens at ${where}.`,
      next: 'Start the agent, or check the port. An agent in a container has to publish its port and listen on 0.0.0.0.',
    };
  }
  if (outcomes.has('timeout')) {
    return {
      message: `${where} did not answer the connection attempt.`,
      next: 'Check the address, the firewall and the VPN; some networks need a proxy.',
    };
  }
  if (outcomes.has('unreachable')) {
    return { message: `No route leads to ${where}.`, next: 'Check the network and the VPN.' };
  }
  const code = facts.find((fact) => fact.code)?.code;
  return {
    message: `No connection to ${where}${code ? ` (${code})` : ''}.`,
    next: 'Check the address and the network, then test again.',
  };
}

async function throughProxy({ found, signal }: DoctorContext, target: Target): Promise<StepResult> {
  const proxy = found.proxy?.proxy;
  if (!proxy) return skipped('There is no proxy.');
  if (!target.secure) {
    found.reached = 'proxy';
    return skipped(`Requests over plain http are handed to the proxy ${proxy.authority}, which connects by itself.`);
  }
  const authority = authorityOf(target);
  const tunnel = await openTunnel(proxy, authority, { timeoutMs: TCP_TIMEOUT_MS, signal });
  if (tunnel.ok) {
    tunnel.socket.destroy();
    found.reached = 'proxy';
    return { verdict: 'ok', message: `The proxy ${proxy.authority} opens connections to ${authority}.` };
  }
  return {
    verdict: 'failed',
    message: tunnel.failure.error.message,
    next:
      tunnel.status === 407
        ? 'Enter the proxy as http://user:password@host:port under Connection options.'
        : 'Ask who runs the proxy, or choose none for this agent if it can be reached directly.',
    facts: [
      ...textFact('answered', tunnel.status),
      ...(tunnel.headers ? [{ kind: 'headers' as const, lines: tunnel.headers }] : []),
    ],
  };
}
