import type { Severity } from '../../../shared/model/issue.ts';
import { isQuiet, type Lane, type Row } from '../../../shared/model/row.ts';
import type { Matcher } from '../../../shared/replay/filter/match.ts';
import { bracketOf, type Edge, insideOf } from './brackets.ts';
import type { Liveness } from './liveness.ts';
import type { ScopedRows } from './scoped-rows.ts';

/** Silence of this length gets a row of its own, ms. */
export const GAP_ROW_MS = 2_000;
/** Characters of the joined text of a fold; a cell lays out no more. */
const FOLD_TEXT_LIMIT = 512;

export interface TimelineOptions {
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
  /** Rows of the log taken in so far. */
  readonly taken: number;
  /** Rows of the scope that lanes and filter have looked at. */
  readonly looked: number;
  /** Rows of the scope, before lanes and filter. */
  readonly scoped: number;
  /** Rows of the scope that lanes and filter let through. */
  readonly shown: number;
  /** Rows per lane, before lanes and filter. */
  readonly lanes: Readonly<Record<Lane, number>>;
  /** `at` of the first request, ms: where the time column begins. */
  readonly origin: number;
  readonly live: Liveness;
  /** Looks at up to `limit` more rows; true when there are none left. Costs nothing for rows already looked at. */
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
  /** Numbers of its rows within the scope. */
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
 * The list of one timeline over rows that grow at their end. Appending costs the new rows only: positions are numbers in a
 * flat array, and a visible item is made when it is asked for. `open`: seqs of the first rows of open folds; it outlives
 * the list.
 */
export function createTimeline(scoped: ScopedRows, options: TimelineOptions, open: Set<number>): Timeline {
  return new GrowingTimeline(scoped, options, open);
}

class GrowingTimeline implements Timeline {
  shown = 0;
  looked = 0;
  /** The numbering of the scope that this is made of. */
  private edition: number;
  /** Number of the row within the scope times four plus the kind of item. */
  private codes: number[] = [];
  private folds = new Map<number, Fold>();
  private last: Fold | undefined;

  constructor(
    private readonly scope: ScopedRows,
    private readonly options: TimelineOptions,
    private readonly open: Set<number>,
  ) {
    this.edition = scope.edition;
  }

  get count(): number {
    return this.codes.length;
  }

  get taken(): number {
    return this.scope.taken;
  }

  get scoped(): number {
    return this.scope.count;
  }

  get lanes(): Readonly<Record<Lane, number>> {
    return this.scope.lanes;
  }

  get origin(): number {
    return this.scope.origin;
  }

  get live(): Liveness {
    return this.scope.live;
  }

  advance(limit: number): boolean {
    const { scope } = this;
    const all = scope.advance(limit);
    if (scope.edition !== this.edition) this.startOver();
    const end = Math.min(scope.count, this.looked + limit);
    const { match, hidden } = this.options;
    const unseen = hidden.size > 0;
    for (let number = this.looked; number < end; number += 1) {
      const row = scope.row(number);
      if ((unseen && hidden.has(row.lane)) || (match !== undefined && !match(row))) continue;
      this.take(row, number);
    }
    this.looked = end;
    return all && end === scope.count;
  }

  private startOver(): void {
    this.edition = this.scope.edition;
    this.looked = 0;
    this.shown = 0;
    this.codes = [];
    this.folds = new Map();
    this.last = undefined;
  }

  private take(row: Row, number: number): void {
    this.shown += 1;
    const key = this.options.fold ? row.marks?.fold : undefined;
    // The waits of a watch are no silence: it asks again as it was told to.
    const silent = this.scope.gap(number) > GAP_ROW_MS && !(isQuiet(row) && this.last?.key === key);
    if (silent) {
      this.last = undefined;
      if (this.codes.length > 0) this.codes.push(number * 4 + GAP);
    }
    if (key !== undefined && this.last?.key === key) {
      this.join(this.last, row, number);
      return;
    }
    this.codes.push(number * 4 + ROW);
    this.last = key === undefined ? undefined : begin(key, row, number);
  }

  private join(fold: Fold, row: Row, number: number): void {
    const first = fold.members[0] as number;
    if (fold.members.length === 1) {
      // Any other row would have ended the fold, so its first delta is still the last of the list.
      this.codes[this.codes.length - 1] = first * 4 + FOLD;
      this.folds.set(first, fold);
      if (this.isOpen(first)) this.codes.push(first * 4 + CHILD);
    }
    fold.members.push(number);
    if (fold.text.length < FOLD_TEXT_LIMIT) fold.text += row.text;
    fold.size += row.size;
    fold.lastAt = row.at;
    count(fold, row);
    if (this.isOpen(first)) this.codes.push(number * 4 + CHILD);
  }

