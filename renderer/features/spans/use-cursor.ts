import { useEffect, useRef, useState } from 'react';
import { indexOfSeq, sessionLog } from '../../state/log.ts';
import { selectRow } from '../../state/selection.ts';
import type { Scroller } from '../../ui/use-scroller.ts';
import type { OutlineRow } from './outline.ts';
import { seqOf } from './present.ts';
import type { SpanList } from './use-spans.ts';

export interface Cursor {
  /** Line of the selected row of the log; -1 when no span of the list holds it. */
  position: number;
  row: OutlineRow | undefined;
  select(row: OutlineRow | undefined, position: number): void;
  move(to: number): OutlineRow | undefined;
}

/** Number of the part in its call; undefined for the call itself. */
const partOf = (row: OutlineRow): number | undefined => (row.phase ? Number(row.key.split('.')[1]) : undefined);

/** Where the selection of the window stands among the spans. */
export function useCursor(list: SpanList, scroller: Scroller, seq: number | undefined): Cursor {
  const { outline, spans } = list;
  /** Several lines have one row, such as a task and its first turn; this tells which one was chosen. */
  const [chosen, setChosen] = useState<{ row: OutlineRow; seq: number }>();
  const position = positionOf();

  function positionOf(): number {
    if (seq === undefined) return -1;
    if (chosen?.seq === seq) return outline.positionOf(chosen.row.span, partOf(chosen.row));
    const owner = spans.ownerOf(indexOfSeq(sessionLog().rows, seq));
    return owner === undefined ? -1 : outline.positionOf(owner);
  }

  // A row that was selected elsewhere comes into view; the person's own scrolling is left alone.
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (seq === shown.current) return;
    if (position >= 0) scroller.show(position);
    if (position >= 0 || seq === undefined) shown.current = seq;
  });

  const select: Cursor['select'] = (row, at) => {
    if (!row) return;
    const next = seqOf(row);
    setChosen({ row, seq: next });
    shown.current = next;
    selectRow(next);
    scroller.show(at);
  };

  return {
    position,
    row: position < 0 ? undefined : outline.rows(position, position + 1)[0],
    select,
    move(to) {
      const at = Math.max(0, Math.min(outline.count - 1, to));
      const row = outline.rows(at, at + 1)[0];
      select(row, at);
      return row;
    },
  };
}
