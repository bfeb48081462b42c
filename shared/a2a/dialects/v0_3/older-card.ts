import { isObject } from '../../../lib/json.ts';
import { quote, type Reader } from '../reading/reader.ts';
import { type Fields, without } from '../reading/walk.ts';

export const CARD_MARKERS: ReadonlySet<string> = new Set(['security']);
export const SKILL_MARKERS: ReadonlySet<string> = new Set(['security']);

/** Version assumed for cards in the 0.3 form that state none. */
const ASSUMED_VERSION = '0.3';

/** A card in the 0.3 form: an address of its own instead of a list of interfaces. */
export const isOlderCard = (card: Fields): boolean =>
  !Array.isArray(card.supportedInterfaces) &&
  !Array.isArray(card.supported_interfaces) &&
  (typeof card.url === 'string' || Array.isArray(card.additionalInterfaces));

/**
 * 0.3 card keys into 1.0 ones. `protocolVersion` and `capabilities.stateTransitionHistory` have no place in 1.0 and
 * stay as unknown keys.
 */
export function rewriteCard(source: Fields, reader: Reader): Fields {
  let card = withRequirements(source);
  if (!isOlderCard(card)) return card;
  card = withInterfaces(card, reader);
  const extended = card.supportsAuthenticatedExtendedCard;
  if (typeof extended === 'boolean' && isObject(card.capabilities ?? {})) {
    const capabilities = isObject(card.capabilities) ? card.capabilities : {};
    card = {
      ...without(card, ['supportsAuthenticatedExtendedCard']),
      capabilities: { ...capabilities, extendedAgentCard: capabilities.extendedAgentCard ?? extended },
    };
  }
  return card;
}

/** `security` is the 0.3 name of the requirements; the 1.0 text uses it in places too. */
export function withRequirements(source: Fields): Fields {
  if (!Array.isArray(source.security) || source.securityRequirements !== undefined) return source;
  return { ...without(source, ['security']), securityRequirements: source.security };
}

function withInterfaces(card: Fields, reader: Reader): Fields {
  const version = statedVersion(card, reader);
  const preferred = typeof card.preferredTransport === 'string' ? card.preferredTransport : 'JSONRPC';
  const interfaces: Fields[] = [];
  if (typeof card.url === 'string') {
    interfaces.push({ url: card.url, protocolBinding: preferred, protocolVersion: version });
  }
  const unread: unknown[] = [];
  for (const entry of Array.isArray(card.additionalInterfaces) ? card.additionalInterfaces : []) {
    if (!isObject(entry)) {
      unread.push(entry);
      continue;
    }
    const { transport, ...rest } = entry;
    const same = interfaces.findIndex((other) => other.url === entry.url && other.protocolBinding === transport);
    if (same >= 0) interfaces[same] = { ...rest, ...interfaces[same] };
    else interfaces.push({ ...rest, protocolBinding: transport ?? '', protocolVersion: version });
  }
  return {
    ...without(card, ['url', 'preferredTransport', 'additionalInterfaces']),
    ...(unread.length > 0 ? { additionalInterfaces: unread } : {}),
    supportedInterfaces: interfaces,
  };
}

/** `Major.Minor` of the card's `protocolVersion`; 0.3 when there is none, as cards before 0.2.5 had none. */
function statedVersion(card: Fields, reader: Reader): string {
  const { protocolVersion } = card;
  const parts = typeof protocolVersion === 'string' ? /^\s*v?(\d+)\.(\d+)/.exec(protocolVersion) : null;
  if (parts === null) {
    reader.report({
      code: 'protocol-version-missing',
      severity: 'warning',
      message:
        protocolVersion === undefined
          ? `The card has no protocolVersion; ${ASSUMED_VERSION} is assumed.`
          : `protocolVersion is ${quote(protocolVersion)}, which is no version; ${ASSUMED_VERSION} is assumed.`,
      clause: '0.3 §5.5',
      fix: 'State protocolVersion on the card, for example "0.3.0".',
    });
    return ASSUMED_VERSION;
  }
  const version = `${parts[1]}.${parts[2]}`;
  if (parts[1] !== '0') {
    reader.report(
      {
        code: 'card-version-mismatch',
        severity: 'warning',
        message: `The card is in the 0.3 form, but states protocolVersion ${quote(protocolVersion)}.`,
        clause: '1.0 §4.4.1',
        fix: 'List the addresses in supportedInterfaces.',
      },
      'protocolVersion',
    );
  }
  return version;
}
