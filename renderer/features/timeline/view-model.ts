import type { Severity } from '../../../shared/model/issue.ts';
import { isQuiet, type Lane, type Row } from '../../../shared/model/row.ts';
import type { Matcher } from '../../../shared/replay/filter/match.ts';
import { createBrackets, type Edge } from './brackets.ts';
import { noLanes } from './lanes.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import type { Scope } from './scope.ts';

/** Silence of this length gets a row of its own, ms. */
export const GAP_ROW_MS = 2_000;
/** Characters of the joined text of a fold; a cell lays out no more. */
const FOLD_TEXT_LIMIT = 512;

export interface TimelineOptions {
  scope: Scope;
  /** Rows to show; undefined shows all. */
  match: Matcher | undefined;
  hidden: ReadonlySet<Lane>;
  /** Fold consecutive deltas of one text. */
  fold: boolean;
}

/** Consecutive deltas shown as one row. */
export interface FoldInfo {
  count: number;
  text: string;
  size: number;
  /** From the first delta to the last, ms. */
  duration: number;
  open: boolean;
  severity?: Severity;
  findings: number;
  /** Requests among the rows, of a watch. */
  requests?: number;
}

/** What stands at one position of the list. */
export interface TimelineItem {
  kind: 'row' | 'fold' | 'child' | 'gap';
  row: Row;
  /** Since the row before it in this scope, ms; undefined on the first. */
  gap?: number;
  /** Line that ties the rows of a span together. */
  bracket?: { edge: Edge; lane: Lane };
  /** Name of the row's artifact; later chunks do not repeat it. */
  artifactName?: string;
  /** The exchange of this row is an event stream. */
  stream?: true;
  fold?: FoldInfo;
}

export interface Timeline {
  /** Positions in the list. */
  readonly count: number;
  /** Rows of the log looked at so far. */
  readonly taken: number;
  /** Rows of the scope, before lanes and filter. */
  readonly scoped: number;
  /** Rows of the scope that lanes and filter let through. */
  readonly shown: number;
  /** Rows per lane, before lanes and filter. */
  readonly lanes: Readonly<Record<Lane, number>>;
  /** `at` of the first request, ms: where the time column begins. */
  readonly origin: number;
  readonly live: Liveness;
  /** Looks at up to `limit` more rows; true when there are none left. Costs nothing for rows already taken. */
  advance(limit: number): boolean;
  item(position: number): TimelineItem | undefined;
  /**
   * Position that shows this seq: its own row, or the fold it is hidden in; -1 when it is not in the list. With `head`
   * the fold that begins with this seq, which stands above its first delta when open.
   */
  positionOf(seq: number, head?: boolean): number;
  /** Opens or closes the fold that begins at, or holds, this seq. */
  toggle(seq: number): void;
  /** Opens the fold that hides this seq, so that the row has a place of its own. */
  uncover(seq: number): void;
  /** Seq of the next row with findings after (or before) this one. */
  finding(seq: number, step: 1 | -1): number | undefined;
}

const ROW = 0;
const FOLD = 1;
const CHILD = 2;
const GAP = 3;
const KINDS = ['row', 'fold', 'child', 'gap'] as const;

interface Fold {
  key: string;
  members: number[];
  text: string;
  size: number;
  lastAt: number;
  severity?: Severity;
  findings: number;
  requests: number;
}

const RANK: Record<Severity, number> = { note: 0, warning: 1, error: 2 };

/**
 * The list of one timeline over a log that grows at its end. Appending costs the new rows only: positions are numbers
 * in flat arrays, and a visible item is made when it is asked for.
 */
export function createTimeline(rows: readonly Row[], options: TimelineOptions, open: Set<number>): Timeline {
  return new GrowingTimeline(rows, options, open);
}

class GrowingTimeline implements Timeline {
  taken = 0;
  scoped = 0;
  shown = 0;
  lanes = noLanes();
  origin = 0;
  live = createLiveness();
  /** Row index times four plus the kind of item. */
  private codes: number[] = [];
  /** Per position: ms since the row before; -1 on the first row. */
  private gaps: number[] = [];
  private lines = createBrackets();
  private folds = new Map<number, Fold>();
  private last: Fold | undefined;
  private streams = new Set<number>();
  private artifactNames = new Map<string, string>();
  private lastAt = -1;
  private foundRequest = false;
  /** Exchanges with rows that were passed over although they may belong to the scope. */
  private passed = new Set<number>();

