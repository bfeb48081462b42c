import { performance } from 'node:perf_hooks';
import { createOutcome, type OutcomeBuilder } from '../../shared/a2a/reduce/outcome.ts';
import type { Folded } from '../../shared/a2a/reduce/reading.ts';
import type { OutcomeView } from '../../shared/contract/views.ts';
import type {
  Body,
  DeliveryEntry,
  EndEntry,
  Entry,
  FrameEntry,
  Framing,
  HeadEntry,
  NoteEntry,
  RequestEntry,
  SessionHeader,
} from '../../shared/model/entry.ts';
import type { Row } from '../../shared/model/row.ts';
import { BUILT_IN_LENSES, type LensSet } from './lenses/lens-set.ts';
import { KEPT_EVENT_IDS, KEPT_OUTCOMES } from './limits.ts';
import { type AnswerKind, answerKind } from './masking/entry.ts';
import { createMasking, type Masking } from './masking/masking.ts';
import { SecretValues } from './secret-values.ts';
import { Session } from './session.ts';
import type { SseFields } from './sse/interpret.ts';
import type { SourceRange } from './sse/reader.ts';
import { LogStore, type LogStoreOptions } from './store/log-store.ts';

type Recorded<E extends Entry> = Omit<E, 'seq' | 'at' | 'kind'>;

/** `bytes` when the text is not what went over the wire. */
export type NewRequest = Omit<Recorded<RequestEntry>, 'exchange' | 'body'> & { body: string; bytes?: number };

interface OpenExchange {
  outcome: OutcomeBuilder;
  waiting: ((view: OutcomeView) => void)[];
}

export interface RecorderOptions extends LogStoreOptions {
  /** What is taken out before an entry is written; left out: by name only, knowing no values. */
  masking?: Masking;
  /** What reads the metadata; left out: the lenses that come along. */
  lenses?: LensSet;
  /** Called before the first entry is written. */
  onFirst?(): void;
}

/**
 * The only writer of a log. Numbers and times the entries, masks secrets, stores the line, folds it into a row, and tells
 * whoever follows the session.
 */
export class Recorder {
  readonly session: Session;
  readonly #store: LogStore;
  readonly #options: RecorderOptions;
  readonly #start = performance.now();
  readonly #open = new Map<number, OpenExchange>();
  readonly #outcomes = new Map<number, OutcomeView>();
  readonly #eventIds = new Map<string, string>();
  readonly #masking: Masking;
  /** Open exchanges whose answers hold secrets by their nature. */
  readonly #answers = new Map<number, AnswerKind>();
  #seq = 0;
  #exchange = 0;
  #finished = false;

  constructor(header: SessionHeader, options: RecorderOptions = {}) {
    this.#options = options;
    this.#masking = options.masking ?? createMasking(new SecretValues());
    this.#store = new LogStore(header, options);
    this.session = new Session(header, options.lenses ?? BUILT_IN_LENSES, true);
    this.session.source = this.#store;
  }

  /** Bytes of the session file so far; 0 while nothing is recorded. */
  get bytes(): number {
    return this.#seq === 0 ? 0 : this.#store.bytes;
  }

  /** Number of exchanges without an end. */
  get openExchanges(): number {
    return this.#open.size;
  }

  /** Milliseconds since the session started, to the microsecond. Entries that arrived together share one. */
  now(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }

  /** Begins an exchange, or, with `exchange`, records that its request went out again (redirect). */
  request(request: NewRequest, exchange?: number): number {
    const number = exchange ?? ++this.#exchange;
    const answers = answerKind(request.operation);
    if (answers !== 'plain') this.#answers.set(number, answers);
    if (exchange === undefined) {
      this.#open.set(number, { outcome: createOutcome(request.operation), waiting: [] });
    }
    const entry: RequestEntry = {
      seq: 0,
      at: this.now(),
      kind: 'request',
      exchange: number,
      agent: request.agent,
      operation: request.operation,
      ...(request.dialect && { dialect: request.dialect }),
      ...(request.binding && { binding: request.binding }),
      ...(request.poll && { poll: request.poll }),
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: { bytes: request.bytes ?? Buffer.byteLength(request.body, 'utf8'), text: request.body },
    };
    this.#push(this.#masking.entry(entry, answers));
    return number;
  }

