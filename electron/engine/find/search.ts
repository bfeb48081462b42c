import { performance } from 'node:perf_hooks';
import { createFold } from '../../../shared/a2a/reduce/fold.ts';
import type { FindPage, FoundRow } from '../../../shared/contract/views.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import type { Row } from '../../../shared/model/row.ts';
import type { Filter } from '../../../shared/replay/filter/filter.ts';
import {
  asksForOpen,
  asksForText,
  compileFilter,
  type FilterFacts,
  mayMatchSession,
} from '../../../shared/replay/filter/match.ts';
import { entryText } from '../entry-text.ts';
import type { LensSet } from '../lenses/lens-set.ts';
import { FIND_SLICE_MS, READ_SLICE_MS } from '../limits.ts';
import type { Session } from '../session.ts';
import { excerpt } from './excerpt.ts';
import { scanSessionFile } from './scan-file.ts';

/** One session to be looked through: in memory, or in its file. */
export interface SearchedSession {
  id: string;
  title: string;
  started: string;
  bytes: number;
  live: boolean;
  from: { session: Session } | { file: string };
}

/** A session that cannot be looked through, and why. */
export interface LostSession {
  id: string;
  why: string;
}

export interface SearchOptions {
  filter: Filter;
  sessions: readonly SearchedSession[];
  lost: readonly LostSession[];
  lenses: LensSet;
  agentName(agent: string): string | undefined;
  /** Numbers of the rows that the person pinned. */
  pinsOf(session: string): readonly number[];
}

/** Ends a search from within. */
class Stopped extends Error {}

/** Lines between two looks at the clock. */
const CLOCK_LINES = 32;

/**
 * One pass over the sessions, a page at a time: it rests between two pages and goes on where it was. Nothing of a session
 * stays in memory but the hits.
 */
