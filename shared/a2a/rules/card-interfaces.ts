import { chooseInterface } from '../card/choose-interface.ts';
import { hostnameOf, isLoopback, isWeb, isWildcard, type ParsedUrl, parseUrl } from '../card/url.ts';
import type { CardContext, CardRule, Finding } from './card-rule.ts';

interface Address {
  /** As written. */
  written: string;
  /** Resolved against the card; only http(s). */
  web?: ParsedUrl;
  hostname?: string;
  pointer: string;
  usable: boolean;
}

/** Every interface address, resolved the same way as when it is called. */
function addresses({ card, url, supported }: CardContext): Address[] {
  const { verdicts = [] } = chooseInterface(card, {}, supported, url);
  return verdicts.map(({ index, verdict, url: resolved }) => {
    const web = parseUrl(resolved);
    return {
      written: card.supportedInterfaces[index]?.url ?? '',
      ...(web && isWeb(web) ? { web } : {}),
      hostname: hostnameOf(resolved),
      pointer: `/supportedInterfaces/${index}/url`,
      usable: verdict === 'used' || verdict === 'usable',
    };
  });
}

const each = (context: CardContext, find: (address: Address) => Omit<Finding, 'pointer'> | undefined): Finding[] =>
  addresses(context).flatMap((address) => {
    const finding = find(address);
    return finding ? [{ ...finding, pointer: address.pointer }] : [];
  });

export const cardNoInterfaces: CardRule = {
  id: 'card-no-interfaces',
  severity: 'error',
  clause: '1.0 §4.4.1',
  check: ({ card }) =>
    card.supportedInterfaces.length > 0
      ? []
      : [
          {
            message: 'The card lists no interface, so there is no address to call.',
            pointer: '/supportedInterfaces',
            fix: 'Add an entry with url, protocolBinding and protocolVersion, or set an endpoint for this agent.',
          },
        ],
};

export const cardNoSupportedInterface: CardRule = {
  id: 'card-no-supported-interface',
  severity: 'error',
  clause: '1.0 §8.3.2',
  check: ({ card, url, supported }) => {
    if (card.supportedInterfaces.length === 0 || supported.length === 0) return [];
    if (chooseInterface(card, {}, supported, url).why !== 'no-interface') return [];
    const offered = card.supportedInterfaces.map((entry) => `${entry.protocolBinding} ${entry.protocolVersion}`.trim());
    return [
      {
        message: `None of the interfaces can be used here; the card offers ${offered.join(', ')}.`,
        pointer: '/supportedInterfaces',
        fix: 'Offer JSONRPC or HTTP+JSON in version 1.0 or 0.3, or set version, binding and endpoint for this agent.',
      },
    ];
  },
};

export const interfaceUrlInvalid: CardRule = {
  id: 'interface-url-invalid',
  severity: 'warning',
  clause: '1.0 §4.4.6',
  check: (context) =>
    each(context, ({ written, hostname }) =>
      written === '' || hostname !== undefined
        ? undefined
        : { message: `${written} is no address.`, fix: 'Write an absolute URL, for example https://host/path.' },
    ),
};

export const interfaceWildcard: CardRule = {
  id: 'interface-wildcard-address',
  severity: 'warning',
  clause: '1.0 §4.4.6',
  check: (context) =>
    each(context, ({ written, hostname }) =>
      hostname !== undefined && isWildcard(hostname)
        ? {
            message: `${written} is an address to listen on; nobody else can call it.`,
            fix: 'Put the public host name of the agent on the card.',
          }
        : undefined,
    ),
};

export const interfaceContainerName: CardRule = {
  id: 'interface-container-name',
  severity: 'warning',
  clause: '1.0 §4.4.6',
  check: (context) =>
    each(context, ({ written, hostname }) =>
      hostname !== undefined && !/[.:]/.test(hostname) && !isLoopback(hostname)
        ? {
            message: `${written} names the host ${hostname}, which looks like a name inside a container network.`,
            fix: 'Put a host name on the card that callers can resolve.',
          }
        : undefined,
    ),
};

const cardIsSecure = (url: string | undefined): boolean => parseUrl(url ?? '')?.protocol === 'https:';

export const interfaceDowngrade: CardRule = {
  id: 'interface-scheme-downgrade',
  severity: 'warning',
  clause: '1.0 §7.1',
  check: (context) =>
    each(context, ({ written, web }) =>
      cardIsSecure(context.url) && web?.protocol === 'http:'
        ? {
            message: `The card came over https, but ${written} would be called over http:// without encryption.`,
            fix: 'Put the https address on the card.',
          }
        : undefined,
    ),
};

export const interfacePlainHttp: CardRule = {
  id: 'interface-plain-http',
  severity: 'warning',
  clause: '1.0 §7.1',
  check: (context) =>
    each(context, ({ written, web }) =>
      !cardIsSecure(context.url) && web?.protocol === 'http:' && !isLoopback(web.hostname) && !isWildcard(web.hostname)
        ? {
            message: `${written} is called without encryption.`,
            fix: 'Serve the agent over https; plain http is for this machine only.',
          }
        : undefined,
    ),
};

export const interfaceOtherOrigin: CardRule = {
  id: 'interface-other-origin',
  severity: 'note',
  clause: '1.0 §8.2',
  check: (context) => {
    const origin = parseUrl(context.url ?? '');
    if (origin === undefined) return [];
    return each(context, ({ web, usable }) =>
      usable && web && !sameHost(origin, web)
        ? {
            message: `The card came from ${origin.host}, but the agent is called at ${web.host}.`,
            fix: 'Check that this address is meant; credentials are not sent there without being asked.',
          }
        : undefined,
    );
  },
};

/** Names of this machine count as one; the scheme is a matter of another rule. */
function sameHost(a: ParsedUrl, b: ParsedUrl): boolean {
  if (a.host === b.host) return true;
  if (a.protocol !== b.protocol) return a.hostname === b.hostname;
  return isLoopback(a.hostname) && isLoopback(b.hostname) && portOf(a) === portOf(b);
}

const portOf = (url: ParsedUrl): string => url.host.slice(url.hostname.length);

export const interfaceVersionForm: CardRule = {
  id: 'interface-version-form',
  severity: 'note',
  clause: '1.0 §3.6',
  check: ({ card }) =>
    card.supportedInterfaces.flatMap(({ protocolVersion }, i) =>
      protocolVersion === '' || /^\d+\.\d+$/.test(protocolVersion)
        ? []
        : [
            {
              message: `protocolVersion is ${protocolVersion}; it should be Major.Minor.`,
              pointer: `/supportedInterfaces/${i}/protocolVersion`,
              fix: 'Leave out everything after the second number.',
            },
          ],
    ),
};
