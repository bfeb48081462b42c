import { useLayoutEffect, useReducer } from 'react';
import { Artifacts } from '../../../shared/a2a/reduce/artifacts.ts';
import type { Row } from '../../../shared/model/row.ts';
import { logStore, sessionLog } from '../../state/log.ts';
import { useLogRows } from '../../state/use-log-rows.ts';

/** Time spent on rows in one go, ms; a long log is taken in over several frames. */
const SLICE_MS = 8;
/** The same for the first look, so that a log of usual length is there at once. */
const FIRST_SLICE_MS = 40;
/** Rows between two looks at the clock. */
const STEP = 2_000;

/** The artifacts of the log on screen, kept while other tabs are looked at. */
let kept: { rows: readonly Row[]; artifacts: Artifacts } | undefined;

function artifactsOf(rows: readonly Row[]): Artifacts {
  if (kept?.rows !== rows) kept = { rows, artifacts: new Artifacts(sessionLog().tree) };
  return kept.artifacts;
}

/** Takes in rows for a while; true once all were looked at. */
function advance(rows: readonly Row[], artifacts: Artifacts, ms: number): boolean {
  const until = performance.now() + ms;
  while (artifacts.taken < rows.length) {
    const end = Math.min(rows.length, artifacts.taken + STEP);
    while (artifacts.taken < end) artifacts.push(rows[artifacts.taken] as Row);
    if (performance.now() > until) break;
  }
  return artifacts.taken >= rows.length;
}

/** The artifacts of the session, kept up with its log. Renders once per frame in which one changed. */
export function useArtifacts(): { artifacts: Artifacts; complete: boolean; total: number } {
  const rows = useLogRows();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const artifacts = artifactsOf(rows);
  if (artifacts.taken === 0) advance(rows, artifacts, FIRST_SLICE_MS);

  useLayoutEffect(() => {
    let frame = 0;
    let drawn = -1;
    const pump = () => {
      frame = 0;
      const complete = advance(rows, artifacts, SLICE_MS);
      if (artifacts.revision !== drawn || complete) render();
      drawn = artifacts.revision;
      if (!complete) frame = requestAnimationFrame(pump);
    };
    const next = () => {
      if (frame === 0) frame = requestAnimationFrame(pump);
    };
    next();
    const stop = logStore.subscribe(next);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [rows, artifacts]);

  return { artifacts, complete: artifacts.taken >= rows.length, total: rows.length };
}