  private isOpen(first: number): boolean {
    return this.open.has(this.scope.row(first).seq);
  }

  private seqAt(position: number): number {
    return this.scope.row((this.codes[position] as number) >> 2).seq;
  }

  item(position: number): TimelineItem | undefined {
    const code = this.codes[position];
    if (code === undefined) return undefined;
    const { scope } = this;
    const number = code >> 2;
    const row = scope.row(number);
    const kind = KINDS[(code & 3) as 0 | 1 | 2 | 3];
    const item: TimelineItem = { kind, row };
    const gap = scope.gap(number);
    if (gap >= 0) item.gap = gap;
    const bracket = kind === 'gap' ? undefined : bracketOf(this.lineAt(kind, number));
    if (bracket) item.bracket = bracket;
    if (scope.isStream(row)) item.stream = true;
    const artifactName = scope.artifactName(row);
    if (artifactName) item.artifactName = artifactName;
    const fold = kind === 'fold' ? this.folds.get(number) : undefined;
    if (fold) {
      item.fold = {
        count: fold.members.length,
        text: fold.text,
        size: fold.size,
        duration: fold.lastAt - row.at,
        open: this.isOpen(number),
        findings: fold.findings,
        requests: fold.requests,
        ...(fold.severity ? { severity: fold.severity } : {}),
      };
    }
    return item;
  }

  /** The first row of a fold stands twice: as its head, and inside it. */
  private lineAt(kind: TimelineItem['kind'], number: number): number {
    const line = this.scope.line(number);
    return kind === 'child' && this.folds.has(number) ? insideOf(line) : line;
  }

  positionOf(seq: number, head = false): number {
    let position = this.lastAtOrBefore(seq);
    if (position < 0) return -1;
    if (head) while (position > 0 && ((this.codes[position] as number) & 3) === CHILD) position -= 1;
    if (this.seqAt(position) === seq) return position;
    const code = this.codes[position] as number;
    const fold = (code & 3) === FOLD ? this.folds.get(code >> 2) : undefined;
    return fold && this.memberOf(fold, seq) ? position : -1;
  }

  private memberOf(fold: Fold, seq: number): boolean {
    const { scope } = this;
    const last = scope.row(fold.members[fold.members.length - 1] as number);
    return seq <= last.seq && fold.members.some((member) => scope.row(member).seq === seq);
  }

  /** Last position whose row has a seq up to this one; of a fold and its first child, the child. */
  private lastAtOrBefore(seq: number): number {
    let low = 0;
    let high = this.codes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.seqAt(middle) <= seq) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }

  toggle(seq: number): void {
    const fold = this.foldOf(seq);
    if (!fold) return;
    const head = this.scope.row(fold.members[0] as number).seq;
    const at = this.positionOf(head, true) + 1;
    const closes = this.open.delete(head);
    if (!closes) this.open.add(head);
    const inside = closes ? [] : fold.members.map((member) => member * 4 + CHILD);
    this.codes = this.codes.slice(0, at).concat(inside, this.codes.slice(closes ? at + fold.members.length : at));
  }

  private foldOf(seq: number): Fold | undefined {
    // An open fold's children stand behind it.
    const code = this.codes[this.positionOf(seq, true)];
    return code !== undefined && (code & 3) === FOLD ? this.folds.get(code >> 2) : undefined;
  }

  uncover(seq: number): void {
    const position = this.positionOf(seq);
    const code = this.codes[position];
    if (code === undefined || (code & 3) !== FOLD) return;
    const first = code >> 2;
    if (!this.isOpen(first)) this.toggle(this.scope.row(first).seq);
  }

  finding(seq: number, step: 1 | -1): number | undefined {
    for (let at = Math.max(0, this.lastAtOrBefore(seq)); at >= 0 && at < this.codes.length; at += step) {
      const code = this.codes[at] as number;
      if ((code & 3) === GAP) continue;
      const members = (code & 3) === FOLD ? (this.folds.get(code >> 2)?.members ?? []) : [code >> 2];
      for (const member of step === 1 ? members : [...members].reverse()) {
        const row = this.scope.row(member);
        if (row.marks?.findings && (step === 1 ? row.seq > seq : row.seq < seq)) return row.seq;
      }
    }
    return undefined;
  }
}

/** A delta that may become the first of a fold. */
function begin(key: string, row: Row, number: number): Fold {
  const { text, size, at } = row;
  const fold: Fold = { key, members: [number], text, size, lastAt: at, findings: 0, requests: 0 };
  count(fold, row);
  return fold;
}

function count(fold: Fold, row: Row): void {
  const found = row.marks?.severity;
  fold.findings += row.marks?.findings ?? 0;
  if (row.kind === 'request') fold.requests += 1;
  if (found && (!fold.severity || RANK[found] > RANK[fold.severity])) fold.severity = found;
}
