import { createStore, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { settledDelivery } from '../../shared/a2a/reduce/delivery-order.ts';
import { createTree, type Tree } from '../../shared/a2a/reduce/tree.ts';
import type { FeedBatch, SessionDamage, SessionLoading } from '../../shared/contract/views.ts';
import type { Row } from '../../shared/model/row.ts';
import { createExchanges, type Exchanges } from './exchanges.ts';
import { createReconnects, type Reconnects } from './reconnects.ts';

/**
 * The rows of the session on screen. The array is mutable and lives outside React: a burst adds thousands of rows per
 * second, so components watch `version` and read the array in place.
 */
export interface SessionLog {
  session: string;
  /** Wall clock of `at = 0`, ms since the epoch. */
  started: number;
  rows: Row[];
  tree: Tree;
  exchanges: Exchanges;
  reconnects: Reconnects;
  /** Spans that have begun and not ended. */
  openSpans: Set<string>;
  /** How many of them have ended. */
  endedSpans: number;
  /** Highest seq the engine has recorded; above the last row's seq while the page lags. */
  last: number;
  /** How far its file has been read, while it is. */
  loading: SessionLoading | undefined;
  /** What its file lacks; known once it was read. */
  damage: SessionDamage | undefined;
}

const emptyLog = (session: string): SessionLog => ({
  session,
  started: 0,
  rows: [],
  tree: createTree(),
  exchanges: createExchanges(),
  reconnects: createReconnects(),
  openSpans: new Set(),
  endedSpans: 0,
  last: 0,
  loading: undefined,
  damage: undefined,
});

let log = emptyLog('');

interface LogState {
  session: string;
  /** Bumped once per applied frame of batches. */
  version: number;
  /** The version that is shown around the main view. */
  around: number;
  /** The version that is shown below it, of what went over the wire. */
  below: number;
  /** Bumped when the rows begin anew, of another session or of the same one read with other lenses. */
  reading: number;
}

export const logStore = createStore<LogState>(() => ({
  session: '',
  version: 0,
  around: 0,
  below: 0,
  reading: 0,
}));

/** The log itself; read it after watching `useLogVersion`. */
export const sessionLog = (): SessionLog => log;

export const useLogVersion = (): number => useStore(logStore, (state) => state.version);

/** The same for what lies around the main view, counts, the tree, bars: it follows later, and not as often. */
export const useLogAround = (): number => useStore(logStore, (state) => state.around);

/** The same for what lies below the main view. */
export const useLogBelow = (): number => useStore(logStore, (state) => state.below);

/**
 * What `read` takes from the log, at once, for those who need little of it: they render again only when it is another
 * value, or an object with other values in it. Rows come many times a second and change little of most things.
 */
export const useFromLog = <T>(read: (log: SessionLog) => T): T =>
  useStore(
    logStore,
    useShallow(() => read(log)),
  );

export const useLogSession = (): string => useStore(logStore, (state) => state.session);

/** Which reading of a session is on screen; what was made of the rows of another one is of no use. */
export const useLogReading = (): number => useStore(logStore, (state) => state.reading);

/** Starts over with another session. */
export function resetLog(session: string): void {
  log = emptyLog(session);
  logStore.setState(({ version, reading }) => ({
    session,
    version: version + 1,
    around: version + 1,
    below: version + 1,
    reading: reading + 1,
  }));
}

/** Adds rows without telling anyone; `publishLog` does that once per frame. */
export function appendRows(rows: readonly Row[], last: number): void {
  for (const row of rows) {
    log.rows.push(row);
    if (row.delivered !== undefined) settleDelivery(row);
    log.tree.push(row);
    log.exchanges.push(row);
    log.reconnects.push(row);
    if (row.span?.edge === 'open') log.openSpans.add(row.span.id);
    else if (row.span?.edge === 'close' && log.openSpans.delete(row.span.id)) log.endedSpans += 1;
  }
  if (last > log.last) log.last = last;
}

/** The only rows that change later: those of deliveries that came before their event. */
function settleDelivery(event: Row): void {
  const settled = settledDelivery(event, rowOfSeq);
  const index = settled ? indexOfSeq(log.rows, settled.seq) : -1;
  const row = log.rows[index];
  if (!settled || !row) return;
  // Lists that hold the row see it; those that compare rows see another one.
  if (settled.delivery) row.delivery = settled.delivery;
  log.rows[index] = settled;
}

export function setLogStarted(started: string): void {
  log.started = Date.parse(started);
}

/** Takes over what a batch says of the session's file. */
export function setLogFile({ loading, damage }: Pick<FeedBatch, 'loading' | 'damage'>): void {
  log.loading = loading;
  if (damage) log.damage = damage;
}

function tellAll(others: readonly (() => void)[]): void {
  for (const tell of others) tell();
}

/** Tells the main view of the rows, and those around and below it: at once, or by the hand of `later`, in this order. */
export function publishLog(later = tellAll): void {
  logStore.setState(({ version }) => ({ version: version + 1 }));
  later([
    () => logStore.setState(({ version }) => ({ around: version })),
    () => logStore.setState(({ version }) => ({ below: version })),
  ]);
}

/** Index of the row with this seq. Seqs grow by one per row, so the guess is right unless a replay started late. */
export function indexOfSeq(rows: readonly Row[], seq: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle]?.seq ?? 0;
    if (at === seq) return middle;
    if (at < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export const rowOfSeq = (seq: number): Row | undefined => log.rows[indexOfSeq(log.rows, seq)];

/** Index of the first row of an exchange, or of the row that comes next. */
export function firstRowOf(exchange: number): number {
  const { rows } = log;
  for (let index = rows.length - 1; index >= 0; index--) {
    if (rows[index]?.exchange === exchange && rows[index]?.kind === 'request') return index;
  }
  return rows.length;
}
