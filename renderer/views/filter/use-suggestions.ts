import { useMemo } from 'react';
import { applied, type Completion, complete } from '../../../shared/replay/filter/complete.ts';
import { useFacets } from '../../state/facets.ts';
import { useFilterHistory } from '../../state/filters.ts';
import { useAgents } from '../../state/queries.ts';
import { hasString, t } from '../../strings/index.ts';

/** One line of the list below the field. */
export interface Suggestion {
  id: string;
  group: 'history' | 'keys' | 'values';
  word: string;
  /** What the word means. */
  hint?: string;
  count?: number;
  /** The text of the field and the place of the caret once this is taken. */
  take(): { source: string; caret: number };
  /** There is more to choose afterwards. */
  goesOn: boolean;
}

/** Filters used lately that are offered in an empty field. */
const HISTORY_SHOWN = 5;

/** Ways to go on at the caret: filters used lately, keys, then the values that occur. */
export function useSuggestions(source: string, caret: number, wanted: boolean): Suggestion[] {
  const { facets, taken } = useFacets(wanted);
  const agents = useAgents().data;
  const history = useFilterHistory();
  return useMemo(() => {
    // The counts are changed in place.
    void taken;
    if (!wanted) return [];
    const agentName = (id: string) => agents?.find((one) => one.id === id)?.name;
    const found = complete(source, caret, { facets, agentName }).map((one) => ofCompletion(source, one));
    if (source.trim() !== '') return found;
    return [...history.slice(0, HISTORY_SHOWN).map(ofHistory), ...found];
  }, [source, caret, wanted, facets, taken, agents, history]);
}

const ofHistory = (text: string): Suggestion => ({
  id: `history ${text}`,
  group: 'history',
  word: text,
  take: () => ({ source: text, caret: text.length }),
  goesOn: false,
});

function ofCompletion(source: string, completion: Completion): Suggestion {
  const { key, value, count, insert } = completion;
  const hint = `filter.key.${key}`;
  return {
    id: insert,
    group: value === undefined ? 'keys' : 'values',
    word: insert,
    ...(value === undefined && hasString(hint) ? { hint: t(hint) } : {}),
    ...(count === undefined ? {} : { count }),
    take: () => applied(source, completion),
    goesOn: value === undefined,
  };
}
