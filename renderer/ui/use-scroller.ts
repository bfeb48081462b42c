import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from './use-size.ts';
import { endOf, type ListSize, type ListWindow, reveal, windowAt } from './virtual.ts';

export interface ScrollerOptions {
  count: number;
  /** Height of a row, px. */
  row: number;
  /** Height of what stays in view above the rows, px. */
  head: number;
  following: boolean;
  /** The person scrolled away from the end. */
  onLeaveEnd(): void;
}

export interface Scroller {
  ref: (element: HTMLDivElement | null) => (() => void) | undefined;
  size: ListSize;
  /** Width of the scroll bar, px; 0 where it lies over the content. */
  gutter: number;
  window: ListWindow;
  /** True while the row of a position is fully in view. */
  isInView(position: number): boolean;
  /** Brings a position into view with the next paint. */
  show(position: number): void;
  onScroll(): void;
  onWheel(event: { deltaY: number }): void;
}

/** A person's scroll differs from our own by more than rounding, px. */
const ROUNDING_PX = 2;

/**
 * The scroll position of a long list. While following, the position is the end, written once per render; every other
 * move is the person's, or one that `show` was asked for.
 */
export function useScroller({ count, row, head, following, onLeaveEnd }: ScrollerOptions): Scroller {
  const element = useRef<HTMLDivElement>(null);
  const [measure, box] = useSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const [followed, setFollowed] = useState(following);
  const written = useRef(0);
  const size: ListSize = { count, row, viewport: Math.max(0, box.height - head) };
  if (followed !== following) {
    setFollowed(following);
    if (!following) setTop(written.current);
  }
  const place = following ? endOf(size) : Math.min(top, endOf(size));

  useLayoutEffect(() => {
    const node = element.current;
    if (!node || !following || written.current === place) return;
    written.current = place;
    node.scrollTop = place;
  }, [following, place]);

  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      element.current = node;
      return measure(node) ?? undefined;
    },
    [measure],
  );

  return {
    ref,
    size,
    gutter: box.scrollBar,
    window: windowAt(size, place),
    isInView: (position) => reveal(size, place, position) === undefined,
    show(position) {
      const next = reveal(size, place, position);
      const node = element.current;
      if (next === undefined || !node) return;
      written.current = next;
      node.scrollTop = next;
      setTop(next);
    },
    onScroll() {
      const node = element.current;
      if (!node) return;
      const now = node.scrollTop;
      // A list that grew shorter, or a pane that grew taller, is moved by the browser and still at its end.
      const atEnd = now + node.clientHeight >= node.scrollHeight - ROUNDING_PX;
      if (following && (atEnd || now >= written.current - ROUNDING_PX)) return;
      written.current = now;
      if (following) onLeaveEnd();
      setTop(now);
    },
    onWheel({ deltaY }) {
      // Asked before the scroll event: the next batch would write the end over the person's move.
      if (following && deltaY < 0 && endOf(size) > 0) onLeaveEnd();
    },
  };
}
