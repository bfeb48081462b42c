import { type FormEvent, useRef } from 'react';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonText } from '../../ui/monaco/JsonText.tsx';
import { oneLine } from '../../ui/text.ts';
import type { TextProblem } from './draft.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { FormFields } from './FormFields.tsx';
import type { ConfigList } from './store.ts';
import type { ConfigForm as Form } from './use-config-form.ts';
import { type PushWarning, warningsOf } from './warnings.ts';

interface ConfigFormProps {
  agent: AgentView;
  card: CardView | undefined;
  task: string;
  form: Form;
  list: ConfigList;
  starting: boolean;
  onReceiver(): void;
}

/** Tells the agent where to push, as a form or as JSON. */
export function ConfigForm({ agent, card, task, form, list, starting, onReceiver }: ConfigFormProps) {
  const box = useRef<HTMLFormElement>(null);
  const { draft, mode, textProblem } = form;
  const replaces = draft.id !== '' && list.configs.some(({ id }) => id === draft.id);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.save()) return;
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const state = form.busy ? 'saving' : form.saved ? 'saved' : textProblem ? 'unreadable' : 'editing';
  return (
    <form
      className="push-form"
      ref={box}
      data-testid="push-form"
      data-state={state}
      data-mode={mode}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className="push-head">
        <h2>{t('push.configuration')}</h2>
        <span className="end">
          <Choice
            label={t('push.mode')}
            value={mode}
            options={[
              { value: 'form', label: t('push.mode.form') },
              { value: 'json', label: t('push.mode.json') },
            ]}
            onChange={form.setMode}
          />
        </span>
      </div>
      {mode === 'form' ? (
        <FormFields form={form} replaces={replaces} starting={starting} onReceiver={onReceiver} />
      ) : (
        <div className="push-json">
          <JsonText value={form.text} label={t('push.mode.json.label')} readOnly={false} onChange={form.write} />
        </div>
      )}
      {mode === 'json' ? <p className="hint">{t('push.json.explain')}</p> : null}
      {textProblem ? (
        <p className="push-problem" role="alert" data-testid="push-json-problem">
          <Icon name="triangle" size={12} />
          <span>
            {problemWords(textProblem)}
            {mode === 'form' ? ` ${t('push.json.lastGood')}` : ''}
          </span>
        </p>
      ) : null}
      <Warnings found={warningsOf(draft, agent.url, card?.card)} agent={agent} form={form} />
      <div className="push-actions">
        <Button
          type="submit"
          look="primary"
          icon="check"
          data-testid="push-save"
          disabled={form.busy || list.busy || task === '' || textProblem !== undefined}
        >
          {t(form.busy ? 'push.saving' : replaces ? 'push.replace' : 'push.save')}
        </Button>
        <Button look="ghost" data-testid="push-clear" disabled={form.busy} onClick={form.clear}>
          {t('push.clear')}
        </Button>
        {form.saved ? (
          <span className="push-saved" role="status" data-testid="push-saved">
            <Icon name="check" className="tone-ok" />
            {t('push.saved')}
          </span>
        ) : null}
      </div>
      {form.failure ? <FailureNotice failure={form.failure} agent={agent.id} /> : null}
    </form>
  );
}

const problemWords = (problem: TextProblem): string =>
  problem.what === 'json'
    ? t('push.json.bad', { reason: oneLine(problem.reason) })
    : t(`push.json.${problem.what}`, { member: problem.member });

interface WarningsProps {
  found: readonly PushWarning[];
  agent: AgentView;
  form: Form;
}

/** What may go wrong, before it does. */
function Warnings({ found, agent, form }: WarningsProps) {
  if (found.length === 0) return null;
  return (
    <ul className="push-warnings" aria-label={t('push.warnings')}>
      {found.map((warning) => (
        <li key={warning} data-testid="push-warning" data-warning={warning}>
          <Icon name="triangle" className="tone-warn" />
          <span className="grow">{t(`push.warning.${warning}`, { agent: agent.name, host: agent.host })}</span>
          {warning === 'both' ? (
            <span className="push-warning-actions">
              <Button size="s" onClick={() => form.change({ scheme: '', credentials: '', authRest: {} })}>
                {t('push.keep.token')}
              </Button>
              <Button size="s" onClick={() => form.change({ token: '' })}>
                {t('push.keep.authentication')}
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
