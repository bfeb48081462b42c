import type { Exchange, ExchangeState } from './view-model.ts';

/** A text filter over exchanges: `status:` and `op:` narrow by that field, other words are looked for in the bytes. */
export interface WireFilter {
  /** As typed, for the message that nothing matched. */
  source: string;
  statuses: string[];
  operations: string[];
  /** Lower case. */
  words: string[];
}

/** Words are split at spaces; quotes keep a phrase together. A field without a value is being typed and filters nothing. */
export function parseWireFilter(source: string): WireFilter {
  const filter: WireFilter = { source: source.trim(), statuses: [], operations: [], words: [] };
  for (const [, field, quoted, plain] of source.matchAll(/(?:(status|op):)?(?:"([^"]*)"?|(\S*))/gi)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (value === '') continue;
    if (field === undefined) filter.words.push(value);
    else filter[field.toLowerCase() === 'op' ? 'operations' : 'statuses'].push(value);
  }
  return filter;
}

/** `4xx`, `404` and `4` name codes; `open`, `done`, `failed` and `cut` name how an exchange stands. */
const hasStatus = (exchange: Exchange, state: ExchangeState, wanted: string): boolean =>
  /^\d/.test(wanted) ? String(exchange.status ?? '').startsWith(wanted.replace(/x+$/, '')) : state.startsWith(wanted);

/** True when the exchange has one of each kind asked for, and its name or its bytes (`found`) hold the words. */
export function matchesWireFilter(
  filter: WireFilter,
  exchange: Exchange,
  state: ExchangeState,
  found: { has(exchange: number): boolean },
): boolean {
  const { statuses, operations, words } = filter;
  if (statuses.length > 0 && !statuses.some((status) => hasStatus(exchange, state, status))) return false;
  const name = exchange.operation.toLowerCase();
  if (operations.length > 0 && !operations.some((operation) => name.includes(operation))) return false;
  return words.length === 0 || words.every((word) => name.includes(word)) || found.has(exchange.number);
}