  constructor(
    private readonly rows: readonly Row[],
    private readonly options: TimelineOptions,
    /** Seqs of the first rows of open folds; outlives this list. */
    private readonly open: Set<number>,
  ) {}

  get count(): number {
    return this.codes.length;
  }

  advance(limit: number): boolean {
    const end = Math.min(this.rows.length, this.taken + limit);
    while (this.taken < end) {
      const index = this.taken++;
      const row = this.rows[index] as Row;
      if (this.options.scope.has(row)) {
        if (this.passed.has(row.exchange)) return this.startOver();
        this.take(row, index);
      } else if (row.exchange !== 0 && this.options.scope.later(row)) {
        this.passed.add(row.exchange);
      }
    }
    return this.taken === this.rows.length;
  }

  /** An exchange turned out to belong here after its first rows were passed over. Happens once per exchange at most. */
  private startOver(): boolean {
    this.taken = 0;
    this.scoped = 0;
    this.shown = 0;
    this.lanes = noLanes();
    this.origin = 0;
    this.live = createLiveness();
    this.codes = [];
    this.gaps = [];
    this.lines = createBrackets();
    this.folds = new Map();
    this.streams = new Set();
    this.last = undefined;
    this.lastAt = -1;
    this.foundRequest = false;
    this.passed = new Set();
    return false;
  }

  private take(row: Row, index: number): void {
    this.scoped += 1;
    this.lanes[row.lane] += 1;
    this.live.push(row);
    if (row.stream) this.streams.add(row.exchange);
    if (row.artifact?.name) this.artifactNames.set(`${row.task}|${row.artifact.id}`, row.artifact.name);
    if (!this.foundRequest && (row.kind === 'request' || this.scoped === 1)) {
      this.origin = row.at;
      this.foundRequest = row.kind === 'request';
    }
    const gap = this.lastAt < 0 ? -1 : row.at - this.lastAt;
    this.lastAt = row.at;
    const line = this.lines.push(row);
    const { match, hidden } = this.options;
    if (hidden.has(row.lane) || (match !== undefined && !match(row))) return;
    this.shown += 1;
    const key = this.options.fold ? row.marks?.fold : undefined;
    // The waits of a watch are no silence: it asks again as it was told to.
    const silent = gap > GAP_ROW_MS && !(isQuiet(row) && this.last?.key === key);
    if (silent) {
      this.last = undefined;
      if (this.codes.length > 0) this.put(index * 4 + GAP, gap, 0);
    }
    if (key !== undefined && this.last?.key === key) {
      this.join(this.last, row, index, gap, line);
      return;
    }
    this.put(index * 4 + ROW, gap, line);
    this.last = key === undefined ? undefined : this.begin(key, row, index);
  }

  private put(code: number, gap: number, line: number): void {
    this.codes.push(code);
    this.gaps.push(gap);
    this.lines.keep(line);
  }

  /** A delta that may become the first of a fold. */
  private begin(key: string, row: Row, index: number): Fold {
    const fold: Fold = {
      key,
      members: [index],
      text: row.text,
      size: row.size,
      lastAt: row.at,
      findings: 0,
      requests: 0,
    };
    count(fold, row);
    return fold;
  }

  private join(fold: Fold, row: Row, index: number, gap: number, line: number): void {
    const first = fold.members[0] as number;
    if (fold.members.length === 1) {
      // Any other row would have ended the fold, so its first delta is still the last of the list.
      const head = this.codes.length - 1;
      this.codes[head] = first * 4 + FOLD;
      this.folds.set(first, fold);
      if (this.isOpen(first)) this.put(first * 4 + CHILD, this.gaps[head] ?? -1, this.lines.inside(head));
    }
    fold.members.push(index);
    if (fold.text.length < FOLD_TEXT_LIMIT) fold.text += row.text;
    fold.size += row.size;
    fold.lastAt = row.at;
    count(fold, row);
    if (this.isOpen(first)) this.put(index * 4 + CHILD, gap, line);
  }

  private isOpen(first: number): boolean {
    return this.open.has(this.rows[first]?.seq ?? 0);
  }

