import { challengesOf } from '../../../shared/a2a/card/challenge.ts';
import type { AccessRefusal } from '../../../shared/contract/access.ts';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import { done, type Reply, refused, type Trouble } from '../../../shared/lib/result.ts';
import type { BindingId, HeaderLines } from '../../../shared/model/entry.ts';
import type { AgentRecord } from '../agents.ts';
import type { Connections, Way } from '../connections.ts';
import type { Elsewhere } from '../http/types.ts';
import { isSecretHeader, maskUrl } from '../mask.ts';
import { originOf } from '../origins.ts';
import { type Bound, bind, consentTrouble } from './binding.ts';
import type { Consents } from './consents.ts';
import type { CredentialRecord, Credentials } from './credentials.ts';
import { explainRefusal } from './explain.ts';
import { type Applied, linesOf } from './lines.ts';
import { placesOf } from './pieces.ts';
import type { SecretValues } from './seams.ts';
import { isRenewable, isTokenRecord, type TokenRecord, type Tokens } from './tokens.ts';

export interface AccessOptions {
  connections: Connections;
  credentials: Credentials;
  consents: Consents;
  tokens: Tokens;
  secrets: SecretValues;
  onChange(): void;
}

/** An address of an agent that is about to be called. */
export interface Destination {
  agent: AgentRecord;
  options: AgentOptions;
  url: string;
  binding?: BindingId;
}

/** What a request to one address is made with. */
export interface Pass {
  destination: Destination;
  way: Way;
  /** Header lines typed for the agent and those of credentials; they win over the protocol's own. */
  headers: HeaderLines;
  /** Goes on the address, after its own. */
  query: [name: string, value: string][];
  /** What may happen when an answer leads to another origin. */
  elsewhere(url: URL): Elsewhere;
  /** Credentials that are on it. */
  used: CredentialRecord[];
  /** Names of what stays behind. */
  withheld: string[];
  /** Sentences about lines that were left out. */
  notes: string[];
}

/** How an agent answered a request, as far as it says something about credentials. */
export interface Verdict {
  status: number;
  headers: HeaderLines;
  exchange: number | undefined;
  /** The answer was to a request for the card, which most agents give to everybody. */
  card: boolean;
  /** What became of getting a new token. */
  renewal?: string;
}

/** Puts credentials on requests, holds them back from other origins, and learns from answers. */
export class Access {
  readonly #options: AccessOptions;
  readonly #refusals = new Map<string, AccessRefusal & { card: boolean }>();

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /** Refused (`consent`) when the person has to be asked first, and (`auth`) when a secret is not there. */
  async pass(destination: Destination): Promise<Reply<Pass>> {
    const { agent, options, url, binding } = destination;
    const bound = this.#bind(destination, url);
    if (bound.question) {
      return {
        ok: false,
        error: consentTrouble({ agent, url: maskUrl(url, this.#options.secrets) }, bound.question, 'card'),
      };
    }
    const applied = await this.#withSecrets(bound.credentials, agent);
    if (!applied.ok) return applied;
    const lines = linesOf(applied.value, bound.typed, binding);
    if (!lines.ok) return lines;
    const { headers, query, notes } = lines.value;
    if (lines.value.certificate && !hasCertificate(options) && url.startsWith('https:')) {
      return refused(
        'auth',
        'A client certificate is to be shown, but none is entered for this agent. Enter it under Connection; nothing was sent.',
      );
    }
    const way = await this.#options.connections.for(agent, options, url, bound.certificate);
    if (!way.ok) return way;
    const used = bound.credentials.filter(({ id }) => lines.value.used.includes(id));
    return done({
      destination,
      way: way.value,
      headers,
      query,
      used,
      withheld: bound.withheld,
      notes,
      elsewhere: (to) => this.#elsewhere(destination, used, to),
    });
  }

  /** How an address is reached, without asking: what needs a consent that is not there stays behind. */
  way({ agent, options, url }: Destination): Promise<Reply<Way>> {
    return this.#options.connections.for(agent, options, url, this.#bind({ agent, options }, url).certificate);
  }

  /** Replaces the token that was refused. Undefined when none of the credentials has one that can be replaced. */
  async renew({ destination, used, headers }: Pass): Promise<Reply<Pass> | undefined> {
    const { tokens } = this.#options;
    const renewable = this.#renewable(used);
    if (!renewable) return undefined;
    const held = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1].replace(/^Bearer /, '');
    const renewed = await tokens.renew(renewable, destination.agent, held);
    return renewed.ok ? this.pass(destination) : renewed;
  }

  /** Takes note of an answer. For a refusal it says in words what that means. */
  judge({ destination, used, withheld, headers }: Pass, verdict: Verdict): Trouble | undefined {
    const { status, exchange, card, renewal } = verdict;
    const { agent, url, options } = destination;
    if (status !== 401 && status !== 403) {
      if (status < 400) this.#accepted(agent.id, used, card);
      return undefined;
    }
    const challenges = challengesOf(verdict.headers);
    const typed = (options.headers ?? []).map(([name]) => name);
    const text = explainRefusal({
      status,
      challenges,
      tried: used.map((record) => ({
        name: record.name,
        as: kindOf(record),
        ...(isTokenRecord(record) && { token: true }),
      })),
      typed: headers.filter((line) => typed.includes(line[0]) && this.#isSecretLine(line)).map(([name]) => name),
      ...(withheld.length > 0 && { withheld: { names: withheld, to: originOf(url) ?? url } }),
      renewable: status === 401 && this.#renewable(used) !== undefined,
      ...(renewal !== undefined && { renewal }),
    });
    const trouble: Trouble = { code: 'auth', message: this.#options.secrets.mask(text), httpStatus: status };
    this.#refusals.set(agent.id, {
      status,
      challenges: challenges.map(({ scheme, params }) => ({ scheme, params })),
      tried: used.map(({ name }) => name),
      text: trouble.message,
      card,
      ...(exchange !== undefined && { exchange }),
    });
    for (const { id } of used) this.#mark(id, 'refused', trouble);
    this.#options.onChange();
    return trouble;
  }

  /** The last refusal of an agent, while nothing else has happened since. */
  refusal(agent: string): AccessRefusal | undefined {
    const found = this.#refusals.get(agent);
    if (!found) return undefined;
    const { card: _, ...view } = found;
    return view;
  }

  forget(agent: string): void {
    this.#refusals.delete(agent);
  }

  #bind({ agent, options }: Pick<Destination, 'agent' | 'options'>, url: string): Bound {
    const { credentials, consents } = this.#options;
    return bind({
      agent,
      options,
      url,
      credentials: credentials.usedBy(agent.id),
      isSecretLine: (line) => this.#isSecretLine(line),
      answerOf: (from, to) => consents.answer(from, to),
    });
  }

  #isSecretLine([name, value]: HeaderLines[number]): boolean {
    return isSecretHeader(name) || this.#options.secrets.isSecret(value);
  }

