import type { DiscoveryView } from '../../../shared/contract/access.ts';
import type { Draft } from './draft.ts';

/** Scopes of a discovery document that are offered; some services list hundreds. */
export const DISCOVERED_SCOPES = 40;

/** The form with what a discovery document says. What the card or the person said of an address stands. */
export function withDiscovery(draft: Draft, found: DiscoveryView): Draft {
  const read: Draft['read'] = {};
  const next: Draft = { ...draft };
  for (const field of ['tokenUrl', 'authorizationUrl', 'deviceAuthorizationUrl'] as const) {
    const value = found[field];
    if (!value) continue;
    read[field] = value;
    if (draft[field].trim() === '' || draft[field] === draft.read[field]) next[field] = value;
  }
  next.read = read;
  const offers = found.clientAuth.length > 0 && !found.clientAuth.includes(draft.clientAuth);
  if (offers && found.clientAuth[0]) next.clientAuth = found.clientAuth[0];
  const flow = found.flows[0];
  if (draft.chooseFlow && flow && !found.flows.includes(draft.flow)) next.flow = flow;
  const known = new Set(draft.offered.map(({ name }) => name));
  const more = found.scopes.filter((scope) => !known.has(scope)).slice(0, DISCOVERED_SCOPES);
  next.offered = [...draft.offered, ...more.map((name) => ({ name }))];
  return next;
}
