import { grpcAddress } from '../../../../shared/a2a/card/grpc-address.ts';
import { isLoopback, isWildcard } from '../../../../shared/a2a/card/url.ts';
import type { DoctorFact, InterfaceReach } from '../../../../shared/contract/doctor.ts';
import type { InterfaceVerdict } from '../../../../shared/contract/views.ts';
import type { BindingId } from '../../../../shared/model/entry.ts';
import type { Way } from '../../connections.ts';
import { parseHttpUrl } from '../../http/client.ts';
import { openTunnel } from '../../http/tunnel.ts';
import { maskUrl } from '../../mask.ts';
import { shakeHands } from '../handshake.ts';
import { INTERFACE_LIMIT, TCP_TIMEOUT_MS } from '../limits.ts';
import { authorityOf, connectAll, connectTcp, lookupAll, type Target } from '../reach.ts';
import { type DoctorContext, type Step, type StepResult, skipped, textFact } from '../step.ts';
import { judgeConnections } from './tcp.ts';
import { judgeHandshake } from './tls.ts';

interface Endpoint {
  index: number;
  written: string;
  url: string;
  binding?: BindingId;
}

/** Can every address on the card be reached from this computer? TCP and TLS only; the next step speaks the protocol. */
export const endpoints: Step = {
  id: 'endpoints',
  async run(context) {
    const { found, signal } = context;
    const list = endpointsOf(context);
    if (list.length === 0) {
      return found.card
        ? {
            verdict: 'failed',
            message: 'The card names no address to call.',
            next: 'Name an endpoint under Connection options.',
          }
        : skipped('There is no card that names an address.');
    }
    const results: InterfaceReach[] = [];
    const facts: DoctorFact[] = [];
    for (const endpoint of list) {
      if (signal.aborted) break;
      const { binding, index, written } = endpoint;
      const { verdict, message, next, facts: evidence = [] } = await reachOne(context, endpoint);
      const reach: InterfaceReach = {
        index,
        url: written,
        verdict: verdict === 'running' || verdict === 'waiting' ? 'skipped' : verdict,
        message,
        ...(next !== undefined && { next }),
        ...(binding && { binding }),
      };
      results.push(reach);
      facts.push({ kind: 'interface', ...reach }, ...evidence);
    }
    found.interfaces = results.filter(({ index }) => index >= 0);
    return { ...summary(results), facts };
  },
};

function endpointsOf({ agent, found }: DoctorContext): Endpoint[] {
  const { endpoint, binding } = agent.options;
  const own: Endpoint[] = endpoint
    ? [{ index: -1, written: maskUrl(endpoint), url: endpoint, ...(binding && { binding }) }]
    : [];
  const verdicts: readonly InterfaceVerdict[] = found.card?.reading.negotiated.verdicts ?? [];
  const written = found.card?.reading.card.supportedInterfaces ?? [];
  return [
    ...own,
    ...verdicts.slice(0, INTERFACE_LIMIT).map(({ index, url, binding: spoken }) => ({
      index,
      written: String(written[index]?.url ?? url),
      url,
      ...(spoken && { binding: spoken }),
    })),
  ];
}

const every = (total: number): string =>
  total === 1 ? 'The address' : total === 2 ? 'Both addresses' : `All ${total} addresses`;

function summary(results: readonly InterfaceReach[]): Pick<StepResult, 'verdict' | 'message' | 'next'> {
  const bad = results.filter(({ verdict }) => verdict === 'failed');
  const odd = results.filter(({ verdict }) => verdict === 'warning');
  const total = results.length;
  const worst = bad[0] ?? odd[0];
  if (!worst) {
    const message = `${every(total)} can be reached.`;
    return { verdict: 'ok', message };
  }
  const rest = total - bad.length;
  const message =
    bad.length === 0
      ? `${every(total)} can be reached. ${worst.message}`
      : total === 1
        ? worst.message
        : `${rest} of ${total} addresses can be reached. ${worst.message}`;
  return {
    verdict: bad.length > 0 ? 'failed' : 'warning',
    message,
    ...(worst.next !== undefined && { next: worst.next }),
  };
}

/** Where an interface listens; undefined when its address is none. */
export function targetOf(url: string, binding: BindingId | undefined): Target | undefined {
  const web = binding === 'GRPC' ? undefined : parseHttpUrl(url);
  if (web) {
    const secure = web.protocol === 'https:';
    return { host: web.hostname.replace(/^\[|\]$/g, ''), port: Number(web.port || (secure ? 443 : 80)), secure };
  }
  const grpc = binding === 'GRPC' ? grpcAddress(url) : undefined;
  return grpc && { host: grpc.host, port: grpc.port, secure: grpc.secure };
}

const hostnameOf = ({ host }: Target): string => (host.includes(':') ? `[${host}]` : host);

