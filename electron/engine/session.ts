import { createFold } from '../../shared/a2a/reduce/fold.ts';
import type { Fold, Folded } from '../../shared/a2a/reduce/reading.ts';
import type { SessionDamage, SessionLoading } from '../../shared/contract/views.ts';
import type { Entry, SessionHeader } from '../../shared/model/entry.ts';
import type { Issue } from '../../shared/model/issue.ts';
import type { LensSet } from './lenses/lens-set.ts';
import { KEPT_FINDINGS_ROWS } from './limits.ts';
import { RowList } from './rows/row-list.ts';
import type { EntryLines } from './store/offsets.ts';
import type { SessionFile } from './store/session-reader.ts';

/** Entries of one exchange that others refer to. */
export interface ExchangePlaces {
  request?: number;
  head?: number;
  end?: number;
  /** The request before this one, when the exchange was sent more than once. */
  earlier?: ExchangePlaces;
}

/** Where entries are read back from, by index from 0. */
export interface EntrySource {
  entry(index: number): Promise<Entry | undefined>;
  /** The lines from an index on, as many as fit `bytes`, at least one; read into `memory` when it has room for them. */
  lines(index: number, bytes: number, memory?: Buffer): Promise<EntryLines | undefined>;
  /** The entry that such a line says. */
  read(line: string): Entry | undefined;
}

type FileReading = Pick<SessionFile, 'ended' | 'bytes' | 'size' | 'tornBytes' | 'unreadableLines' | 'problem'>;

/**
 * One session in memory: its rows, and how to get at the entries behind them. Rows are made once, by the fold, when an
 * entry is recorded or read.
 */
export class Session {
  readonly header: SessionHeader;
  live: boolean;
  source: EntrySource | undefined;
  /** What its rows are read from, when they come from a file. */
  file: FileReading | undefined;
  #lenses: LensSet;
  #fold: Fold;
  #rows = new RowList();
  #findings = new Map<number, Issue[]>();
  #exchanges = new Map<number, ExchangePlaces>();
  /** Exchanges that got a file, by the address that was asked first. */
  #fetches = new Map<string, number[]>();
  #watchers: readonly (() => void)[] = [];

  constructor(header: SessionHeader, lenses: LensSet, live: boolean) {
    this.header = header;
    this.live = live;
    this.#lenses = lenses;
    this.#fold = createFold(lenses.lenses);
  }

  /** What the rows were made with. */
  get lenses(): LensSet {
    return this.#lenses;
  }

  get rows(): RowList {
    return this.#rows;
  }

  /** Takes over what another reading of the same log made of it, and goes on from there. Watchers stay. */
  adopt(other: Session): void {
    this.#lenses = other.#lenses;
    this.#fold = other.#fold;
    this.#rows = other.#rows;
    this.#findings = other.#findings;
    this.#exchanges = other.#exchanges;
    this.#fetches = other.#fetches;
  }

  /** How far its file has been read, while it is. */
  get loading(): SessionLoading | undefined {
    const { file } = this;
    return file && !file.ended ? { bytes: file.bytes, of: file.size } : undefined;
  }

  /** What its file lacks; known once it was read. */
  get damage(): SessionDamage | undefined {
    const { file } = this;
    if (!file?.ended) return undefined;
    const { tornBytes, unreadableLines, problem } = file;
    if (tornBytes === 0 && unreadableLines === 0 && problem === undefined) return undefined;
    return {
      ...(tornBytes > 0 && { tornBytes }),
      ...(unreadableLines > 0 && { unreadableLines }),
      ...(problem !== undefined && { problem }),
    };
  }

  get id(): string {
    return this.header.session;
  }

  /** Highest seq there is. */
  get last(): number {
    return this.rows.seqAt(this.rows.length - 1);
  }

  /** Takes the next entry. A bug in the fold must not lose the entry: it becomes an `unreadable` row that says so. */
  push(entry: Entry, data?: string): Folded {
    let folded: Folded;
    try {
      folded = this.#fold.push(entry, data);
    } catch (error) {
      folded = brokenFold(entry, error);
    }
    this.rows.push(folded.row);
    if (folded.issues.length > 0 && this.#findings.size < KEPT_FINDINGS_ROWS) {
      this.#findings.set(entry.seq, folded.issues);
    }
    if (entry.kind !== 'frame') this.#place(entry);
    const watchers = this.#watchers;
    for (let i = 0; i < watchers.length; i += 1) (watchers[i] as () => void)();
    return folded;
  }

  /** Index of a row by its seq, or -1. Imported files may have gaps, so the seq is not always the position. */
  indexOf(seq: number): number {
    if (seq > 0 && this.rows.seqAt(seq - 1) === seq) return seq - 1;
    const index = this.indexAfter(seq) - 1;
    return seq > 0 && this.rows.seqAt(index) === seq ? index : -1;
  }

  /** Index of the first row with a higher seq. */
  indexAfter(seq: number): number {
    if (seq > 0 && this.rows.seqAt(seq - 1) === seq) return seq;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows.seqAt(middle) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  findings(seq: number): Issue[] | undefined {
    return this.#findings.get(seq);
  }

  exchange(number: number): ExchangePlaces {
    return this.#exchanges.get(number) ?? {};
  }

  /** Exchanges that fetched a file from an address, oldest first. */
  fetches(url: string): readonly number[] {
    return this.#fetches.get(url) ?? [];
  }

  /** Somebody follows this session. */
  get watched(): boolean {
    return this.#watchers.length > 0;
  }

  /** Calls those who watch although there is no new row. */
  tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls back after every new row until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.#watchers = [...this.#watchers, watcher];
    return () => {
      this.#watchers = this.#watchers.filter((other) => other !== watcher);
    };
  }

  #place(entry: Entry): void {
    if (entry.kind !== 'request' && entry.kind !== 'head' && entry.kind !== 'end') return;
    let places = this.#exchanges.get(entry.exchange) ?? {};
    // Sent again: what comes from now on answers this request.
    if (entry.kind === 'request' && places.request !== undefined) places = { earlier: places };
    if (entry.kind === 'request' && entry.operation === 'FetchFile' && !places.earlier) {
      this.#fetches.set(entry.url, [...this.fetches(entry.url), entry.exchange]);
    }
    places[entry.kind] = entry.seq;
    this.#exchanges.set(entry.exchange, places);
  }
}

function brokenFold(entry: Entry, error: unknown): Folded {
  const message = `This entry could not be read because of an error in Loupe: ${String(error)}`;
  return {
    row: {
      seq: entry.seq,
      at: entry.at,
      lane: 'error',
      kind: 'unreadable',
      exchange: ('exchange' in entry && entry.exchange) || 0,
      agent: ('agent' in entry && entry.agent) || '',
      text: message.slice(0, 160),
      size: 'body' in entry ? entry.body.bytes : 0,
      marks: { severity: 'error', findings: 1, codes: ['internal'] },
    },
    issues: [{ code: 'internal', severity: 'error', message }],
    sections: [],
  };
}