  item(position: number): TimelineItem | undefined {
    const code = this.codes[position];
    if (code === undefined) return undefined;
    const index = code >> 2;
    const row = this.rows[index];
    if (!row) return undefined;
    const item: TimelineItem = { kind: KINDS[(code & 3) as 0 | 1 | 2 | 3], row };
    const gap = this.gaps[position] ?? -1;
    if (gap >= 0) item.gap = gap;
    const bracket = this.lines.read(position);
    if (bracket) item.bracket = bracket;
    if (this.streams.has(row.exchange)) item.stream = true;
    const artifactName = row.artifact && this.artifactNames.get(`${row.task}|${row.artifact.id}`);
    if (artifactName) item.artifactName = artifactName;
    const fold = (code & 3) === FOLD ? this.folds.get(index) : undefined;
    if (fold) {
      item.fold = {
        count: fold.members.length,
        text: fold.text,
        size: fold.size,
        duration: fold.lastAt - row.at,
        open: this.isOpen(index),
        findings: fold.findings,
        requests: fold.requests,
        ...(fold.severity ? { severity: fold.severity } : {}),
      };
    }
    return item;
  }

  positionOf(seq: number, head = false): number {
    let position = this.lastAtOrBefore(seq);
    if (position < 0) return -1;
    if (head) while (position > 0 && ((this.codes[position] as number) & 3) === CHILD) position -= 1;
    const code = this.codes[position] as number;
    const index = code >> 2;
    if (this.rows[index]?.seq === seq) return position;
    const fold = (code & 3) === FOLD ? this.folds.get(index) : undefined;
    return fold && this.memberOf(fold, seq) ? position : -1;
  }

  private memberOf(fold: Fold, seq: number): boolean {
    const last = this.rows[fold.members[fold.members.length - 1] ?? -1];
    return last !== undefined && seq <= last.seq && fold.members.some((member) => this.rows[member]?.seq === seq);
  }

  /** Last position whose row has a seq up to this one; of a fold and its first child, the child. */
  private lastAtOrBefore(seq: number): number {
    let low = 0;
    let high = this.codes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.rows[(this.codes[middle] as number) >> 2]?.seq ?? 0;
      if (at <= seq) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }

  toggle(seq: number): void {
    const fold = this.foldOf(seq);
    const first = fold?.members[0];
    const head = first === undefined ? undefined : this.rows[first];
    if (!fold || first === undefined || !head) return;
    const position = this.positionOf(head.seq, true);
    if (this.open.delete(head.seq)) {
      this.splice(position + 1, fold.members.length, []);
    } else {
      this.open.add(head.seq);
      this.splice(position + 1, 0, fold.members);
    }
  }

  private foldOf(seq: number): Fold | undefined {
    // An open fold's children stand behind it.
    const code = this.codes[this.positionOf(seq, true)];
    return code !== undefined && (code & 3) === FOLD ? this.folds.get(code >> 2) : undefined;
  }

  private splice(at: number, remove: number, members: readonly number[]): void {
    const gapOf = (member: number, order: number) =>
      order === 0
        ? (this.gaps[at - 1] ?? -1)
        : (this.rows[member]?.at ?? 0) - (this.rows[members[order - 1] ?? -1]?.at ?? 0);
    const codes = members.map((member) => member * 4 + CHILD);
    this.codes = this.codes.slice(0, at).concat(codes, this.codes.slice(at + remove));
    this.gaps = this.gaps.slice(0, at).concat(members.map(gapOf), this.gaps.slice(at + remove));
    this.lines.splice(at, remove, members.length);
  }

  uncover(seq: number): void {
    const position = this.positionOf(seq);
    const code = this.codes[position];
    if (code === undefined || (code & 3) !== FOLD) return;
    const first = code >> 2;
    if (!this.isOpen(first)) this.toggle(this.rows[first]?.seq ?? 0);
  }

  finding(seq: number, step: 1 | -1): number | undefined {
    for (let at = Math.max(0, this.lastAtOrBefore(seq)); at >= 0 && at < this.codes.length; at += step) {
      const code = this.codes[at] as number;
      if ((code & 3) === GAP) continue;
      const members = (code & 3) === FOLD ? (this.folds.get(code >> 2)?.members ?? []) : [code >> 2];
      for (const member of step === 1 ? members : [...members].reverse()) {
        const row = this.rows[member];
        if (row?.marks?.findings && (step === 1 ? row.seq > seq : row.seq < seq)) return row.seq;
      }
    }
    return undefined;
  }
}

function count(fold: Fold, row: Row): void {
  const found = row.marks?.severity;
  fold.findings += row.marks?.findings ?? 0;
  if (row.kind === 'request') fold.requests += 1;
  if (found && (!fold.severity || RANK[found] > RANK[fold.severity])) fold.severity = found;
}
