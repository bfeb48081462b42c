import {
  type Conversation,
  type ConversationItem,
  createConversation,
} from '../../../shared/a2a/reduce/conversation.ts';
import { READ_LIMIT } from '../../../shared/contract/limits.ts';
import type { EntryView } from '../../../shared/contract/views.ts';
import { done, type Reply, type Trouble } from '../../../shared/lib/result.ts';
import type { Row } from '../../../shared/model/row.ts';
import { LargeArtifacts } from './large-artifacts.ts';

/** Events read when a conversation opens, and per "Load earlier". */
export const FIRST_EVENTS = 200;
export const EARLIER_EVENTS = 1_000;
/** Further events taken to begin with the message that was answered, and not in the middle of an answer. */
const REACH_BACK = 300;
/** Unread events above which the tail is more use than the way there; the rest becomes "earlier". */
export const BACKLOG_LIMIT = 50_000;
/** Rows that tell how the exchanges under way began. */
const HEADS_LIMIT = 100;
/** While much is left to read, the page draws this often at most, ms: drawing every read would cost more than reading. */
const CATCH_UP_DRAW_MS = 250;
/** Entries and bytes of bodies asked for at once: what arrives is parsed in one go, which must not hold up a frame. */
export const BATCH_ENTRIES = 200;
const BATCH_BYTES = 400_000;

export type ReadEntries = (seqs: number[]) => Promise<Reply<EntryView[]>>;

interface Build {
  conversation: Conversation;
  large: LargeArtifacts;
  /** Beginnings of exchanges that it enters in the middle; read first. */
  heads: Row[];
  /** Index of the first event it holds, and of the next one it wants. */
  from: number;
  next: number;
}

interface Batch {
  rows: Row[];
  /** Of those whose bodies have to be read. */
  seqs: number[];
  /** What is folded for the others, by seq. */
  known: Map<number, ConversationItem>;
}

/**
 * Reads the bodies behind the rows of a place and folds them: the tail first, more on demand, one read at a time.
 * Bodies are let go once folded.
 */
export class ConversationLoader {
  /** Counts the changes that are worth drawing. */
  version = 0;
  trouble: Trouble | undefined;
  private readonly wanted: Row[] = [];
  private taken = 0;
  private shown: Build | undefined;
  /** A longer build on its way; it takes over once it holds as much as the one on show. */
  private building: Build | undefined;
  private reading = false;
  private closed = false;
  private drawn = 0;
  private readonly read: ReadEntries;
  private readonly belongs: (row: Row) => boolean;
  private readonly changed: () => void;

  constructor(read: ReadEntries, belongs: (row: Row) => boolean, changed: () => void) {
    this.read = read;
    this.belongs = belongs;
    this.changed = changed;
  }

  /** The turns on show; undefined until the first event was read. */
  get conversation(): Conversation | undefined {
    return this.shown?.conversation;
  }

  /** Events before the first one on show. */
  get earlier(): number {
    return this.shown?.from ?? 0;
  }

  /** Events of the place so far, read or not. */
  get events(): number {
    return this.wanted.length;
  }

  get loadingEarlier(): boolean {
    return this.building !== undefined;
  }

  /** True while there is something to read and nothing to show yet. */
  get opening(): boolean {
    return this.trouble === undefined && this.wanted.length > 0 && (this.shown?.next ?? 0) === (this.shown?.from ?? 0);
  }

  /** Looks at the rows that came since. `settled` is false while a replay is far from its end. */
  sync(rows: readonly Row[], settled: boolean): void {
    for (; this.taken < rows.length; this.taken++) {
      const row = rows[this.taken];
      if (row && this.belongs(row)) this.wanted.push(row);
    }
    if (!settled && !this.shown) return;
    if (!this.shown || this.wanted.length - this.shown.next > BACKLOG_LIMIT) {
      if (this.wanted.length === 0) return;
      this.building = undefined;
      this.shown = this.startAt(this.wanted.length - FIRST_EVENTS);
    }
    void this.pump();
  }

  loadEarlier(): void {
    if (!this.shown || this.building || this.shown.from === 0) return;
    this.building = this.startAt(this.shown.from - EARLIER_EVENTS);
    this.note();
    void this.pump();
  }

