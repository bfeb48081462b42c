import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { createSpans, type GroupSpan, type Spans } from '../../../shared/a2a/reduce/spans.ts';
import type { Row } from '../../../shared/model/row.ts';
import { logStore, sessionLog } from '../../state/log.ts';
import type { Place } from '../../state/selection.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { type Folding, newFolding, Outline, type StepFilter } from './outline.ts';

/** Time spent on rows in one go, ms; a long log is taken in over several frames. */
const SLICE_MS = 8;
/** The same for the first look, so that a log of usual length is there at once. */
const FIRST_SLICE_MS = 40;
/** Rows or spans between two looks at the clock. */
const STEP = 1_000;

/** The spans of the log on screen, kept while other tabs are looked at. */
let kept: { rows: readonly Row[]; spans: Spans; folding: Map<string, Folding> } | undefined;

function spansOf(rows: readonly Row[]): NonNullable<typeof kept> {
  if (kept?.rows !== rows) kept = { rows, spans: createSpans(sessionLog().tree), folding: new Map() };
  return kept;
}

export interface SpanList {
  spans: Spans;
  outline: Outline;
  /** The span that the list is about, as soon as there is one. */
  scope: GroupSpan | undefined;
  /** Everything in the log has been looked at. */
  complete: boolean;
  toggle(row: { span: Parameters<Outline['toggle']>[0] }): void;
}

/** The span whose inside a place shows. */
function scopeOf(spans: Spans, place: Place): GroupSpan | undefined {
  const { tree } = sessionLog();
  if (place.kind === 'task') {
    const node = tree.task(place.agent, place.task);
    return node && spans.taskOf(node);
  }
  if (place.kind === 'context') {
    const context = tree.context(place.agent, place.context);
    return context && spans.contextOf(context.key);
  }
  return spans.session;
}

/** The bars of a place, kept up with the log. Renders once per frame in which something came in. */
export function useSpans(place: Place, filter: StepFilter): SpanList {
  const rows = useLogRows();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const complete = useRef(false);
  const placeKey = JSON.stringify(place);

  const { spans, outline } = useMemo(() => {
    const { spans: made, folding } = spansOf(rows);
    const where = JSON.parse(placeKey) as Place;
    const folded = folding.get(placeKey) ?? newFolding();
    folding.set(placeKey, folded);
    const list = new Outline(made, () => scopeOf(made, where), where.kind === 'task', filter, folded);
    complete.current = advance(rows, made, list, FIRST_SLICE_MS);
    return { spans: made, outline: list };
  }, [rows, placeKey, filter]);

  useLayoutEffect(() => {
    let frame = 0;
    const pump = () => {
      frame = 0;
      const before = spans.taken + outline.taken;
      complete.current = advance(rows, spans, outline, SLICE_MS);
      if (spans.taken + outline.taken !== before) render();
      if (!complete.current) frame = requestAnimationFrame(pump);
    };
    if (!complete.current || spans.taken < rows.length) frame = requestAnimationFrame(pump);
    const stop = logStore.subscribe(() => {
      if (frame === 0) pump();
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [rows, spans, outline]);

  // Rows that came between the first look and the subscription.
  useEffect(() => {
    if (spans.taken < rows.length) render();
  }, [rows, spans]);

  return {
    spans,
    outline,
    scope: scopeOf(spans, place),
    complete: complete.current,
    toggle({ span }) {
      outline.toggle(span);
      render();
    },
  };
}

function advance(rows: readonly Row[], spans: Spans, outline: Outline, ms: number): boolean {
  const until = performance.now() + ms;
  while (spans.taken < rows.length) {
    const end = Math.min(rows.length, spans.taken + STEP);
    while (spans.taken < end) spans.push(rows[spans.taken] as Row);
    if (performance.now() > until) return false;
  }
  while (!outline.advance(STEP)) if (performance.now() > until) return false;
  return true;
}
