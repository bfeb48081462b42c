import type { ConsentNeeded, ConsentView } from '../../../shared/contract/access.ts';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { AgentRecord } from '../agents.ts';
import { agentOrigin, isTrusted, originOf } from '../origins.ts';
import type { CredentialRecord } from './credentials.ts';
import { placesOf } from './pieces.ts';

/** What there is to send to one address of an agent. */
export interface Asked {
  agent: Pick<AgentRecord, 'id' | 'url' | 'card'>;
  /** Header lines and certificate among them were typed for this agent. */
  options: AgentOptions;
  url: string;
  /** The credentials the agent uses, in order. */
  credentials: readonly CredentialRecord[];
  /** Whether a typed line holds a secret. */
  isSecretLine(line: HeaderLines[number]): boolean;
  answerOf(from: string, to: string): ConsentView['answer'] | undefined;
}

/** What of it goes there. */
export interface Bound {
  typed: HeaderLines;
  credentials: CredentialRecord[];
  /** The client certificate may be shown. */
  certificate: boolean;
  /** Names of what stays behind, because the person said so. */
  withheld: string[];
  /** Names in lower case of header lines that must not go there. */
  barred: string[];
  /** A question that has to be answered before anything is sent. */
  question?: Pick<ConsentNeeded, 'from' | 'to' | 'what'>;
  /** There is anything that could be asked about. */
  secret: boolean;
  /** The person has answered for this address. */
  answered: boolean;
}

export const CERTIFICATE = 'the client certificate';

/**
 * Decides what may go to an address. Everything secret is bound to an origin: credentials to the one they were entered
 * for, typed header lines and the client certificate to that of the agent. An endpoint that the person named counts as
 * entered. Anywhere else the answer of the person decides, and without one nothing is sent.
 */
export function bind({ agent, options, url, credentials, isSecretLine, answerOf }: Asked): Bound {
  const to = originOf(url) ?? url;
  const home = agentOrigin(agent) ?? '';
  const named = options.endpoint !== undefined && originOf(options.endpoint) === to;
  const trusted = isTrusted(agent, options, url);
  const bound: Bound = {
    typed: [],
    credentials: [],
    certificate: false,
    withheld: [],
    barred: [],
    secret: false,
    answered: answerOf(home, to) !== undefined,
  };
  const questions = new Map<string, string[]>();
  /** Whether something that was entered for an origin goes to the address. */
  const goes = (from: string, names: readonly string[], allowed: boolean): boolean => {
    bound.secret = true;
    const answer = allowed ? 'send' : answerOf(from, to);
    if (!allowed && answer !== undefined) bound.answered = true;
    if (answer === 'send') return true;
    if (answer === 'without') bound.withheld.push(...names.filter((name) => !bound.withheld.includes(name)));
    else questions.set(from, [...(questions.get(from) ?? []), ...names]);
    return false;
  };
  for (const line of options.headers ?? []) {
    if (!isSecretLine(line) || goes(home, [line[0]], trusted)) bound.typed.push(line);
    else bound.barred.push(line[0].toLowerCase());
  }
  const shows = to.startsWith('https:') && (options.tls?.cert !== undefined || options.tls?.pfx !== undefined);
  bound.certificate = shows && goes(home, [CERTIFICATE], trusted);
  for (const credential of credentials) {
    const { origin, scheme } = credential;
    const names = placesOf(scheme);
    const allowed = origin === to || named;
    // The certificate itself was asked about above.
    if (scheme.type === 'mutualTLS' ? bound.certificate || !shows : goes(origin, names, allowed)) {
      bound.credentials.push(credential);
    } else bound.barred.push(...headersOf(credential));
  }
  const [question] = questions;
  if (question) {
    const [from, what] = question;
    bound.question = { from, to, what: [...new Set(what)] };
  }
  return bound;
}

const LEADS: Record<ConsentNeeded['because'], string> = {
  card: 'The card of this agent leads to',
  redirect: 'The answer leads to',
  push: 'The push configuration goes to',
};

/** The trouble that asks. Nothing was sent. */
export function consentTrouble(
  { agent, url }: Pick<Asked, 'agent' | 'url'>,
  question: NonNullable<Bound['question']>,
  because: ConsentNeeded['because'],
): Trouble {
  const { from, to, what } = question;
  const names = what.length < 2 ? what.join('') : `${what.slice(0, -1).join(', ')} and ${what[what.length - 1]}`;
  const verb = what.length === 1 ? 'was' : 'were';
  const message = `${LEADS[because]} ${to}, but ${names} ${verb} entered for ${from}. Nothing was sent there; say whether it may be.`;
  const detail: ConsentNeeded = { agent: agent.id, from, to, what, because, url };
  return { code: 'consent', message, detail };
}

/** Header lines that hold what a credential sends; its query is taken off apart. */
function headersOf({ scheme }: CredentialRecord): string[] {
  if (scheme.type === 'apiKey') {
    if (scheme.in === 'query') return [];
    return [scheme.in === 'cookie' ? 'cookie' : scheme.name.toLowerCase()];
  }
  if (scheme.type === 'mutualTLS') return [];
  return placesOf(scheme).map((name) => name.toLowerCase());
}
