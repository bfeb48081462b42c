import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fitCount } from './fit.ts';

export interface FitProps {
  /** One node per item, keyed. */
  items: readonly ReactNode[];
  /** Changes when a width may have changed; items are measured again then, and when the row is resized. */
  signature: string;
  /** Draws the button behind which the items from `from` on are found. */
  more(from: number): ReactNode;
  /** Space kept for that button, px. */
  moreWidth: number;
  /** Space between items, px. */
  gap: number;
}

/** A row that folds what does not fit, from the right. */
export function Fit({ items, signature, more, moreWidth, gap }: FitProps) {
  const row = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(items.length);
  const measure = useRef(() => {});
  measure.current = () => {
    const element = row.current;
    if (!element) return;
    const cells = Array.from(element.children).filter((child): child is HTMLElement => child instanceof HTMLElement);
    // Items are hidden here and not by React: a hidden one has to show itself while it is measured.
    for (const cell of cells) cell.style.display = '';
    const next = fitCount(
      cells.map((cell) => cell.getBoundingClientRect().width),
      gap,
      element.parentElement?.clientWidth ?? 0,
      moreWidth,
    );
    for (const [index, cell] of cells.entries()) if (index >= next) cell.style.display = 'none';
    setCount(next);
  };

  // The signature stands for the widths
  useLayoutEffect(() => measure.current(), [signature, gap, moreWidth]);
  useEffect(() => {
    const box = row.current?.parentElement;
    if (!box) return;
    const observer = new ResizeObserver(() => measure.current());
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="fit">
      <div className="fit-row" style={{ gap }} ref={row}>
        {items}
      </div>
      {count < items.length ? more(count) : null}
    </div>
  );
}
