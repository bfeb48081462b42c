import type { Row } from '../../../shared/model/row.ts';
import type { Exchanges } from '../../state/exchanges.ts';
import type { Place } from '../../state/selection.ts';

/**
 * Which rows belong to a place. `later` is true for a row that may still turn out to belong to it: a request that
 * names nothing, whose exchange has not been answered yet.
 */
export interface Scope {
  /** Two scopes of the same key are the same. */
  key: string;
  has(row: Row): boolean;
  later(row: Row): boolean;
}

/** Keep-alive comments are no events; the wire view has them. */
const isQuiet = (row: Row): boolean => row.kind === 'comment';

const EVERYTHING: Scope = { key: 'session', has: (row) => !isQuiet(row), later: () => false };

/** Agent places and the start page have no timeline; they get the whole session. */
export function scopeOf(place: Place, exchanges: Exchanges): Scope {
  if (place.kind === 'task') {
    const { agent, task } = place;
    return {
      key: `task ${agent} ${task}`,
      has: (row) =>
        !isQuiet(row) &&
        (row.task === undefined
          ? row.exchange !== 0 && exchanges.ofTask(row.exchange, agent, task)
          : row.task === task && row.agent === agent),
      later: (row) => !isQuiet(row) && row.task === undefined && row.agent === agent,
    };
  }
  if (place.kind === 'context') {
    const { agent, context } = place;
    return {
      key: `context ${agent} ${context}`,
      has: (row) =>
        !isQuiet(row) &&
        (row.context === undefined
          ? row.exchange !== 0 && exchanges.ofContext(row.exchange, agent, context)
          : row.context === context && row.agent === agent),
      later: (row) => !isQuiet(row) && row.context === undefined && row.agent === agent,
    };
  }
  return EVERYTHING;
}
