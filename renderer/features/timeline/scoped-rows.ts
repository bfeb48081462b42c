import type { Lane, Row } from '../../../shared/model/row.ts';
import { createBrackets } from './brackets.ts';
import { fractions, smallNumbers, wholeNumbers } from './columns.ts';
import { noLanes } from './lanes.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import type { Scope } from './scope.ts';

/**
 * The rows of one place, numbered from 0 in the order of the log, and what each of them has before lanes and filter. Made
 * once for a place: every filter that is typed looks at the same ones.
 */
export interface ScopedRows {
  readonly count: number;
  /** Rows of the log looked at so far. */
  readonly taken: number;
  /** Grows when the rows are numbered anew. */
  readonly edition: number;
  /** Rows per lane. */
  readonly lanes: Readonly<Record<Lane, number>>;
  /** `at` of the first request, ms: where the time column begins. */
  readonly origin: number;
  readonly live: Liveness;
  /** Looks at up to `limit` more rows of the log; true when there are none left. */
  advance(limit: number): boolean;
  row(number: number): Row;
  /** Since the row before it, ms; -1 for the first. */
  gap(number: number): number;
  /** The line that ties it to the other rows of a span, as `bracketOf` reads it. */
  line(number: number): number;
  /** The exchange of a row is an event stream. */
  isStream(row: Row): boolean;
  /** Name of a row's artifact; later chunks do not repeat it. */
  artifactName(row: Row): string | undefined;
}

export const createScopedRows = (rows: readonly Row[], scope: Scope): ScopedRows => new GrowingScope(rows, scope);

const artifactKey = ({ task }: Row, id: string): string => `${task}|${id}`;

class GrowingScope implements ScopedRows {
  taken = 0;
  edition = 0;
  lanes = noLanes();
  origin = 0;
  live = createLiveness();
  private places = wholeNumbers();
  private gaps = fractions();
  private lines = smallNumbers();
  private brackets = createBrackets();
  private streams = new Set<number>();
  private artifactNames = new Map<string, string>();
  private lastAt = -1;
  private foundRequest = false;
  /** Exchanges with rows that were passed over although they may belong to the scope. */
  private passed = new Set<number>();

  constructor(
    private readonly rows: readonly Row[],
    private readonly scope: Scope,
  ) {}

  get count(): number {
    return this.places.length;
  }

  advance(limit: number): boolean {
    const end = Math.min(this.rows.length, this.taken + limit);
    while (this.taken < end) {
      const index = this.taken++;
      const row = this.rows[index] as Row;
      if (this.scope.has(row)) {
        if (this.passed.has(row.exchange)) return this.startOver();
        this.take(row, index);
      } else if (row.exchange !== 0 && this.scope.later(row)) {
        this.passed.add(row.exchange);
      }
    }
    return this.taken === this.rows.length;
  }

  /** An exchange turned out to belong here after its first rows were passed over. Happens once per exchange at most. */
  private startOver(): boolean {
    this.edition += 1;
    this.taken = 0;
    this.lanes = noLanes();
    this.origin = 0;
    this.live = createLiveness();
    this.places = wholeNumbers();
    this.gaps = fractions();
    this.lines = smallNumbers();
    this.brackets = createBrackets();
    this.streams = new Set();
    this.artifactNames = new Map();
    this.lastAt = -1;
    this.foundRequest = false;
    this.passed = new Set();
    return false;
  }

  private take(row: Row, index: number): void {
    this.places.push(index);
    this.gaps.push(this.lastAt < 0 ? -1 : row.at - this.lastAt);
    this.lines.push(this.brackets.push(row));
    this.lastAt = row.at;
    this.lanes[row.lane] += 1;
    this.live.push(row);
    if (row.stream) this.streams.add(row.exchange);
    if (row.artifact?.name) this.artifactNames.set(artifactKey(row, row.artifact.id), row.artifact.name);
    if (!this.foundRequest && (row.kind === 'request' || this.count === 1)) {
      this.origin = row.at;
      this.foundRequest = row.kind === 'request';
    }
  }

  row(number: number): Row {
    return this.rows[this.places.at(number)] as Row;
  }

  gap(number: number): number {
    return this.gaps.at(number);
  }

  line(number: number): number {
    return this.lines.at(number);
  }

  isStream(row: Row): boolean {
    return this.streams.has(row.exchange);
  }

  artifactName(row: Row): string | undefined {
    return row.artifact && this.artifactNames.get(artifactKey(row, row.artifact.id));
  }
}
