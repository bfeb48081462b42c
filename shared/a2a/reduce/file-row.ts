import type { FrameEntry, RequestEntry } from '../../model/entry.ts';
import { ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { ExchangeState } from './exchange-state.ts';
import { makeRow, plainMarks } from './make-row.ts';
import type { Folded, Reading } from './reading.ts';

/** The address without what may be secret in it. */
const placeOf = (url: string): string => url.replace(/^[a-z]+:\/\/(?:[^/?#@]*@)?/i, '').replace(/[?#].*$/s, '');

/** The row of a request for a file. It names no task or context of the agent. */
export function fileRequestRow(exchange: ExchangeState, entry: RequestEntry): Folded {
  const text = `${entry.method} ${placeOf(entry.url)}`;
  const row = makeRow(entry, 'request', 'request', exchange, text, entry.body.bytes);
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, []);
  if (marks !== undefined) row.marks = marks;
  row.name = entry.operation;
  return { row, reading: { type: 'sent' }, issues: [], sections: [] };
}

/** The row of a file that came, or of what came in its place. Nothing in it is read. */
export function fileRow(exchange: ExchangeState, entry: FrameEntry): Folded {
  const bad = exchange.status >= 400;
  if (bad) exchange.errors++;
  const name = bad ? String(exchange.status) : exchange.contentType;
  const reading: Reading = bad
    ? { type: 'error', error: { name, message: name, httpStatus: exchange.status } }
    : { type: 'empty' };
  const row = makeRow(
    entry,
    bad ? 'error' : 'request',
    bad ? 'error' : 'result',
    exchange,
    exchange.contentType,
    entry.body.bytes,
  );
  row.name = name;
  return { row, reading, issues: [], sections: [] };
}
