import type { Row } from '../../../shared/model/row.ts';

export type ExchangeState = 'open' | 'done' | 'failed' | 'cut';
export type ExchangeKind = 'card' | 'stream' | 'call';
/** `comment`: a block that carries no event, so also a lone `retry:` line. `damaged`: data nobody can read. */
export type FrameKind = 'data' | 'comment' | 'damaged';

export const EXCHANGE_KINDS: readonly ExchangeKind[] = ['card', 'stream', 'call'];
export const FRAME_KINDS: readonly FrameKind[] = ['data', 'comment', 'damaged'];

/** One request and everything that came back, as far as the list of rows tells. */
export interface Exchange {
  number: number;
  agent: string;
  operation: string;
  kind: ExchangeKind;
  /** Ms since the session started: of its request, and of the last thing that happened. */
  at: number;
  last: number;
  status?: number;
  /** How it ended; undefined while it is open. */
  cause?: string;
  /** Words of the end: what went wrong. */
  end?: string;
  /** From the request to the end, ms. */
  duration?: number;
  /** Bytes of the answer after decoding. */
  size: number;
  /** Bytes of the answer as received; known at the end. */
  received?: number;
  /** Something of it is in the error lane. */
  troubled: boolean;
  /** Seqs of requests, heads, notes and the end, in order. */
  facts: number[];
  /** Indexes of its frames in the list of rows. */
  frames: number[];
  kinds: Record<FrameKind, number>;
}

/** What went over the wire so far. */
export interface WireCounts {
  exchanges: number;
  /** Answer bodies and stream items. */
  frames: number;
  /** Bytes of those. */
  received: number;
  errors: number;
  deliveries: number;
  /** Open event streams, in order of their beginning. */
  streams: number[];
}

/** The exchanges of a growing log. */
export interface WireModel {
  readonly rows: readonly Row[];
  readonly counts: WireCounts;
  /** In order of their beginning. */
  readonly exchanges: readonly Exchange[];
  /** `at` of the first request, ms: where time columns and bars begin. */
  readonly origin: number;
  exchange(number: number): Exchange | undefined;
  /** Looks at up to `limit` new rows, or at all of them; true when there are none left. */
  advance(limit?: number): boolean;
}

/** Rows that stand for no bytes of an answer. */
const NO_FRAME = new Set<Row['kind']>(['request', 'response', 'end', 'note', 'delivery']);
const STREAMING = new Set(['SendStreamingMessage', 'SubscribeToTask']);
const CARD = new Set(['GetAgentCard', 'GetExtendedAgentCard']);

const kindOf = (operation: string): ExchangeKind =>
  CARD.has(operation) ? 'card' : STREAMING.has(operation) ? 'stream' : 'call';

export const frameKind = (row: Row): FrameKind =>
  row.kind === 'comment' ? 'comment' : row.kind === 'unreadable' ? 'damaged' : 'data';

export function createWireModel(rows: readonly Row[]): WireModel {
  const counts: WireCounts = { exchanges: 0, frames: 0, received: 0, errors: 0, deliveries: 0, streams: [] };
  const exchanges: Exchange[] = [];
  const byNumber = new Map<number, Exchange>();
  let taken = 0;
  let origin: number | undefined;

  const open = (row: Row): Exchange => {
    const exchange: Exchange = {
      number: row.exchange,
      agent: row.agent,
      operation: row.name ?? '',
      kind: kindOf(row.name ?? ''),
      at: row.at,
      last: row.at,
      size: 0,
      troubled: false,
      facts: [],
      frames: [],
      kinds: { data: 0, comment: 0, damaged: 0 },
    };
    exchanges.push(exchange);
    byNumber.set(row.exchange, exchange);
    counts.exchanges += 1;
    return exchange;
  };

  const take = (row: Row, index: number) => {
    if (row.lane === 'error') counts.errors += 1;
    if (row.kind === 'delivery') counts.deliveries += 1;
    if (row.exchange === 0) return;
    let exchange = byNumber.get(row.exchange);
    // An imported file may lack a request.
    if (!exchange) {
      if (row.kind === 'note') return;
      exchange = open(row);
    }
    if (row.kind === 'request') origin ??= row.at;
    exchange.last = row.at;
    if (row.lane === 'error') exchange.troubled = true;
    if (!NO_FRAME.has(row.kind)) {
      counts.frames += 1;
      counts.received += row.size;
      exchange.size += row.size;
      exchange.frames.push(index);
      exchange.kinds[frameKind(row)] += 1;
      return;
    }
    exchange.facts.push(row.seq);
    if (row.kind === 'response') {
      exchange.status = row.status;
      if (row.stream) {
        exchange.kind = 'stream';
        counts.streams.push(row.exchange);
      }
    } else if (row.kind === 'end') {
      exchange.cause = row.name ?? 'complete';
      exchange.end = row.text;
      exchange.duration = row.duration;
      exchange.received = row.size;
      counts.streams = counts.streams.filter((number) => number !== row.exchange);
    }
  };

  return {
    rows,
    counts,
    exchanges,
    get origin() {
      return origin ?? 0;
    },
    exchange: (number) => byNumber.get(number),
    advance(limit = rows.length) {
      const end = Math.min(rows.length, taken + limit);
      for (; taken < end; taken++) take(rows[taken] as Row, taken);
      return taken === rows.length;
    },
  };
}

