import { useState } from 'react';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import type { SavedFilter } from '../../state/filters.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { issueWords } from './words.ts';

type Draft = Omit<SavedFilter, 'id'> & { id?: string };

interface SaveFilterDialogProps {
  /** Without an id it is a new one. */
  filter: Draft;
  onSave(filter: Draft): void;
  onClose(): void;
}

/** Asks for the name of a filter, and lets its text be changed. */
export function SaveFilterDialog({ filter, onSave, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState(filter.name);
  const [text, setText] = useState(filter.text);
  const [issue] = parseFilter(text).issues;
  const ready = name.trim() !== '' && text.trim() !== '';
  return (
    <Dialog open title={t(filter.id === undefined ? 'filter.save.title' : 'filter.edit.title')} onClose={onClose}>
      <form
        className="vflex"
        data-testid="filter-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          onSave({ ...filter, name: name.trim(), text: text.trim() });
          onClose();
        }}
      >
        <label>
          <span className="label">{t('filter.save.name')}</span>
          <input
            className="field"
            autoFocus
            value={name}
            data-testid="filter-dialog-name"
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </label>
        <label>
          <span className="label">{t('filter.save.text')}</span>
          <input
            className="field mono"
            value={text}
            spellCheck={false}
            data-testid="filter-dialog-text"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {issue ? <p className="filter-dialog-wrong">{issueWords(issue)}</p> : null}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!ready} data-testid="filter-dialog-save">
            {t('filter.save.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
