import { useCallback, useState } from 'react';

/** Inner size of an element and the width of its vertical scroll bar, px. */
export interface ElementSize {
  width: number;
  height: number;
  /** 0 where scroll bars lie over the content. */
  scrollBar: number;
}

/** Size of an element, kept up to date. Put the callback on `ref`. */
export function useSize<E extends HTMLElement>(): [
  ref: (element: E | null) => (() => void) | undefined,
  size: ElementSize,
] {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0, scrollBar: 0 });
  const ref = useCallback((element: E | null) => {
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height, offsetWidth } = element;
      setSize((old) =>
        old.width === width && old.height === height ? old : { width, height, scrollBar: offsetWidth - width },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