/** How an exchange stands. One without an end in a session that is over was cut off with its recording. */
export function stateOf(exchange: Exchange, recording: boolean): ExchangeState {
  const { cause, status } = exchange;
  if (cause === undefined) return recording ? 'open' : 'cut';
  if (cause === 'refused' || (cause === 'timeout' && status === undefined)) return 'failed';
  if (cause !== 'complete') return 'cut';
  return exchange.troubled || (status !== undefined && status >= 400) ? 'failed' : 'done';
}

/** The exchanges to list: pinned ones first, then the others in order. */
export function listExchanges(
  exchanges: readonly Exchange[],
  pinned: ReadonlySet<number>,
  passes: (exchange: Exchange) => boolean,
): Exchange[] {
  const shown = exchanges.filter((exchange) => !pinned.has(exchange.number) && passes(exchange));
  if (pinned.size === 0) return shown;
  return [...exchanges.filter((exchange) => pinned.has(exchange.number)), ...shown];
}

const ALL = () => true;

/** Frames of one exchange that are shown, as places in `exchange.frames`; grows with the log. */
export interface FrameList {
  readonly count: number;
  advance(): void;
  row(position: number): Row | undefined;
  /** Ms since the frame before, shown or not, or since the head; undefined when nothing came before. */
  gap(position: number): number | undefined;
  /** Position of a row; -1 when it is not in the list. */
  positionOf(seq: number): number;
  /** Seq of the next frame with findings after (or before) this one. */
  finding(seq: number, step: 1 | -1): number | undefined;
}

/** Place of a row in `exchange.frames`; -1 when it is none of them. */
export function placeOfFrame(rows: readonly Row[], frames: readonly number[], seq: number): number {
  let low = 0;
  let high = frames.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[frames[middle] ?? -1]?.seq ?? 0;
    if (at === seq) return middle;
    if (at < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * @param passes which frames are shown; all without it
 * @param among seqs in order, a list that may grow: only these are shown, and only they are looked at
 */
export function createFrameList(
  rows: readonly Row[],
  exchange: Exchange,
  passes: (row: Row) => boolean = ALL,
  among?: readonly number[],
): FrameList {
  const { frames } = exchange;
  const whole = passes === ALL && !among;
  const shown: number[] = [];
  let taken = 0;
  const place = (position: number): number => (whole ? position : (shown[position] ?? -1));
  const rowAt = (position: number): Row | undefined => rows[frames[place(position)] ?? -1];
  const count = () => (whole ? frames.length : shown.length);
  /** Last position whose row has a seq up to this one. */
  const lastUpTo = (seq: number): number => {
    let low = 0;
    let high = count() - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if ((rowAt(middle)?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  };
  return {
    get count() {
      return count();
    },
    advance() {
      if (whole) return;
      const end = among ? among.length : frames.length;
      const newest = rows[frames[frames.length - 1] ?? -1]?.seq ?? 0;
      for (; taken < end; taken++) {
        // What was found may be ahead of the rows.
        if (among && (among[taken] ?? 0) > newest) return;
        const at = among ? placeOfFrame(rows, frames, among[taken] ?? 0) : taken;
        const row = rows[frames[at] ?? -1];
        if (row && passes(row)) shown.push(at);
      }
    },
    row: rowAt,
    gap(position) {
      const row = rowAt(position);
      const before = place(position) - 1;
      if (!row || before < -1) return undefined;
      const previous = before < 0 ? exchange.at : rows[frames[before] ?? -1]?.at;
      return previous === undefined ? undefined : row.at - previous;
    },
    positionOf(seq) {
      const position = lastUpTo(seq);
      return rowAt(position)?.seq === seq ? position : -1;
    },
    finding(seq, step) {
      for (let at = Math.max(0, lastUpTo(seq)); at >= 0 && at < count(); at += step) {
        const row = rowAt(at);
        if (row?.marks?.findings && (step === 1 ? row.seq > seq : row.seq < seq)) return row.seq;
      }
      return undefined;
    },
  };
}
