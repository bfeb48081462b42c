import { useEffect, useRef, useState } from 'react';
import { selectRow } from '../../state/selection.ts';
import type { Scroller } from '../../ui/use-scroller.ts';
import type { GrowingList } from './use-timeline.ts';
import type { TimelineItem } from './view-model.ts';

export interface Cursor {
  /** Position of the selected row; -1 when it is not in the list. */
  position: number;
  item: TimelineItem | undefined;
  select(item: TimelineItem | undefined, position: number): void;
  /** Selects the event nearest to a position, past gap rows, in the direction of travel. */
  move(to: number, step: 1 | -1): void;
  /** Selects a row by its seq, out of a closed fold if need be; false when it is not in the list. */
  goToSeq(seq: number): boolean;
}

/** Where the selection of the window stands in this list. */
export function useCursor(list: GrowingList, scroller: Scroller, seq: number | undefined): Cursor {
  const { timeline } = list;
  /** An open fold and its first frame have one seq; this tells which of the two was chosen. */
  const [head, setHead] = useState(false);
  const position = seq === undefined ? -1 : timeline.positionOf(seq, head);

  // A row that was selected elsewhere comes into view, and a row in view stays there when the pane changes its height;
  // the person's own scrolling is left alone.
  const shown = useRef<number>(undefined);
  const seen = useRef({ viewport: 0, row: false });
  useEffect(() => {
    const { viewport } = scroller.size;
    const elsewhere = seq !== shown.current;
    const resized = seen.current.row && viewport !== seen.current.viewport;
    // A row that is not in the list yet comes into view when it gets there.
    if (position >= 0 || seq === undefined) shown.current = seq;
    if (elsewhere) setHead(false);
    if (position >= 0 && (elsewhere || resized)) scroller.show(position);
    seen.current = { viewport, row: position >= 0 && (elsewhere || resized || scroller.isInView(position)) };
  });

  const select: Cursor['select'] = (next, at) => {
    if (!next) return;
    setHead(next.kind === 'fold');
    shown.current = next.row.seq;
    selectRow(next.row.seq);
    scroller.show(at);
  };

  return {
    position,
    item: position < 0 ? undefined : timeline.item(position),
    select,
    move(to, step) {
      let at = Math.max(0, Math.min(timeline.count - 1, to));
      while (timeline.item(at)?.kind === 'gap') at += step;
      select(timeline.item(at), at);
    },
    goToSeq(target) {
      list.uncover(target);
      const at = timeline.positionOf(target);
      select(timeline.item(at), at);
      return at >= 0;
    },
  };
}
