import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { deleteFilter, moveFilter, type SavedFilter, undoDelete } from '../../state/filters.ts';
import { bindingOf } from '../../state/key-table.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ContextMenu, type MenuItem } from '../../ui/Menu.tsx';
import { savedFilterKeys } from './keys.ts';

interface SavedFiltersProps {
  filters: readonly SavedFilter[];
  /** Can still be brought back. */
  deleted: SavedFilter | undefined;
  /** What is in the field. */
  text: string;
  onText(text: string): void;
  onEdit(filter: SavedFilter): void;
}

/** Filters with names: a click puts one into the field, and out of it again. */
export function SavedFilters({ filters, deleted, text, onText, onEdit }: SavedFiltersProps) {
  const box = useRef<HTMLDivElement>(null);
  /** The chip keeps the focus over its move. */
  const move = (id: string, step: number) => {
    moveFilter(id, step);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-id="${id}"] button`)?.focus());
  };
  /** The chip that is dragged, and the place between chips where it would go. */
  const [drag, setDrag] = useState<{ id: string; to: number }>();
  const onDragStart = (event: DragEvent, id: string, index: number) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', filters[index]?.text ?? '');
    setDrag({ id, to: index });
  };
  const onDragOver = (event: DragEvent<HTMLElement>, index: number) => {
    if (!drag) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const to = event.clientX < left + width / 2 ? index : index + 1;
    if (to !== drag.to) setDrag({ ...drag, to });
  };
  const onDrop = (event: DragEvent) => {
    if (!drag) return;
    event.preventDefault();
    const from = filters.findIndex(({ id }) => id === drag.id);
    // Taken out of its place, the chip makes those behind it move up.
    if (from >= 0) moveFilter(drag.id, (drag.to > from ? drag.to - 1 : drag.to) - from);
    setDrag(undefined);
  };
  const dropEdge = (index: number): 'before' | 'after' | undefined => {
    if (!drag) return undefined;
    if (drag.to === index) return 'before';
    return drag.to === filters.length && index === filters.length - 1 ? 'after' : undefined;
  };
  const itemsOf = (filter: SavedFilter, index: number): MenuItem[] => [
    { id: 'edit', label: t('filter.saved.edit'), icon: 'pencil', onSelect: () => onEdit(filter) },
    {
      id: 'earlier',
      label: t('filter.saved.earlier'),
      icon: 'arrow-left',
      disabled: index === 0,
      onSelect: () => move(filter.id, -1),
    },
    {
      id: 'later',
      label: t('filter.saved.later'),
      icon: 'arrow-right',
      disabled: index === filters.length - 1,
      onSelect: () => move(filter.id, 1),
    },
    {
      id: 'delete',
      label: t('filter.saved.delete'),
      icon: 'trash',
      danger: true,
      divided: true,
      onSelect: () => deleteFilter(filter.id),
    },
  ];
  const onKeyDown = (event: KeyboardEvent, filter: SavedFilter) => {
    const key = bindingOf(savedFilterKeys, event.nativeEvent);
    if (key === 'delete') deleteFilter(filter.id);
    else if (key) move(filter.id, key === 'earlier' ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (filters.length === 0 && !deleted) return null;
  return (
    <Box className="filter-saved" role="group" aria-label={t('filter.saved')} ref={box}>
      {filters.map((filter, index) => {
        const on = filter.text === text;
        return (
          <ContextMenu key={filter.id} items={itemsOf(filter, index)}>
            <Box
              className="chip filter-saved-chip"
              role="presentation"
              data-testid="saved-filter"
              data-id={filter.id}
              data-state={on ? 'on' : 'off'}
              data-drop={dropEdge(index)}
              draggable
              onDragStart={(event) => onDragStart(event, filter.id, index)}
              onDragOver={(event) => onDragOver(event, index)}
              onDrop={onDrop}
              onDragEnd={() => setDrag(undefined)}
            >
              <button
                type="button"
                className="filter-name cut"
                aria-pressed={on}
                title={filter.text}
                onClick={() => onText(on ? '' : filter.text)}
                onKeyDown={(event) => onKeyDown(event, filter)}
              >
                {filter.name}
              </button>
              <button
                type="button"
                className="filter-x"
                aria-label={t('filter.saved.remove', { name: filter.name })}
                onClick={() => deleteFilter(filter.id)}
              >
                <Icon name="close" size={12} />
              </button>
            </Box>
          </ContextMenu>
        );
      })}
      {deleted ? (
        <span className="filter-undo t3" role="status">
          {t('filter.saved.deleted', { name: deleted.name })}
          <Button size="s" look="ghost" data-testid="filter-undo" onClick={undoDelete}>
            {t('filter.saved.undo')}
          </Button>
        </span>
      ) : null}
    </Box>
  );
}
