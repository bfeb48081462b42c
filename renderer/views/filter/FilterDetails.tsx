import { useState } from 'react';
import type { Filter, FilterPart } from '../../../shared/replay/filter/filter.ts';
import { printPart, withoutPart } from '../../../shared/replay/filter/print.ts';
import { type SavedFilter, saveFilter, useDeletedFilter, useSavedFilters } from '../../state/filters.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import { SaveFilterDialog } from './SaveFilterDialog.tsx';
import { isPending, issueWords } from './words.ts';

export interface FilterDetailsProps {
  /** Of the line that says what is wrong. */
  errorId: string;
  filter: Filter;
  onText(text: string): void;
  /** Rows the filter lets through, of how many; left out while there is nothing to count. */
  count?: { shown: number; total: number };
}

/** The line below a filter field: what is wrong, the conditions one by one, how many rows are left, saved filters. */
export function FilterDetails({ errorId, filter, onText, count }: FilterDetailsProps) {
  const saved = useSavedFilters();
  const deleted = useDeletedFilter();
  const [editing, setEditing] = useState<Omit<SavedFilter, 'id'> & { id?: string }>();
  const text = filter.source.trim();
  const [wrong] = filter.issues.filter((issue) => !isPending(issue, filter.source));
  if (text === '' && saved.length === 0 && !deleted && !editing) return null;
  const isSaved = saved.some((one) => one.text === text);
  return (
    <div className="filter-details" data-testid="filter-details">
      {wrong ? (
        <p className="filter-error" id={errorId} role="status" data-testid="filter-error" data-code={wrong.code}>
          <Icon name="triangle" size={12} />
          <span className="cut" title={issueWords(wrong)}>
            {issueWords(wrong)}
          </span>
        </p>
      ) : null}
      {filter.parts.length > 0 ? (
        <Box className="filter-parts" role="group" aria-label={t('filter.parts')}>
          {filter.parts.map((part) => (
            <PartChip key={part.from} part={part} onRemove={() => onText(withoutPart(filter.source, part))} />
          ))}
        </Box>
      ) : null}
      {text !== '' && count ? (
        <span className="filter-count t3" data-testid="filter-count" data-shown={count.shown} data-total={count.total}>
          {t('filter.shown', count)}
        </span>
      ) : null}
      {text !== '' && !isSaved ? (
        <Button
          size="s"
          look="ghost"
          icon="save"
          data-testid="filter-save"
          onClick={() => setEditing({ name: text, text })}
        >
          {t('filter.save')}
        </Button>
      ) : null}
      <SavedFilters filters={saved} deleted={deleted} text={text} onText={onText} onEdit={setEditing} />
      {editing ? <SaveFilterDialog filter={editing} onSave={saveFilter} onClose={() => setEditing(undefined)} /> : null}
    </div>
  );
}

function PartChip({ part, onRemove }: { part: FilterPart; onRemove(): void }) {
  const words = printPart({ ...part, negated: false });
  const label = part.negated ? t('filter.part.not', { part: words }) : words;
  return (
    <span className="chip filter-part" data-testid="filter-part" data-state={part.negated ? 'negated' : 'plain'}>
      {part.negated ? <Icon name="minus" size={12} /> : null}
      <span className="mono cut">{words}</span>
      <button
        type="button"
        className="filter-x"
        aria-label={t('filter.part.remove', { part: label })}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
