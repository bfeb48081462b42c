import { memo } from 'react';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';

interface TreeHeadProps {
  filtered: boolean;
  /** The agent can be asked for its tasks. */
  lists: boolean;
  onFilter(): void;
  onChoose(): void;
  onList(): void;
}

/** Title and buttons of the tree; the same while rows come. */
export const TreeHead = memo(function TreeHead({ filtered, lists, onFilter, onChoose, onList }: TreeHeadProps) {
  return (
    <div className="rail-head">
      <h2>{t('tree.title')}</h2>
      <span className="end">
        <IconButton icon="filter" label={t('tree.filter')} aria-pressed={filtered} onClick={onFilter} />
        {lists ? (
          <>
            <IconButton icon="globe" label={t('tree.ask')} data-testid="list-choose" onClick={onChoose} />
            <IconButton icon="refresh" label={t('tree.list')} data-testid="list-refresh" onClick={onList} />
          </>
        ) : null}
      </span>
    </div>
  );
});
