import { done, type Reply, refused } from '../../lib/result.ts';
import { isLoopback, isWeb, isWildcard, type ParsedUrl, parseUrl } from './url.ts';

/** Where an Agent Card may be found. `source` says what kind of address it is. */
export interface CardAddress {
  url: string;
  source: 'well-known' | 'agent-json' | 'direct';
}

/** 1.0 §8.2; also 0.3. */
export const WELL_KNOWN_PATH = '/.well-known/agent-card.json';
/** Versions before 0.3. */
export const OLDER_WELL_KNOWN_PATH = '/.well-known/agent.json';

/** Last path segments that are cards themselves though they have no file ending (0.3 REST, extended cards). */
const CARD_SEGMENTS: ReadonlySet<string> = new Set(['card', 'extendedAgentCard', 'authenticatedExtendedCard']);

const EXAMPLE = 'for example https://agent.example.com or localhost:9999';

/**
 * From what somebody typed to the addresses to try, in this order:
 *
 * 1. a URL that ends in `.json` is the card; nothing else is tried;
 * 2. a URL whose last segment is a known card address (`/v1/card`) is asked first;
 * 3. below the path given, then on the host root: several agents can live on one host, so the more specific place wins
 *    over the root the text names; in each place the current file name first, then the older one;
 * 4. the URL as typed, when it has a path.
 *
 * Without a scheme `https` is taken, on loopback `http`. A query stays on every address, since gateways may need it.
 */
export function locateCard(typed: string): Reply<CardAddress[]> {
  const text = unwrap(typed);
  if (text === '') return refused('bad-input', `Type the address of an agent, ${EXAMPLE}.`);
  const parsed = withScheme(text);
  if (!parsed.ok) return parsed;
  const url = parsed.value;
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '');
  if (/\.json$/i.test(path)) return done([{ url: url.href, source: sourceOf(path) }]);

  const addresses: CardAddress[] = [];
  const add = (pathname: string, source: CardAddress['source']): void => {
    const address = at(url, pathname);
    if (!addresses.some((other) => other.url === address)) addresses.push({ url: address, source });
  };
  if (CARD_SEGMENTS.has(path.slice(path.lastIndexOf('/') + 1))) add(url.pathname, 'direct');
  for (const base of path === '' ? [''] : [path, '']) {
    add(`${base}${WELL_KNOWN_PATH}`, 'well-known');
    add(`${base}${OLDER_WELL_KNOWN_PATH}`, 'agent-json');
  }
  if (path !== '') add(url.pathname, 'direct');
  return done(addresses);
}

const sourceOf = (path: string): CardAddress['source'] => {
  if (path.endsWith(WELL_KNOWN_PATH)) return 'well-known';
  return path.endsWith(OLDER_WELL_KNOWN_PATH) ? 'agent-json' : 'direct';
};

function at(url: ParsedUrl, pathname: string): string {
  return `${url.origin}${pathname}${url.search}`;
}

/** Takes away what copying brings along: spaces, quotes, angle brackets, a full stop at the end. */
function unwrap(typed: string): string {
  let text = typed.trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/^["'`<“”‘’]+|["'`>“”‘’]+$/g, '').trim();
  }
  return text;
}

function withScheme(text: string): Reply<ParsedUrl> {
  if (/\s/.test(text))
    return refused('bad-input', `An address has no spaces in it; type only the address, ${EXAMPLE}.`);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return refused('bad-input', `Cards are read over http or https, not ${scheme}; type the http address, ${EXAMPLE}.`);
  }
  const guess = scheme === undefined ? parseUrl(`http://${text.replace(/^\/+/, '')}`) : parseUrl(text);
  if (guess === undefined || guess.hostname === '' || !isWeb(guess)) {
    return refused('bad-input', `"${text}" is no address; type a host or a full URL, ${EXAMPLE}.`);
  }
  if (guess.username !== '' || guess.password !== '') {
    return refused('bad-input', 'Take the user name and password out of the address and enter them under Access.');
  }
  if (scheme !== undefined || isLoopback(guess.hostname) || isWildcard(guess.hostname)) return done(guess);
  // Parsed a second time, because changing the protocol of a parsed URL keeps the port it had dropped as default.
  const secure = parseUrl(`https://${text.replace(/^\/+/, '')}`);
  return secure ? done(secure) : refused('bad-input', `"${text}" is no address; type a full URL, ${EXAMPLE}.`);
}
