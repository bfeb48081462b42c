import { hostnameOf, isLoopback } from '../../../shared/a2a/card/url.ts';
import type { AgentCard } from '../../../shared/model/card.ts';
import { hasAuthentication, type PushDraft } from '../../state/push-draft.ts';

/** What may go wrong with a configuration. None of it keeps it from being sent. */
export type PushWarning =
  /** The card does not say that the agent pushes. */
  | 'capability'
  /** An address of this computer or of its network, for an agent elsewhere. */
  | 'loopback'
  | 'private'
  /** The agent is one that takes no such address. */
  | 'refuses-private'
  /** Without TLS to a public host. */
  | 'plain'
  /** Token and authentication together. */
  | 'both'
  /** Neither: nobody can tell who sends. */
  | 'no-proof';

/** IPv4 of RFC 1918, RFC 3927 and RFC 6598; IPv6 of RFC 4193 and RFC 4291 §2.5.6. */
const PRIVATE_V4 =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
const PRIVATE_V6 = /^\[f(?:[cd]|e[89ab])/i;

/** An address that means something in one network only. */
export const isPrivateHost = (host: string): boolean =>
  (/^[\d.]+$/.test(host) && PRIVATE_V4.test(host)) ||
  PRIVATE_V6.test(host) ||
  host.endsWith('.local') ||
  host.endsWith('.internal') ||
  !/[.:]/.test(host);

/** Agents that are known to refuse addresses of private networks, by the name on their card. */
const REFUSES_PRIVATE = /\biac[-_ ]?code\b/i;

/** Whether an agent runs on this computer, as far as its address tells. */
export const isHere = (agentUrl: string): boolean => isLoopback(hostnameOf(agentUrl) ?? '');

function hostOf(url: string): { host: string; tls: boolean } | undefined {
  try {
    const { hostname, protocol } = new URL(url);
    return hostname === '' ? undefined : { host: hostname, tls: protocol === 'https:' };
  } catch {
    return undefined;
  }
}

/** What to tell before a configuration is sent. */
export function warningsOf(draft: PushDraft, agentUrl: string, card: AgentCard | undefined): PushWarning[] {
  const found: PushWarning[] = [];
  if (card && card.capabilities?.pushNotifications !== true) found.push('capability');
  const target = hostOf(draft.url);
  if (!target) return found;
  const loopback = isLoopback(target.host);
  const near = loopback || isPrivateHost(target.host);
  if (near && REFUSES_PRIVATE.test(card?.name ?? '')) found.push('refuses-private');
  else if (near && !isHere(agentUrl)) found.push(loopback ? 'loopback' : 'private');
  if (!near && !target.tls) found.push('plain');
  const authenticated = hasAuthentication(draft);
  if (draft.token !== '' && authenticated) found.push('both');
  if (draft.token === '' && !authenticated) found.push('no-proof');
  return found;
}
