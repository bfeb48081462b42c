import type { Row } from '../../model/row.ts';
import { type FilterKey, typeOf } from './keys.ts';
import { isCut, stateOf, stateWord } from './row-facts.ts';

/** Values of one key that are told apart; a session with more has no use for a list of them. */
export const FACET_VALUES_LIMIT = 1_000;

/** How often each value occurs in a log that grows. */
export interface Facets {
  push(row: Row): void;
  /** Of keys whose values are numbers or free text: empty. Short words as a filter takes them. */
  of(key: FilterKey): ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Counts values. The cost of a row does not depend on the rows before it. */
export function createFacets(): Facets {
  const counts = new Map<FilterKey, Map<string, number>>();
  const add = (key: FilterKey, value: string | undefined) => {
    if (value === undefined || value === '') return;
    let values = counts.get(key);
    if (!values) {
      values = new Map();
      counts.set(key, values);
    }
    const before = values.get(value);
    if (before !== undefined || values.size < FACET_VALUES_LIMIT) values.set(value, (before ?? 0) + 1);
  };
  return {
    push(row) {
      add('kind', row.kind);
      add('lane', row.lane);
      add('agent', row.agent);
      add('context', row.context);
      add('task', row.task);
      const state = stateOf(row);
      if (state !== undefined) add('state', stateWord(state));
      if (row.status !== undefined) add('status', String(row.status));
      add('name', row.artifact ? undefined : row.name);
      if (row.artifact) add('artifact', row.artifact.name ?? row.artifact.id);
      const { marks } = row;
      if (isCut(row)) add('is', 'cut');
      if (!marks) return;
      add('lens', marks.lens);
      if (marks.findings === undefined) return;
      add('is', 'finding');
      add('issue', marks.severity);
      for (const code of marks.codes ?? []) add('issue', code);
    },
    of: (key) => (typeOf(key) === 'time' ? NONE : (counts.get(key) ?? NONE)),
  };
}
