import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { Fit } from './Fit.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Menu } from './Menu.tsx';
import { formatCount } from './text.ts';

export interface TabItem {
  id: string;
  label: string;
  count?: number;
  /** Drawing after the label, with its word for people who do not see it. */
  mark?: { icon: IconName; word: string };
}

export interface TabsProps {
  items: readonly TabItem[];
  selected: string;
  label: string;
  onSelect(id: string): void;
  /** Test id of one tab; panels of a different kind use their own. */
  testId?: string;
  /** Name of the menu that holds the tabs for which there is no room. */
  moreLabel?: string;
  /** Begins the ids that tie tab and panel together: `${idBase}-tab-x`, `${idBase}-panel`. */
  idBase?: string;
  /** Right side of the row. */
  children?: ReactNode;
}

/** Width of the More button, px. */
const MORE_WIDTH = 28;
/** Space between tabs, px. */
const GAP = 2;

/** Arrows move and choose, since every tab's data is on this computer. */
export function Tabs({
  items,
  selected,
  label,
  onSelect,
  testId = 'tab',
  moreLabel = '…',
  idBase,
  children,
}: TabsProps) {
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
  const signature = items.map(
    (item) => `${item.label}:${item.count === undefined ? 0 : String(item.count).length}:${item.mark ? 1 : 0}`,
  );
  const tabs = items.map((item) => (
    <button
      type="button"
      key={item.id}
      role="tab"
      className="tab"
      id={idBase ? `${idBase}-tab-${item.id}` : undefined}
      aria-controls={idBase ? `${idBase}-panel` : undefined}
      aria-selected={item.id === selected}
      tabIndex={item.id === selected ? 0 : -1}
      data-testid={testId}
      data-tab={item.id}
      data-state={item.id === selected ? 'selected' : 'idle'}
      data-count={item.count}
      onClick={() => onSelect(item.id)}
    >
      {item.label}
      {item.mark ? (
        <span className="tone-warn">
          <Icon name={item.mark.icon} size={12} />
          <span className="visually-hidden">{item.mark.word}</span>
        </span>
      ) : null}
      {item.count === undefined ? null : <span className="count">{formatCount(item.count)}</span>}
    </button>
  ));
  return (
    <div className="tabs">
      <div className="tabs-set" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        <Fit
          items={tabs}
          signature={signature.join('\n')}
          gap={GAP}
          moreWidth={MORE_WIDTH}
          more={(from) => (
            <Menu
              align="start"
              trigger={<IconButton icon="ellipsis" label={moreLabel} className="tabs-more" />}
              items={items.slice(from).map((item) => ({
                id: item.id,
                label: item.label,
                checked: item.id === selected,
                onSelect: () => onSelect(item.id),
              }))}
            />
          )}
        />
      </div>
      {children}
    </div>
  );
}
