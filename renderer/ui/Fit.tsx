import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { fitCount } from './fit.ts';

export interface FitProps {
  /** One node per item, keyed. */
  items: readonly ReactNode[];
  /** Draws the button behind which the items from `from` on are found. */
  more(from: number): ReactNode;
  /** Space kept for that button, px. */
  moreWidth: number;
  gap: number;
  className?: string;
}

/** A row that folds what does not fit, from the right. Widths are measured once per change of items or width. */
export function Fit({ items, more, moreWidth, gap, className }: FitProps) {
  const box = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(items.length);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const widths = Array.from(ruler.current?.children ?? [], (child) => child.getBoundingClientRect().width);
      setCount(fitCount(widths, gap, element.clientWidth, moreWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (ruler.current) observer.observe(ruler.current);
    return () => observer.disconnect();
  }, [gap, moreWidth]);

  return (
    <div className={`fit${className ? ` ${className}` : ''}`} ref={box}>
      <div className="fit-ruler" ref={ruler} aria-hidden="true" inert>
        {items}
      </div>
      {items.slice(0, count)}
      {count < items.length ? more(count) : null}
    </div>
  );
}