  retry(): void {
    this.trouble = undefined;
    this.note();
    void this.pump();
  }

  /** Reads only while open; a closed one can be opened again. */
  open(): void {
    this.closed = false;
    void this.pump();
  }

  close(): void {
    this.closed = true;
  }

  /** Begins at an event, or a little before it when a message was sent there. */
  private startAt(index: number): Build {
    let from = Math.max(0, index);
    for (let back = from; back > Math.max(0, from - REACH_BACK); back--) {
      if (this.wanted[back]?.kind !== 'request') continue;
      from = back;
      break;
    }
    if (from < REACH_BACK && this.wanted[from]?.kind !== 'request') from = 0;
    const conversation = createConversation();
    return { conversation, large: new LargeArtifacts(), heads: this.headsAt(from), from, next: from };
  }

  /** Request and response of the exchanges that are under way at an event. */
  private headsAt(from: number): Row[] {
    const open = new Set<number>();
    const begun = new Set<number>();
    for (let i = from; i < this.wanted.length && i < from + READ_LIMIT; i++) {
      const row = this.wanted[i] as Row;
      if (row.kind === 'request' || row.kind === 'response') begun.add(row.exchange);
      else if (!begun.has(row.exchange)) open.add(row.exchange);
    }
    const heads: Row[] = [];
    for (let i = from - 1; i >= 0 && open.size > 0 && heads.length < HEADS_LIMIT; i--) {
      const row = this.wanted[i] as Row;
      if (!open.has(row.exchange) || (row.kind !== 'request' && row.kind !== 'response')) continue;
      heads.push(row);
      if (row.kind === 'request') open.delete(row.exchange);
    }
    return heads.reverse();
  }

  private async pump(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      while (!this.closed && this.trouble === undefined) {
        const build = this.building ?? this.shown;
        if (!build || build.next >= this.wanted.length) break;
        await this.step(build);
      }
    } finally {
      this.reading = false;
    }
  }

  private async step(build: Build): Promise<void> {
    const heads = build.heads.map((row) => row.seq);
    const { known, seqs, rows } = this.batch(build, Math.min(BATCH_ENTRIES, READ_LIMIT - heads.length));
    const reply = await this.bodies([...heads, ...seqs]);
    if (this.closed) return;
    if (!reply.ok) {
      this.trouble = reply.error;
      this.building = undefined;
      this.note();
      return;
    }
    const views = reply.value.values();
    const push = (item: ConversationItem | undefined) => item && build.conversation.push(item);
    for (let i = 0; i < heads.length; i++) push(views.next().value);
    for (const row of rows) {
      push(known.get(row.seq) ?? views.next().value);
      build.large.take(row);
    }
    build.heads = [];
    build.next += rows.length;
    if (build === this.building && this.shown && build.next >= Math.min(this.shown.next, this.wanted.length)) {
      this.shown = build;
      this.building = undefined;
    }
    if (build !== this.shown) return;
    const behind = this.wanted.length - build.next > BATCH_ENTRIES;
    if (!behind || performance.now() - this.drawn >= CATCH_UP_DRAW_MS) this.note();
  }

  /** Nothing to read still lets the page draw before it goes on. */
  private bodies(seqs: number[]): Promise<Reply<EntryView[]>> {
    if (seqs.length > 0) return this.read(seqs);
    return new Promise((resolve) => setTimeout(() => resolve(done([])), 0));
  }

  /** The next rows of a build, and which of their bodies have to be read. */
  private batch({ next, large }: Build, limit: number): Batch {
    const batch: Batch = { rows: [], seqs: [], known: new Map() };
    let bytes = 0;
    for (let i = next; i < this.wanted.length && batch.rows.length < limit; i++) {
      const row = this.wanted[i] as Row;
      const item = large.itemOf(row);
      if (item) batch.known.set(row.seq, item);
      else {
        bytes += row.size;
        if (batch.seqs.length > 0 && bytes > BATCH_BYTES) break;
        batch.seqs.push(row.seq);
      }
      batch.rows.push(row);
    }
    return batch;
  }

  private note(): void {
    this.drawn = performance.now();
    this.version++;
    this.changed();
  }
}
