import { useEffect, useReducer } from 'react';
import { createFacets, type Facets } from '../../shared/replay/filter/facets.ts';
import { logStore, sessionLog } from './log.ts';

/** Time spent on rows in one frame, ms. */
const SLICE_MS = 8;
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
    let frame = 0;
    const pump = () => {
      frame = count() ? 0 : requestAnimationFrame(pump);
      render();
    };
    pump();
    const stop = logStore.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(pump);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [wanted]);
  return { facets: counted.facets, taken: counted.taken };
}