  async #withSecrets(records: readonly CredentialRecord[], agent: AgentRecord): Promise<Reply<Applied[]>> {
    const { credentials, tokens } = this.#options;
    const applied: Applied[] = [];
    for (const credential of records) {
      const secrets = isTokenRecord(credential)
        ? await tokens.usable(credential, agent)
        : credentials.secretsOf(credential.id);
      if (!secrets.ok) return secrets;
      applied.push({ credential, secrets: secrets.value });
    }
    return done(applied);
  }

  /** An answer leads to another origin. Only what the request carried may go on to it. */
  #elsewhere(destination: Destination, used: readonly CredentialRecord[], to: URL): Elsewhere {
    const { agent, options } = destination;
    const bound = this.#bind(destination, to.href);
    if (!bound.secret && !bound.answered) return undefined;
    const url = new URL(to.href);
    for (const [name, value] of to.searchParams) {
      if (this.#options.secrets.isSecret(value)) url.searchParams.delete(name);
    }
    if (bound.question) {
      return {
        refusal: consentTrouble({ agent, url: maskUrl(url.href, this.#options.secrets) }, bound.question, 'redirect'),
      };
    }
    return {
      follow: async () => {
        const way = await this.#options.connections.for(agent, options, to.href, bound.certificate);
        if (!way.ok) return way;
        const allowed = new Set(bound.credentials.map(({ id }) => id));
        const stays = used.filter(({ id }) => !allowed.has(id));
        const message =
          bound.withheld.length > 0
            ? `Followed to ${to.origin} without ${bound.withheld.join(', ')}, as you chose.`
            : `Followed to ${to.origin}, as you allowed.`;
        return done({
          url: stays.length > 0 || bound.withheld.length > 0 ? url : to,
          barred: bound.barred,
          barredQuery: stays.flatMap(({ scheme }) =>
            scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
          ),
          connection: way.value,
          allowSelfSigned: way.value.allowSelfSigned,
          note: message,
        });
      },
    };
  }

  #renewable(used: readonly CredentialRecord[]): TokenRecord | undefined {
    const { credentials } = this.#options;
    return used.filter(isTokenRecord).find((record) => {
      const secrets = credentials.secretsOf(record.id);
      return secrets.ok && isRenewable(record, secrets.value);
    });
  }

  #accepted(agent: string, used: readonly CredentialRecord[], card: boolean): void {
    const before = this.#refusals.get(agent);
    // A card that everybody gets says nothing about what refused a call.
    if (card && !before?.card) return;
    this.#refusals.delete(agent);
    for (const { id } of used) this.#mark(id, 'ok');
    if (before) this.#options.onChange();
  }

  /** Memory has it at once; the file may come later, and nothing waits for it. */
  #mark(id: string, lastUse: 'ok' | 'refused', trouble?: Trouble): void {
    const { credentials } = this.#options;
    const record = credentials.get(id);
    if (!record || (record.lastUse === lastUse && record.trouble?.message === trouble?.message)) return;
    const { trouble: _, ...rest } = record;
    void credentials.save({ ...rest, lastUse, ...(trouble && { trouble }) });
  }
}

const hasCertificate = ({ tls }: AgentOptions): boolean => tls?.cert !== undefined || tls?.pfx !== undefined;

/** The kind of a credential as challenges name it, or where it goes. */
const kindOf = ({ scheme }: CredentialRecord): string => {
  if (scheme.type === 'bearer') return scheme.prefix || 'Bearer';
  if (scheme.type === 'basic') return 'Basic';
  return scheme.type === 'oauth2' ? 'Bearer' : placesOf(scheme).join(', ');
};