/** What can be said of an address without calling it. The worst comes first. */
export function judgeAddress(
  target: Target,
  from: Target | undefined,
): Pick<StepResult, 'message' | 'next'> | undefined {
  const name = hostnameOf(target);
  const where = authorityOf(target);
  if (isWildcard(name)) {
    return {
      message: `${where} is an address to listen on, not one to call; it only works on the computer of the agent itself.`,
      next: 'Let the agent write its public host name on the card, not the address it binds to.',
    };
  }
  if (!/[.:]/.test(target.host) && !isLoopback(name)) {
    return {
      message: `${target.host} looks like the name of a container or a cluster service.`,
      next: 'Let the agent write a name on the card that callers can resolve, or name an endpoint under Connection options.',
    };
  }
  if (!from) return undefined;
  if (isLoopback(name) && !isLoopback(hostnameOf(from)) && !isWildcard(hostnameOf(from))) {
    return {
      message: `${where} means this computer, but the card came from ${from.host}.`,
      next: 'Let the agent write its public host name on the card.',
    };
  }
  if (from.secure && !target.secure) {
    return {
      message: `The card came over https, but ${where} is called without encryption.`,
      next: 'Let the agent write its https address on the card; behind a proxy it has to be told its public address.',
    };
  }
  if (authorityOf(from) !== where && !(isLoopback(name) && isLoopback(hostnameOf(from)) && from.port === target.port)) {
    return {
      message: `${where} is another origin than ${authorityOf(from)}, where the card came from; credentials go there only after you were asked.`,
      next: 'If that is meant, allow it when you are asked, or name this endpoint under Connection options.',
    };
  }
  return undefined;
}

async function reachOne(context: DoctorContext, { url, binding, index }: Endpoint): Promise<StepResult> {
  const { parts, agent, found, signal } = context;
  const target = targetOf(url, binding);
  if (!target) {
    const message = `"${url}" is no address that can be called.`;
    return { verdict: 'failed', message, next: 'Let the agent write an absolute URL on the card.' };
  }
  const named = index < 0 ? undefined : judgeAddress(target, found.target);
  const way = await parts.access.way({ agent, options: agent.options, url });
  if (!way.ok) return { verdict: 'failed', message: way.error.message, next: 'Correct the Connection options.' };
  const { proxy, identity } = way.value;
  if (proxy && !target.secure && binding !== 'GRPC') {
    return withName(named, {
      verdict: 'ok',
      message: `Requests for ${authorityOf(target)} are handed to the proxy ${proxy.authority}.`,
    });
  }
  if (proxy) {
    const tunnel = await openTunnel(proxy, authorityOf(target), { timeoutMs: TCP_TIMEOUT_MS, signal });
    if (!tunnel.ok) {
      const next = 'Check the proxy under Connection options, or the address on the card.';
      return worse(named, { verdict: 'failed', message: tunnel.failure.error.message, next });
    }
    if (!target.secure) {
      tunnel.socket.destroy();
      const message = `The proxy ${proxy.authority} opens connections to ${authorityOf(target)}.`;
      return withName(named, { verdict: 'ok', message });
    }
    const secured = await shakeHands(tunnel.socket, target, { signal, ...(identity && { identity }) });
    return withName(named, withException(context, way.value, judgeHandshake(target, secured, way.value)));
  }
  const lookup = await lookupAll(target.host, signal);
  if (lookup.addresses.length === 0) {
    return worse(named, {
      verdict: 'failed',
      message: `The name ${target.host} is not known on this computer.`,
      next: 'Let the agent write a name on the card that callers can resolve, or name an endpoint under Connection options.',
    });
  }
  const tried = await connectAll(lookup.addresses, target.port, signal);
  const tcp = judgeConnections(target, tried);
  const open = lookup.addresses[tried.findIndex(({ outcome }) => outcome === 'connected')];
  if (!open) {
    const slip = otherPort(target, found.target);
    return slip === undefined ? worse(named, tcp) : { ...tcp, next: slip };
  }
  if (!target.secure) return withName(named, tcp);
  const { socket } = await connectTcp(open, target.port, signal);
  if (!socket) return withName(named, tcp);
  const handshake = await shakeHands(socket, target, { signal, ...(identity && { identity }) });
  const secured = withException(context, way.value, judgeHandshake(target, handshake, way.value));
  const facts = [...tried, ...(secured.facts ?? [])];
  return withName(named, { ...(secured.verdict === 'ok' ? tcp : secured), facts });
}

/** The exception of an agent counts at its own origin and at endpoints the person named, nowhere else. */
function withException({ agent }: DoctorContext, way: Way, result: StepResult): StepResult {
  if (result.verdict !== 'failed' || way.allowSelfSigned || agent.options.tls?.allowSelfSigned !== true) return result;
  const next =
    'Certificates are accepted unverified at the address of the agent only. Name this endpoint under Connection options to accept this one too.';
  return { ...result, next };
}

/** A port that differs from the card's own is the likeliest slip when nobody answers there. */
function otherPort(target: Target, from: Target | undefined): string | undefined {
  if (!from || from.host !== target.host || from.port === target.port) return undefined;
  return `The card itself came from port ${from.port}. Let the agent write its real port on the card, or name an endpoint under Connection options.`;
}

/** Adds what is odd about the address to what connecting gave. */
function withName(named: Pick<StepResult, 'message' | 'next'> | undefined, result: StepResult): StepResult {
  if (!named || result.verdict === 'failed') return result;
  return {
    ...result,
    verdict: 'warning',
    ...named,
    facts: [...(result.facts ?? []), ...textFact('reason', result.message)],
  };
}

/** The reason behind a failure is what is odd about the address, when something is. */
function worse(named: Pick<StepResult, 'message' | 'next'> | undefined, result: StepResult): StepResult {
  if (!named) return result;
  return {
    ...result,
    message: `${result.message} ${named.message}`,
    ...(named.next !== undefined && { next: named.next }),
  };
}
