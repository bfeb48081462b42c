import { useId, useState } from 'react';
import type { ListCriteria } from '../../../shared/a2a/reduce/tree-listing.ts';
import { LIST_HISTORY_LENGTH } from '../../../shared/a2a/reduce/tree-listing.ts';
import { TASK_STATES, type TaskState } from '../../../shared/model/task.ts';
import { stateGlyph } from '../../state/glyphs.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Most messages per task that a person can ask for. */
const HISTORY_LIMIT = 1_000;

/** A local time as a date field takes it, to the minute. */
function fieldTime(since: string | undefined): string {
  if (!since) return '';
  const date = new Date(since);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface ListDialogProps {
  criteria: ListCriteria;
  onList(criteria: ListCriteria): void;
  onClose(): void;
}

/** Which tasks the agent is asked for. The tree shows the same choice of what it knows. */
export function ListDialog({ criteria, onList, onClose }: ListDialogProps) {
  const [context, setContext] = useState(criteria.context ?? '');
  const [state, setState] = useState<string>(criteria.state ?? '');
  const [since, setSince] = useState(fieldTime(criteria.since));
  const [artifacts, setArtifacts] = useState(criteria.artifacts ?? false);
  const [history, setHistory] = useState(String(criteria.history ?? LIST_HISTORY_LENGTH));
  const id = useId();
  const length = /^\d+$/.test(history) && Number(history) <= HISTORY_LIMIT ? Number(history) : undefined;
  const list = () => {
    if (length === undefined) return;
    onList({
      ...(context.trim() && { context: context.trim() }),
      ...(state && { state: state as TaskState }),
      ...(since && { since: new Date(since).toISOString() }),
      ...(artifacts && { artifacts }),
      ...(length !== LIST_HISTORY_LENGTH && { history: length }),
    });
    onClose();
  };
  return (
    <Dialog open title={t('tree.ask.title')} onClose={onClose}>
      <form
        className="vflex list-form"
        data-testid="list-form"
        onSubmit={(event) => {
          event.preventDefault();
          list();
        }}
      >
        <label>
          <span className="label">{t('tree.ask.state')}</span>
          <select className="field" value={state} onChange={(event) => setState(event.target.value)} data-field="state">
            <option value="">{t('tree.ask.state.any')}</option>
            {TASK_STATES.slice(1).map((one) => (
              <option key={one} value={one}>
                {stateGlyph(one).word}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="label">{t('tree.ask.since')}</span>
          <input
            className="field"
            type="datetime-local"
            value={since}
            onChange={(event) => setSince(event.target.value)}
            data-field="since"
          />
        </label>
        <label>
          <span className="label">{t('tree.ask.context')}</span>
          <input
            className="field mono"
            value={context}
            spellCheck={false}
            onChange={(event) => setContext(event.target.value)}
            data-field="context"
          />
        </label>
        <label>
          <span className="label">{t('tree.ask.history')}</span>
          <input
            className="field mono"
            inputMode="numeric"
            value={history}
            aria-invalid={length === undefined}
            aria-describedby={length === undefined ? id : undefined}
            onChange={(event) => setHistory(event.target.value)}
            data-field="history"
          />
          {length === undefined ? (
            <span className="hint tone-warn" id={id} role="status">
              {t('tree.ask.history.wrong', { limit: HISTORY_LIMIT })}
            </span>
          ) : null}
        </label>
        <Checkbox checked={artifacts} onChange={setArtifacts}>
          {t('tree.ask.artifacts')}
        </Checkbox>
        <div className="hint list-legend">
          <p>{t('tree.ask.order')}</p>
          <p>
            <Icon name="globe" size={12} /> {t('tree.origin.server')}
          </p>
          <p>
            <Icon name="monitor" size={12} /> {t('tree.origin.local')}
          </p>
          <p>
            <Icon name="minus" size={12} /> {t('tree.origin.unlisted')}
          </p>
        </div>
        <div className="dialog-actions">
          <Button
            onClick={() => {
              onList({});
              onClose();
            }}
          >
            {t('tree.ask.all')}
          </Button>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" disabled={length === undefined} data-testid="list-submit">
            {t('tree.ask.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
