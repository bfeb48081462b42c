import { type CardAddress, locateCard } from '../../shared/a2a/card/locate.ts';
import type { CardView } from '../../shared/contract/views.ts';
import type { Reply, Trouble } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { AgentRecord, StoredCard } from './agents.ts';
import type { Calls } from './calls.ts';
import { type FetchedCard, fetchCardText } from './card-fetch.ts';
import { type CardReading, chooseFor, readCardText } from './card-reading.ts';
import { checkSignatures, signatureIssues } from './card-signature.ts';
import { sliceJson } from './json-ranges.ts';
import type { EngineParts } from './parts.ts';

/** Finds, reads and keeps Agent Cards. */
export class CardService {
  readonly #parts: EngineParts;
  readonly #calls: Calls;
  /** Extended cards replace the public one for the time the program runs (1.0 §3.1.11). */
  readonly #extended = new Map<string, CardView>();
  readonly #running = new Map<string, Promise<Reply<CardView>>>();

  constructor(parts: EngineParts, calls: Calls) {
    this.#parts = parts;
    this.#calls = calls;
  }

  /** The card known so far. */
  known(agent: AgentRecord): Reply<CardView> {
    const extended = this.#extended.get(agent.id);
    if (extended) return done(extended);
    const { card } = agent;
    if (!card) return refused('not-found', `No card of ${agent.url} was ever read.`);
    const reading = this.#read(agent, card);
    return typeof reading === 'string'
      ? refused('protocol', `The kept card cannot be read: ${reading}.`)
      : done(view(agent, card, reading, false));
  }

  /** Settles again which interface is used, after a change of options or at the start. */
  negotiate(agent: AgentRecord): void {
    this.#extended.delete(agent.id);
    agent.negotiated = undefined;
    const { supported } = this.#parts.transports;
    if (agent.card || agent.options.endpoint) agent.negotiated = chooseFor(agent, agent.options, supported);
    const reading = agent.card && this.#read(agent, agent.card);
    if (reading && typeof reading !== 'string') agent.cardName = reading.card.name || undefined;
  }

  forget(agent: string): void {
    this.#extended.delete(agent);
  }

  /** Fetches the card, trying one address after the other. Callers at the same time share one fetch. */
  fetch(agent: AgentRecord): Promise<Reply<CardView>> {
    let running = this.#running.get(agent.id);
    if (!running) {
      running = this.#fetch(agent).finally(() => this.#running.delete(agent.id));
      this.#running.set(agent.id, running);
    }
    return running;
  }

  async #fetch(agent: AgentRecord): Promise<Reply<CardView>> {
    const addresses = locateCard(agent.url);
    if (!addresses.ok) return this.#failed(agent, 'unreachable', addresses.error);
    agent.connection = 'connecting';
    this.#parts.signal('agents');
    const tried: Attempt[] = [];
    for (const address of addresses.value) {
      const stored = agent.card?.url === address.url ? agent.card : undefined;
      const fetched = await fetchCardText(
        this.#parts,
        agent,
        address,
        stored?.etag === undefined ? {} : { etag: stored.etag },
      );
      if (fetched.status === 304 && stored) return this.#found(agent, { ...stored, fetchedAt: now() }, true);
      if (fetched.status === 401 || fetched.status === 403) {
        return this.#failed(agent, 'needs-access', accessTrouble(address, fetched));
      }
      if (fetched.failure?.code === 'consent') return this.#failed(agent, 'needs-access', fetched.failure);
      if (fetched.failure) {
        // Every address is on the same host: what does not connect once will not connect the next time.
        if (fetched.status === undefined) {
          const connection = fetched.failure.code === 'auth' ? 'needs-access' : 'unreachable';
          return this.#failed(agent, connection, fetched.failure);
        }
        tried.push({ address, status: fetched.status, trouble: fetched.failure });
      } else if (fetched.text !== undefined && fetched.ok) {
        const card: StoredCard = { ...address, raw: fetched.text, fetchedAt: now() };
        if (fetched.etag !== undefined) card.etag = fetched.etag;
        const reading = this.#read(agent, card);
        if (typeof reading !== 'string') return this.#found(agent, card, false);
        const message = `${address.url} answered ${fetched.status}, but the answer is not a card: ${reading}.`;
        tried.push({ address, status: fetched.status, trouble: { code: 'json', message, ...answered(fetched) } });
      } else tried.push({ address, status: fetched.status, trouble: statusTrouble(address, fetched) });
    }
    return this.#failed(agent, 'unreachable', worstTrouble(tried));
  }

  /** Takes over a card that somebody else has fetched. */
  take(agent: AgentRecord, card: StoredCard): Reply<CardView> {
    return this.#found(agent, card, false);
  }

  /** Asks the agent for its extended card. */
  async fetchExtended(agent: AgentRecord): Promise<Reply<CardView>> {
    const call = await this.#calls.start(agent, 'GetExtendedAgentCard', {});
    if (!call.ok) return call;
    const { session } = this.#parts.sessions.live;
    const outcome = await call.value.outcome;
    if (outcome.error) return { ok: false, error: outcome.error };
    if (outcome.reading?.type !== 'card') return refused('protocol', 'The answer is not an extended card.');
    const last = session.exchange(call.value.number).end ?? 0;
    const entry = await session.source?.entry(session.indexOf(last) - 1);
    const text = entry?.kind === 'frame' ? (entry.body.text ?? '') : '';
    const raw = sliceJson(text, '/result') ?? text;
    const url = agent.negotiated?.url ?? agent.url;
    const reading = this.#read(agent, { raw, url, source: 'extended' });
    if (typeof reading === 'string') return refused('protocol', `The answer is not an extended card: ${reading}.`);
    const extended: CardView = {
      agent: agent.id,
      card: reading.card,
      raw,
      url,
      source: 'extended',
      fetchedAt: now(),
      notModified: false,
      issues: reading.issues,
      negotiated: reading.negotiated,
      signatures: reading.signatures,
    };
    this.#extended.set(agent.id, extended);
    this.#parts.signal('agents');
    return done(extended);
  }

  #read(agent: AgentRecord, card: CardText): CheckedCard | string {
    const reading = readCardText(card.raw, card, agent.options, this.#parts.transports.supported);
    if (typeof reading === 'string') return reading;
    const signatures = checkSignatures(card.raw, this.#parts.settings.trustedKeys());
    return { ...reading, signatures, issues: [...reading.issues, ...signatureIssues(signatures)] };
  }

  #found(agent: AgentRecord, card: StoredCard, notModified: boolean): Reply<CardView> {
    const reading = this.#read(agent, card);
    if (typeof reading === 'string') return refused('protocol', `The kept card cannot be read: ${reading}.`);
    agent.card = card;
    agent.cardName = reading.card.name || undefined;
    agent.connection = 'connected';
    agent.error = undefined;
    agent.lastSeen = card.fetchedAt;
    agent.negotiated = reading.negotiated;
    this.#extended.delete(agent.id);
    const { url, binding, dialect, protocolVersion, index, why, reason } = reading.negotiated;
    const message = `${binding}, A2A ${dialect}: ${url}`;
    const detail = { message, url, binding, dialect, protocolVersion, index, why, reason };
    this.#parts.sessions.live.note({ agent: agent.id, what: 'negotiated', detail });
    const saved = this.#parts.saveAgents();
    if (!saved.ok) return saved;
    return done(view(agent, card, reading, notModified));
  }

  #failed(agent: AgentRecord, connection: AgentRecord['connection'], error: Trouble): Reply<never> {
    agent.connection = connection;
    agent.error = error;
    this.#parts.signal('agents');
    return { ok: false, error };
  }
}

