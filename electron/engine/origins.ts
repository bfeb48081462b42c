import { grpcAddress } from '../../shared/a2a/card/grpc-address.ts';
import { locateCard } from '../../shared/a2a/card/locate.ts';
import type { AgentOptions } from '../../shared/contract/views.ts';
import type { AgentRecord } from './agents.ts';
import { parseHttpUrl } from './http/client.ts';

/** The origin of an address; those of gRPC count by the scheme they are called with. */
export function originOf(url: string): string | undefined {
  const web = parseHttpUrl(url);
  if (web) return web.origin;
  const grpc = grpcAddress(url);
  return grpc && parseHttpUrl(`${grpc.secure ? 'https' : 'http'}://${grpc.authority}`)?.origin;
}

/** The origin an agent was entered with; what is entered for the agent is bound to it. */
export function agentOrigin(agent: Pick<AgentRecord, 'url' | 'card'>): string | undefined {
  const located = locateCard(agent.url);
  const address = located.ok ? located.value[0]?.url : agent.card?.url;
  return originOf(address ?? agent.url);
}

/**
 * Whether what was entered for an agent may be used at an address. Secrets, client certificates and exceptions are bound to
 * the origin they were entered for: the agent's own, or that of an endpoint the person named.
 */
export function isTrusted(agent: Pick<AgentRecord, 'url' | 'card'>, options: AgentOptions, target: string): boolean {
  const origin = originOf(target);
  if (origin === undefined) return false;
  return [agentOrigin(agent), originOf(agent.card?.url ?? ''), originOf(options.endpoint ?? '')].includes(origin);
}