export class Search {
  readonly #options: SearchOptions;
  readonly #hits: FoundRow[] = [];
  #problems: FindPage['problems'];
  readonly #progress: FindPage['progress'];
  #stopped = false;
  #over = false;
  #failure: unknown;
  /** Goes on with the pass; present while it rests between pages. */
  #resume: (() => void) | undefined;
  /** Tells the page that waits that there is something to hand over. */
  #ready: (() => void) | undefined;
  #limit = 0;
  #until = 0;
  #turn = 0;
  #lines = 0;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#problems = options.lost.map(({ id, why }) => ({ session: id, title: id, message: why }));
    const ofBytes = options.sessions.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#progress = { sessions: 0, ofSessions: options.sessions.length, rows: 0, bytes: 0, ofBytes };
  }

  /** Looks on for a while and gives what was found; `done` when nothing is left. */
  async page(limit: number): Promise<FindPage> {
    this.#limit = limit;
    this.#until = performance.now() + FIND_SLICE_MS;
    this.#turn = performance.now();
    if (!this.#over && this.#hits.length < limit) {
      await new Promise<void>((ready) => {
        this.#ready = ready;
        if (this.#resume) this.#resume();
        else void this.#run();
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
    const hits = this.#hits.splice(0, limit);
    const problems = this.#problems;
    this.#problems = [];
    return {
      hits,
      problems,
      progress: { ...this.#progress },
      done: this.#over && this.#hits.length === 0,
    };
  }

  /** Lets go of the file that is being read. */
  stop(): void {
    this.#stopped = true;
    this.#resume?.();
  }

  async #run(): Promise<void> {
    try {
      for (const session of this.#options.sessions) {
        await this.#search(session);
        this.#progress.sessions += 1;
      }
    } catch (error) {
      if (!(error instanceof Stopped)) this.#failure = error;
    }
    this.#over = true;
    this.#ready?.();
  }

  async #search(session: SearchedSession): Promise<void> {
    const { filter, agentName, pinsOf } = this.#options;
    const names = [session.id, session.title];
    const before = this.#progress.bytes;
    if (mayMatchSession(filter, names)) {
      const pins = new Set(pinsOf(session.id));
      const facts: FilterFacts = { session: names, agentName, isPinned: ({ seq }) => pins.has(seq) };
      if (asksForOpen(filter)) {
        const open = await this.#openSpans(session);
        facts.isOpen = (span) => open.has(span);
      }
      await this.#match(session, facts, before);
    }
    this.#progress.bytes = before + session.bytes;
  }

  async #match(session: SearchedSession, facts: FilterFacts, before: number): Promise<void> {
    let entry: Entry | undefined;
    let around: string | undefined;
    facts.hasText = (_, pattern) => {
      const found = entry && excerpt(entryText(entry), pattern);
      around ??= found;
      return found !== undefined;
    };
    const match = compileFilter(this.#options.filter, facts);
    if (!match) return;
    const look = (row: Row, of: Entry | undefined) => {
      entry = of;
      around = undefined;
      this.#progress.rows += 1;
      // Keep-alive comments have no place in the timeline that a hit leads to.
      if (row.kind === 'comment' || !match(row)) return;
      this.#hits.push(foundRow(session.id, row, around));
    };
    await this.#rows(
      session,
      look,
      (bytes) => {
        this.#progress.bytes = before + Math.min(bytes, session.bytes);
      },
      asksForText(this.#options.filter),
    );
  }

  async #openSpans(session: SearchedSession): Promise<Set<string>> {
    const open = new Set<string>();
    const take: (row: Row) => void = ({ span }) => {
      if (span?.edge === 'open') open.add(span.id);
      else if (span?.edge === 'close') open.delete(span.id);
    };
    await this.#rows(session, take, () => undefined, false);
    return open;
  }

  async #rows(
    session: SearchedSession,
    take: (row: Row, entry: Entry | undefined) => void,
    progress: (bytes: number) => void,
    bodies: boolean,
  ): Promise<void> {
    const { from } = session;
    if ('session' in from) return this.#rowsInMemory(from.session, take, bodies);
    const fold = createFold(this.#options.lenses.lenses);
    const onEntry = (entry: Entry) => take(fold.push(entry).row, entry);
    const scanned = await scanSessionFile(from.file, onEntry, (bytes) => {
      progress(bytes);
      return this.#rest();
    });
    const { id, title } = session;
    const message = scanned.ok ? unreadableWords(scanned.value.unreadable) : scanned.error.message;
    if (message === undefined || this.#problems.some((one) => one.session === id)) return;
    this.#problems.push({ session: id, title, message });
  }

  async #rowsInMemory(
    session: Session,
    take: (row: Row, entry: Entry | undefined) => void,
    bodies: boolean,
  ): Promise<void> {
    const { rows } = session;
    const { length } = rows;
    for (let index = 0; index < length; index += 1) {
      const row = rows.at(index);
      if (row) take(row, bodies ? await session.source?.entry(index) : undefined);
      const wait = this.#rest();
      if (wait) await wait;
    }
  }

  /** Lets other work have its turn, and waits for the next page when this one is full or has taken long enough. */
  #rest(): Promise<void> | undefined {
    if (this.#stopped) throw new Stopped();
    this.#lines += 1;
    if (this.#lines % CLOCK_LINES !== 0) return undefined;
    const now = performance.now();
    if (this.#hits.length >= this.#limit || now > this.#until) return this.#waitForPage();
    if (now - this.#turn < READ_SLICE_MS) return undefined;
    return new Promise((resume) => {
      setImmediate(() => {
        this.#turn = performance.now();
        resume();
      });
    });
  }

  #waitForPage(): Promise<void> {
    return new Promise((resume, reject) => {
      this.#resume = () => {
        this.#resume = undefined;
        if (this.#stopped) reject(new Stopped());
        else resume();
      };
      this.#ready?.();
    });
  }
}

const unreadableWords = (lines: number): string | undefined =>
  lines === 0 ? undefined : `${lines} ${lines === 1 ? 'line' : 'lines'} of this session cannot be read.`;

function foundRow(session: string, row: Row, around: string | undefined): FoundRow {
  const { seq, at, lane, kind, text, name } = row;
  return {
    session,
    seq,
    at,
    lane,
    kind,
    text,
    ...(name === undefined ? {} : { name }),
    ...(around === undefined ? {} : { around }),
  };
}
