/** One challenge of WWW-Authenticate (RFC 9110 §11.6.1). Names of parameters are in lower case. */
export interface Challenge {
  /** As written: `Bearer`, `Basic`, … */
  scheme: string;
  params: Record<string, string>;
  /** The one value that some schemes have instead of parameters (Negotiate). */
  token?: string;
}

/** Challenges and parameters of one answer that are read; agents that send more send garbage. */
const CHALLENGE_LIMIT = 16;
const PARAM_LIMIT = 32;

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
/** Followed by the end, a comma or nothing else; anything longer is a scheme or a parameter. */
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const BETWEEN = /[ \t,]*/y;
const SPACES = /[ \t]+/y;
/** Values without quotes go on to the next comma or space, whatever they consist of. */
const BARE = /[^ \t,]*/y;
const REST = /[^,]+/y;

/**
 * The challenges in header lines of that name, in order. Several may share a line and several lines may share a value.
 * What cannot be read is skipped; nothing throws.
 */
export function parseChallenges(lines: readonly string[]): Challenge[] {
  return lines.flatMap(readLine).slice(0, CHALLENGE_LIMIT);
}

/** The same for all header lines of an answer. */
export const challengesOf = (headers: readonly (readonly [name: string, value: string])[]): Challenge[] =>
  parseChallenges(headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value));

function readLine(text: string): Challenge[] {
  const found: { scheme: string; params: Map<string, string>; token?: string }[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [match] = pattern.exec(text) ?? [];
    if (match !== undefined) at += match.length;
    return match;
  };
  while (found.length <= CHALLENGE_LIMIT) {
    take(BETWEEN);
    if (at >= text.length) break;
    const name = take(TOKEN);
    if (name === undefined) {
      take(REST);
      continue;
    }
    const current = found[found.length - 1];
    if (take(EQUALS) !== undefined) {
      const value = text[at] === '"' ? quoted() : (take(BARE) ?? '');
      const key = name.toLowerCase();
      // Of a name that is repeated the first value counts, as for everybody who searches for it.
      if (current && current.params.size < PARAM_LIMIT && !current.params.has(key)) current.params.set(key, value);
      continue;
    }
    const challenge: (typeof found)[number] = { scheme: name, params: new Map() };
    found.push(challenge);
    if (take(SPACES) === undefined) continue;
    const token = take(TOKEN68);
    if (token !== undefined) challenge.token = token;
  }
  return found.map(({ params, ...rest }) => ({ ...rest, params: Object.fromEntries(params) }));

  /** A quoted string that is not closed goes to the end of the line. */
  function quoted(): string {
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\' && at + 1 < text.length) at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  }
}
