import { type RefObject, useLayoutEffect, useRef } from 'react';
import { setFollowing } from '../../state/selection.ts';

/** A person's scroll differs from our own by more than rounding, px. */
const ROUNDING_PX = 2;

export interface Follow {
  /** The scrolling element. */
  box: RefObject<HTMLDivElement | null>;
  /** What grows inside of it. */
  content: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  onWheel(event: { deltaY: number }): void;
  /** Keeps what is on screen where it is while content is put in above it. */
  holdFromEnd(): void;
}

/** Stays at the end while following; a scroll upwards ends that, and nothing but the person begins it again. */
export function useFollow(following: boolean): Follow {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const held = useRef<number>(undefined);

  useLayoutEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (!element || !inner) return;
    const settle = () => {
      if (held.current !== undefined && element.scrollHeight !== lastHeight.current) {
        element.scrollTop = element.scrollHeight - held.current;
        held.current = undefined;
      } else if (following) element.scrollTop = element.scrollHeight;
      lastTop.current = element.scrollTop;
      lastHeight.current = element.scrollHeight;
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(inner);
    observer.observe(element);
    return () => observer.disconnect();
  }, [following]);

  return {
    box,
    content,
    onScroll() {
      const element = box.current;
      if (!element) return;
      const up = element.scrollTop < lastTop.current - ROUNDING_PX;
      // Folding a card moves the end up by itself; that is no wish to stay there.
      const shrunk = element.scrollHeight < lastHeight.current;
      lastTop.current = element.scrollTop;
      lastHeight.current = element.scrollHeight;
      if (following && up && !shrunk) setFollowing(false);
    },
    onWheel({ deltaY }) {
      const element = box.current;
      if (following && deltaY < 0 && element && element.scrollHeight > element.clientHeight) setFollowing(false);
    },
    holdFromEnd() {
      const element = box.current;
      if (element) held.current = element.scrollHeight - element.scrollTop;
    },
  };
}
