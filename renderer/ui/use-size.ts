import { type RefCallback, useCallback, useState } from 'react';

/** Inner size of an element in px, kept up to date. Put the callback on `ref`. */
export function useSize<E extends HTMLElement>(): [ref: RefCallback<E>, size: { width: number; height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
