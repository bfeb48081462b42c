import type { Challenge } from '../../../shared/a2a/card/challenge.ts';

/** What is known about a refused request. */
export interface Refused {
  /** 401 or 403. */
  status: number;
  challenges: readonly Challenge[];
  /** Credentials that were sent, by their names, and how. */
  tried: readonly { name: string; as: string; token?: true }[];
  /** Names of typed header lines that were sent. */
  typed: readonly string[];
  /** Names of what stayed behind, and where it was not sent. */
  withheld?: { names: readonly string[]; to: string };
  /** A new token can be had without a person. */
  renewable?: boolean;
  /** What became of getting one: a sentence. */
  renewal?: string;
}

/** Characters of one value of the agent's that are repeated. */
const VALUE_CHARS = 200;

/** Words of an agent inside a sentence: in one line, without characters that cannot be seen. */
const shown = (value: string): string => {
  const plain = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > VALUE_CHARS ? `${plain.slice(0, VALUE_CHARS)}…` : plain;
};

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;

/** A 401 or 403 in words: what was tried, what the agent asks for, what to do. */
export function explainRefusal(refused: Refused): string {
  return [attempt(refused), demand(refused), refused.renewal, advice(refused)].filter(Boolean).join(' ');
}

function attempt({ status, tried, typed, withheld }: Refused): string {
  const names = [
    ...tried.map(({ name, as }) => `“${name}” (${as})`),
    ...typed.map((name) => `the header line ${name}`),
  ];
  if (names.length > 0) {
    const sent = `${listed(names)} ${names.length === 1 ? 'was' : 'were'} sent`;
    return status === 403 ? `${sent}, and that does not allow this call.` : `${sent} and not accepted.`;
  }
  if (withheld)
    return `No credentials were sent: ${listed(withheld.names)} stayed behind, as you chose for ${withheld.to}.`;
  return 'No credentials were sent.';
}

/** What the agent itself says. */
function demand({ challenges }: Refused): string | undefined {
  const [first] = challenges;
  if (!first) return undefined;
  const told = challenges.find(({ params }) => params.error !== undefined) ?? first;
  const { error, error_description: words, scope, resource_metadata: metadata, realm } = told.params;
  const kinds = [...new Set(challenges.map(({ scheme }) => shown(scheme)))];
  const asked = kinds.map((kind) => (kind === shown(told.scheme) && realm ? `${kind} realm="${shown(realm)}"` : kind));
  const sentences = [`The agent asks for ${listed(asked)}.`];
  if (error) sentences.push(`It says ${shown(error)}${words ? `: “${shown(words)}”` : ''}.`);
  if (scope) sentences.push(`It wants the scope ${shown(scope)}.`);
  if (metadata) sentences.push(`What it wants is described at ${shown(metadata)}.`);
  return sentences.join(' ');
}

function advice({ status, challenges, tried, typed, renewable, renewal }: Refused): string | undefined {
  if (tried.length === 0 && typed.length === 0) return 'Enter credentials under Access.';
  const scope = challenges.some(({ params }) => params.scope || params.error === 'insufficient_scope');
  if (status === 403) {
    return scope && tried.some(({ token }) => token)
      ? 'Sign in again with that scope, or ask the operator for access.'
      : 'Ask the operator for access, or choose other credentials under Access.';
  }
  if (renewal) return undefined;
  if (renewable)
    return 'The next call gets a new token first; nothing was repeated, because the call may change something.';
  if (tried.some(({ token }) => token)) return 'Sign in again under Access.';
  return 'Check it under Access, and that it belongs to this agent.';
}
