import { type FormEvent, useRef } from 'react';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Problem } from '../../views/Field.tsx';
import { PushFields } from '../../views/push/PushFields.tsx';
import { PushJson, problemWords } from '../../views/push/PushJson.tsx';
import { Warnings } from '../../views/push/Warnings.tsx';
import { warningsOf } from '../../views/push/warnings.ts';
import { FailureNotice } from './FailureNotice.tsx';
import type { ConfigList } from './store.ts';
import { TestDelivery, useDeliveryTest } from './TestDelivery.tsx';
import type { ConfigForm as Form } from './use-config-form.ts';

interface ConfigFormProps {
  agent: AgentView;
  card: CardView | undefined;
  task: string;
  form: Form;
  list: ConfigList;
  starting: boolean;
  isReceiver(url: string): boolean;
  onReceiver(): void;
}

/** Tells the agent where to push, as a form or as JSON. */
export function ConfigForm({ agent, card, task, form, list, starting, isReceiver, onReceiver }: ConfigFormProps) {
  const box = useRef<HTMLFormElement>(null);
  const { draft, mode, textProblem } = form;
  const test = useDeliveryTest(agent.id, draft, isReceiver);
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
      data-changed={form.changed}
      data-mode={mode}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className="push-head">
        <h2>{t('push.configuration')}</h2>
        <span className="end hflex">
          <Button
            size="s"
            look="ghost"
            icon="undo"
            data-testid="push-undo"
            disabled={form.past.length === 0 || form.busy}
            title={t('push.undo.title')}
            onClick={form.undo}
          >
            {t('push.undo')}
          </Button>
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
        <PushFields
          draft={draft}
          problem={form.problem}
          lost={form.lost}
          replaces={replaces}
          tenant={form.dialect === '0.3' ? { hint: t('push.tenant.older') } : {}}
          starting={starting}
          onReceiver={onReceiver}
          onChange={form.change}
        />
      ) : (
        <div className="push-json">
          <PushJson text={form.text} problem={textProblem} dialect={form.dialect} onChange={form.write} />
        </div>
      )}
      {mode === 'json' ? <p className="hint">{t('push.json.explain', { version: form.dialect })}</p> : null}
      {textProblem ? (
        <Problem testId="push-json-problem">{`${problemWords(textProblem)} ${t('push.json.lastGood')}`}</Problem>
      ) : null}
      <Warnings found={warningsOf(draft, agent.url, card?.card)} agent={agent} onChange={form.change} />
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
        <Button
          icon="bell"
          data-testid="push-test"
          title={t('push.test.hint')}
          disabled={test.busy || !test.ready || textProblem !== undefined}
          onClick={test.start}
        >
          {t(test.busy ? 'push.testing' : 'push.test')}
        </Button>
        {form.changed ? (
          <Button look="ghost" data-testid="push-discard" disabled={form.busy} onClick={form.discard}>
            {t('push.discard')}
          </Button>
        ) : (
          <Button look="ghost" data-testid="push-clear" disabled={form.busy} onClick={form.clear}>
            {t('push.clear')}
          </Button>
        )}
        {form.saved ? (
          <span className="push-saved" role="status" data-testid="push-saved">
            <Icon name="check" className="tone-ok" />
            {t('push.saved')}
          </span>
        ) : null}
      </div>
      {form.changed && !form.saved ? <p className="hint">{t('push.kept')}</p> : null}
      <TestDelivery test={test} />
      {form.failure ? <FailureNotice failure={form.failure} agent={agent.id} /> : null}
    </form>
  );
}
