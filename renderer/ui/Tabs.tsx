import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface TabItem {
  id: string;
  label: string;
  count?: number;
}

export interface TabsProps {
  items: readonly TabItem[];
  selected: string;
  label: string;
  onSelect(id: string): void;
  /** Test id of one tab; panels of a different kind use their own. */
  testId?: string;
  /** Right side of the row. */
  children?: ReactNode;
}

/** Arrows move and choose, since every tab's data is on this computer. */
export function Tabs({ items, selected, label, onSelect, testId = 'tab', children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = items.findIndex((item) => item.id === selected);
    const next = items[(index + step + items.length) % items.length];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tabs-set" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            type="button"
            key={item.id}
            role="tab"
            className="tab"
            aria-selected={item.id === selected}
            tabIndex={item.id === selected ? 0 : -1}
            data-testid={testId}
            data-tab={item.id}
            data-state={item.id === selected ? 'selected' : 'idle'}
            data-count={item.count}
            onClick={() => onSelect(item.id)}
          >
            {item.label}
            {item.count === undefined ? null : <span className="count">{item.count.toLocaleString()}</span>}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}