type CardText = Pick<CardView, 'raw' | 'url' | 'source'>;
type CheckedCard = CardReading & Pick<CardView, 'signatures'>;

interface Attempt {
  address: CardAddress;
  status: number | undefined;
  trouble: Trouble;
}

const now = (): string => new Date().toISOString();
/** Characters of an unexpected answer that are worth showing. */
const EXCERPT_CHARS = 2_000;
const excerpt = (text: string): string => text.slice(0, EXCERPT_CHARS);

function view(agent: AgentRecord, card: StoredCard, reading: CheckedCard, notModified: boolean): CardView {
  return {
    agent: agent.id,
    card: reading.card,
    raw: card.raw,
    url: card.url,
    source: card.source,
    ...(card.etag !== undefined && { etag: card.etag }),
    fetchedAt: card.fetchedAt,
    notModified,
    issues: reading.issues,
    negotiated: reading.negotiated,
    signatures: reading.signatures,
  };
}

/** Status and beginning of an answer that was no card. */
const answered = ({ status, text }: FetchedCard): Pick<Trouble, 'detail' | 'httpStatus'> => ({
  ...(text && { detail: excerpt(text) }),
  ...(status !== undefined && { httpStatus: status }),
});

function accessTrouble(address: CardAddress, fetched: FetchedCard): Trouble {
  const words = fetched.refusal?.message ?? '';
  const message =
    fetched.status === 401
      ? `${address.url} answered 401: it does not give the card to everybody. ${words} Or check the path: another one of this host may belong to the agent.`
      : `${address.url} answered 403: it does not allow this caller to read the card. ${words}`;
  return { code: 'auth', message, ...answered(fetched) };
}

function statusTrouble(address: CardAddress, fetched: FetchedCard): Trouble {
  const message = `${address.url} answered ${fetched.status}${fetched.statusText ? ` ${fetched.statusText}` : ''} instead of a card.`;
  return { code: 'http', message, ...answered(fetched) };
}

/** The most telling of several failures: an answer that is not "there is nothing here". */
function worstTrouble(tried: readonly Attempt[]): Trouble {
  const absent = (attempt: Attempt) => attempt.status === 404 || attempt.status === 405 || attempt.status === 410;
  const telling = tried.find((attempt) => !absent(attempt));
  const detail = tried.map(({ address, status, trouble }) => ({ url: address.url, status, message: trouble.message }));
  if (telling) return { ...telling.trouble, detail: tried.length === 1 ? telling.trouble.detail : detail };
  const urls = tried.map(({ address }) => address.url).join(', ');
  const status = tried[0]?.status ?? 404;
  return {
    code: 'http',
    message: `There is no Agent Card: ${urls} answered ${status}. Check the address; the card may lie below a path of its own.`,
    detail,
    httpStatus: status,
  };
}
