import { useEffect, useReducer } from 'react';
import { createFacets, type Facets } from '../../shared/replay/filter/facets.ts';
import { logStore, sessionLog } from './log.ts';

/** Time spent on rows in one go, ms. */
const SLICE_MS = 8;
/** What is counted is offered while someone writes; when there is always more to do, it still gets a turn this often, ms. */
const PATIENCE_MS = 400;
/** Rows between two looks at the clock. */
const STEP_ROWS = 1_000;

let counted = { rows: sessionLog().rows, facets: createFacets(), taken: 0 };

/** Counts rows for a while; true when none are left. Rows counted once are not looked at again. */
function count(): boolean {
  const { rows } = sessionLog();
  if (counted.rows !== rows) counted = { rows, facets: createFacets(), taken: 0 };
  const until = performance.now() + SLICE_MS;
  while (counted.taken < rows.length) {
    const end = Math.min(rows.length, counted.taken + STEP_ROWS);
    for (; counted.taken < end; counted.taken++) {
      const row = rows[counted.taken];
      if (row) counted.facets.push(row);
    }
    if (performance.now() > until) break;
  }
  return counted.taken === rows.length;
}

/** The values that occur in the session on screen, with their counts; `taken` grows with the rows that were counted. */
export function useFacets(wanted: boolean): { facets: Facets; taken: number } {
  const [, render] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!wanted) return undefined;
    let asked = 0;
    // The list that the words are looked for in comes first.
    const ask = () => requestIdleCallback(pump, { timeout: PATIENCE_MS });
    const pump = () => {
      asked = count() ? 0 : ask();
      render();
    };
    asked = ask();
    const stop = logStore.subscribe(() => {
      if (asked === 0) asked = ask();
    });
    return () => {
      stop();
      cancelIdleCallback(asked);
    };
  }, [wanted]);
  return { facets: counted.facets, taken: counted.taken };
}