  head(head: Recorded<HeadEntry>): void {
    this.#push(this.#masking.entry({ seq: 0, at: this.now(), kind: 'head', ...head }, 'plain'));
  }

  /** The hot path: one call per received frame. */
  frame(exchange: number, framing: Framing, body: Body, fields: SseFields, at: number, source?: SourceRange): void {
    const special = this.#answers.size === 0 ? undefined : this.#answers.get(exchange);
    const suspect = special !== undefined || this.#masking.suspects(body, source);
    const masked = suspect ? this.#masking.frame(body, special ?? 'plain') : body;
    const entry: FrameEntry = {
      seq: 0,
      at,
      kind: 'frame',
      exchange,
      framing,
      body: masked,
    };
    if (fields.event !== undefined) entry.event = this.#masking.text(fields.event);
    if (fields.id !== undefined) entry.id = this.#masking.text(fields.id);
    if (fields.retry !== undefined) entry.retry = fields.retry;
    const folded = this.#push(entry, masked === body ? source : undefined);
    if (fields.id !== undefined && folded?.row.task !== undefined) this.#keepEventId(folded.row, fields.id);
  }

  /** The id of the last event of a task's streams that had one: what a reconnecting reader tells the server. */
  lastEventId(agent: string, task: string): string | undefined {
    return this.#eventIds.get(`${agent} ${task}`);
  }

  /** What an agent pushed; it belongs to no exchange. */
  delivery(delivery: Recorded<DeliveryEntry>): void {
    this.#push(this.#masking.entry({ seq: 0, at: this.now(), kind: 'delivery', ...delivery }, 'plain'));
  }

  note(note: Recorded<NoteEntry>): void {
    this.#push(this.#masking.entry({ seq: 0, at: this.now(), kind: 'note', ...note }, 'plain'));
  }

  end(end: Recorded<EndEntry>): void {
    this.#push(this.#masking.entry({ seq: 0, at: this.now(), kind: 'end', ...end }, 'plain'));
  }

  /** Resolves at the end of an exchange; undefined when this session has no such exchange. */
  outcome(exchange: number): Promise<OutcomeView> | undefined {
    const known = this.#outcomes.get(exchange);
    if (known) return Promise.resolve(known);
    const open = this.#open.get(exchange);
    return open && new Promise((resolve) => open.waiting.push(resolve));
  }

  /** The task that an exchange has named so far. */
  taskOf(exchange: number): string | undefined {
    return (this.#outcomes.get(exchange) ?? this.#open.get(exchange)?.outcome.view())?.task?.id;
  }

  flush(): Promise<void> {
    return this.#store.flush();
  }

  text(): Promise<string> {
    return this.#store.text();
  }

  /** Ends the recording; the session stays readable until `close`. */
  async finish(): Promise<void> {
    this.#finished = true;
    this.session.live = false;
    await this.#store.finish();
  }

  async close(): Promise<void> {
    await this.finish();
    await this.#store.close();
  }

  #push(entry: Entry, source?: SourceRange): Folded | undefined {
    if (this.#finished) return undefined;
    if (this.#seq === 0) this.#options.onFirst?.();
    entry.seq = ++this.#seq;
    const folded = this.session.push(entry);
    this.#store.append(entry, folded.reading?.type === 'event' ? source : undefined);
    if (entry.kind !== 'delivery' && entry.exchange !== undefined) this.#follow(entry.exchange, folded);
    return folded;
  }

  #keepEventId({ agent, task }: Row, id: string): void {
    const key = `${agent} ${task}`;
    this.#eventIds.delete(key);
    // An empty id takes the last one back (WHATWG HTML §9.2.6).
    if (id !== '') this.#eventIds.set(key, id);
    if (this.#eventIds.size > KEPT_EVENT_IDS) this.#eventIds.delete(this.#eventIds.keys().next().value as string);
  }

  #follow(exchange: number, folded: Folded): void {
    const open = this.#open.get(exchange);
    if (!open) return;
    open.outcome.push(folded);
    if (!open.outcome.done) return;
    this.#open.delete(exchange);
    this.#answers.delete(exchange);
    const view = open.outcome.view();
    this.#outcomes.set(exchange, view);
    if (this.#outcomes.size > KEPT_OUTCOMES) this.#outcomes.delete(this.#outcomes.keys().next().value as number);
    for (const resolve of open.waiting) resolve(view);
  }
}
