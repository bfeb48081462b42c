import type { AgentOptions, InterfaceVerdict, Negotiated } from '../../model/agent.ts';
import type { AgentCard, AgentInterface } from '../../model/card.ts';
import type { BindingId, DialectId } from '../../model/entry.ts';
import { grpcAddress } from './grpc-address.ts';
import { reasonFor } from './interface-reason.ts';
import { isWeb, parseUrl } from './url.ts';

/** A pair of binding and version that a transport can speak. */
export interface Supported {
  binding: BindingId;
  dialect: DialectId;
  /** Chosen when the user asks for it, or when a card offers nothing else. */
  onRequest?: true;
}

/** Binding by its name without case, `+`, `-` and `_`. */
const BINDINGS: ReadonlyMap<string, BindingId> = new Map<string, BindingId>([
  ['jsonrpc', 'JSONRPC'],
  ['httpjson', 'HTTP+JSON'],
  ['rest', 'HTTP+JSON'],
  ['grpc', 'GRPC'],
]);

/** The binding behind a name on a card; undefined for the agent's own ones. */
export const bindingOf = (name: string): BindingId | undefined =>
  BINDINGS.get(name.trim().toLowerCase().replace(/[+_-]/g, ''));

/**
 * The dialect for a `protocolVersion`: `1.x` is read as 1.0, `0.3.x` and `0.2.x` as 0.3. An empty version on a card that
 * lists interfaces is taken for 1.0, which brought such lists. Undefined for versions nobody here speaks.
 */
export function dialectOf(version: string): DialectId | undefined {
  if (version.trim() === '') return '1.0';
  const parts = /^\s*v?(\d+)(?:\.(\d+))?/.exec(version);
  if (parts === null) return undefined;
  if (parts[1] === '1') return '1.0';
  return parts[1] === '0' && (parts[2] === '3' || parts[2] === '2') ? '0.3' : undefined;
}

/**
 * Picks the interface to use: the first one on the card that is supported (1.0 §8.3.2), within what the user asked for.
 * A version that no entry has still counts, on the address of the best entry; so does a binding, with `offered: false`.
 * Without any usable entry the card's best guess is returned with `why: 'no-interface'`. Relative addresses are resolved
 * against the card's URL.
 */
export function chooseInterface(
  card: AgentCard,
  options: AgentOptions,
  supported: readonly Supported[],
  cardUrl?: string,
): Negotiated {
  const verdicts = card.supportedInterfaces.map((entry, index) => judge(entry, index, supported, cardUrl));
  const usable = verdicts.filter((entry) => entry.verdict === 'usable');
  const { version, binding, endpoint } = options;
  const onRequest = (entry: InterfaceVerdict): boolean =>
    supported.some((pair) => pair.onRequest && pair.binding === entry.binding && pair.dialect === entry.dialect);
  const wished = (entry: InterfaceVerdict): number =>
    (binding === undefined || entry.binding === binding ? 4 : 0) +
    (version === undefined || entry.dialect === version ? 2 : 0) +
    (binding === undefined && onRequest(entry) ? 0 : 1);
  const best =
    first(usable, wished) ??
    first(
      verdicts.filter((entry) => entry.verdict !== 'url'),
      wished,
    );
  const forced = version !== undefined || binding !== undefined || Boolean(endpoint);
  const why = forced
    ? 'forced'
    : usable.length === 0
      ? 'no-interface'
      : usable.length > 1
        ? 'first-supported'
        : 'only-supported';
  const entry = best && card.supportedInterfaces[best.index];
  const dialect = version ?? best?.dialect ?? supported[0]?.dialect ?? '1.0';
  const index = endpoint || best === undefined ? -1 : best.index;
  const chosen = {
    binding: binding ?? best?.binding ?? 'JSONRPC',
    dialect,
    index,
    why,
    ...(binding === undefined || verdicts.some((one) => one.binding === binding) ? {} : { offered: false as const }),
  } as const;
  const tenant = options.tenant || entry?.tenant;
  if (best && why !== 'no-interface' && !endpoint) best.verdict = 'used';
  return {
    url: endpoint ? addressOf(chosen.binding, endpoint, cardUrl) : (best?.url ?? originOf(cardUrl)),
    ...chosen,
    protocolVersion:
      entry && best?.dialect === dialect && entry.protocolVersion !== '' ? entry.protocolVersion : dialect,
    ...(tenant ? { tenant } : {}),
    reason: reasonFor(chosen, options, card.supportedInterfaces, verdicts),
    verdicts,
  };
}

/** The first entry with the highest score. */
function first(entries: readonly InterfaceVerdict[], score: (entry: InterfaceVerdict) => number) {
  let best: InterfaceVerdict | undefined;
  for (const entry of entries) if (best === undefined || score(entry) > score(best)) best = entry;
  return best;
}

function judge(
  entry: AgentInterface,
  index: number,
  supported: readonly Supported[],
  cardUrl: string | undefined,
): InterfaceVerdict {
  const binding = bindingOf(entry.protocolBinding);
  const dialect = dialectOf(entry.protocolVersion);
  const url = addressOf(binding, entry.url, cardUrl);
  return {
    index,
    verdict: verdictOf(binding, dialect, url, supported),
    url,
    ...(binding ? { binding } : {}),
    ...(dialect ? { dialect } : {}),
  };
}

function verdictOf(
  binding: BindingId | undefined,
  dialect: DialectId | undefined,
  url: string,
  supported: readonly Supported[],
): InterfaceVerdict['verdict'] {
  const sameBinding = supported.filter((pair) => pair.binding === binding);
  if (sameBinding.length === 0) return 'binding';
  if (!sameBinding.some((pair) => pair.dialect === dialect)) return 'version';
  if (binding === 'GRPC') return grpcAddress(url) === undefined ? 'url' : 'usable';
  const parsed = parseUrl(url);
  return parsed && isWeb(parsed) ? 'usable' : 'url';
}

const BARE_HOST = /^(?:(?:[a-z0-9-]+\.)+[a-z]{2,}|(?:\d+\.){3}\d+|localhost|\[[0-9a-f:]+\])(?::\d+)?(?:\/|$)/i;

/** Addresses of gRPC are no URLs and stay as written. */
const addressOf = (binding: BindingId | undefined, url: string, base: string | undefined): string =>
  binding === 'GRPC' ? url.trim() : absolute(url, base);

/** As written when it cannot be resolved. */
const absolute = (url: string, base: string | undefined): string => {
  const text = url.trim();
  if (text === '') return text;
  // "host:port" without a scheme would parse as a scheme of its own; the scheme of the card is meant.
  const bare = BARE_HOST.test(text);
  const scheme = parseUrl(base ?? '')?.protocol ?? 'http:';
  return parseUrl(bare ? `${scheme}//${text}` : text, base)?.href ?? text;
};

const originOf = (cardUrl: string | undefined): string => {
  const origin = parseUrl(cardUrl ?? '')?.origin;
  return origin === undefined ? '' : `${origin}/`;
};
