import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import type { Lane } from '../../../shared/model/row.ts';
import type { Matcher } from '../../../shared/replay/filter/match.ts';
import { logStore, sessionLog } from '../../state/log.ts';
import type { Place } from '../../state/selection.ts';
import { advanceFor, soon } from '../../state/soon.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { scopeOf } from './scope.ts';
import { createScopedRows } from './scoped-rows.ts';
import { createTimeline, type Timeline } from './view-model.ts';

/** Time spent on rows in one go, ms; a long log is taken in over several, with room for input and drawing between them. */
const SLICE_MS = 12;
/** The same for rows that come while the list is there: taking them in has cost time already. */
const LIVE_SLICE_MS = 8;
/** A list that is still being made is drawn this often, ms. */
const DRAW_MS = 60;

export interface GrowingList {
  timeline: Timeline;
  /** All rows of the log have been looked at. */
  complete: boolean;
  toggle(seq: number): void;
  uncover(seq: number): void;
}

/** The list of a place, kept up with the log. Renders once per frame in which something came in. */
export function useTimeline(
  place: Place,
  match: Matcher | undefined,
  hidden: ReadonlySet<Lane>,
  fold: boolean,
): GrowingList {
  const rows = useLogRows();
  const open = useRef<{ rows: unknown; seqs: Set<number> }>({ rows, seqs: new Set() });
  if (open.current.rows !== rows) open.current = { rows, seqs: new Set() };
  const [, render] = useReducer((count: number) => count + 1, 0);
  const complete = useRef(false);

  const placeKey = JSON.stringify(place);
  const scoped = useMemo(
    () => createScopedRows(rows, scopeOf(JSON.parse(placeKey) as Place, sessionLog().exchanges)),
    [rows, placeKey],
  );
  const timeline = useMemo(() => {
    const made = createTimeline(scoped, { match, hidden, fold }, open.current.seqs);
    complete.current = advanceFor(made, SLICE_MS);
    return made;
  }, [scoped, match, hidden, fold]);

  useLayoutEffect(() => {
    let takeBack: (() => void) | undefined;
    let drawn = performance.now();
    const pump = (sliceMs = SLICE_MS) => {
      takeBack = undefined;
      const before = timeline.looked;
      complete.current = advanceFor(timeline, sliceMs);
      const now = performance.now();
      if (timeline.looked !== before && (complete.current || now - drawn >= DRAW_MS)) {
        drawn = now;
        render();
      }
      if (!complete.current) takeBack = soon(pump);
    };
    if (!complete.current) takeBack = soon(pump);
    const stop = logStore.subscribe(() => {
      if (takeBack === undefined) pump(LIVE_SLICE_MS);
    });
    return () => {
      stop();
      takeBack?.();
    };
  }, [timeline]);

  // Rows that came between the first look and the subscription.
  useEffect(() => {
    if (timeline.taken < rows.length) render();
  }, [timeline, rows]);

  return {
    timeline,
    complete: complete.current,
    toggle: (seq) => {
      timeline.toggle(seq);
      render();
    },
    uncover: (seq) => {
      timeline.uncover(seq);
      render();
    },
  };
}
