import type { Row } from '../../../shared/model/row.ts';

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

/** Counts over a growing log; `advance` looks at new rows only. */
export interface WireCounter {
  readonly counts: WireCounts;
  advance(): void;
}

/** Rows that stand for no bytes of an answer. */
const NO_FRAME = new Set<Row['kind']>(['request', 'response', 'end', 'note', 'delivery']);

export function createWireCounter(rows: readonly Row[]): WireCounter {
  const counts: WireCounts = { exchanges: 0, frames: 0, received: 0, errors: 0, deliveries: 0, streams: [] };
  let taken = 0;
  return {
    counts,
    advance() {
      for (; taken < rows.length; taken++) {
        const row = rows[taken] as Row;
        if (row.lane === 'error') counts.errors += 1;
        if (row.kind === 'request') counts.exchanges += 1;
        else if (row.kind === 'delivery') counts.deliveries += 1;
        else if (row.stream) counts.streams.push(row.exchange);
        else if (row.kind === 'end') counts.streams = counts.streams.filter((exchange) => exchange !== row.exchange);
        else if (!NO_FRAME.has(row.kind)) {
          counts.frames += 1;
          counts.received += row.size;
        }
      }
    },
  };
}
