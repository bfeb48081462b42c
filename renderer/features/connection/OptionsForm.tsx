import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { AgentOptions, AgentView, OptionProblem, OptionsCheck } from '../../../shared/contract/views.ts';
import { ask, CallError } from '../../state/bridge.ts';
import { queryClient } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { type Draft, draftOf, isSame, optionsOf, worthSaying } from './draft.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { InterfaceFields } from './InterfaceFields.tsx';
import { ProxyFields } from './ProxyFields.tsx';
import { TlsFields } from './TlsFields.tsx';

/** Pause after the last change before the form is looked at, ms. */
const CHECK_AFTER_MS = 300;

export interface FieldsProps {
  agent: AgentView;
  draft: Draft;
  check: OptionsCheck | undefined;
  onChange(change: Partial<Draft>): void;
}

/** What can be chosen about the way to one agent. Nothing takes effect before it is saved. */
export function OptionsForm({ agent }: { agent: AgentView }) {
  const [edited, setEdited] = useState<Draft>();
  const draft = edited ?? draftOf(agent.options);
  const options = optionsOf(draft, agent.options);
  const same = isSame(draft, agent.options);
  const check = useCheck(agent.id, options);
  const save = useSave(agent.id, () => setEdited(undefined));
  const onChange = (change: Partial<Draft>) => {
    save.reset();
    setEdited({ ...draft, ...change });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!same && !save.isPending) save.mutate(options);
  };
  const refused = save.error instanceof CallError ? save.error.trouble : undefined;
  const problems = problemsOf(refused?.detail) ?? worthSaying(check?.problems ?? [], draft);
  const judged: OptionsCheck = { ca: [], ...check, problems };
  const fields: FieldsProps = { agent, draft, check: judged, onChange };
  return (
    <form
      className="options"
      data-testid="options"
      data-state={same ? 'saved' : 'changed'}
      onSubmit={onSubmit}
      noValidate
    >
      <div className="options-head">
        <h2>{t('options.title')}</h2>
        <p className="hint">{t('options.explain')}</p>
      </div>
      {agent.forgotten && same ? (
        <p className="options-forgotten" role="status">
          <Icon name="key" className="tone-warn" />
          {t('options.forgotten', { list: agent.forgotten.map((one) => t(`options.forgotten.${one}`)).join(', ') })}
        </p>
      ) : null}
      <InterfaceFields {...fields} />
      <TlsFields {...fields} />
      <ProxyFields {...fields} />
      <HeaderFields {...fields} />
      <div className="options-actions">
        <Button type="submit" look="primary" data-testid="options-save" disabled={same || save.isPending}>
          {save.isPending ? t('options.saving') : t('options.save')}
        </Button>
        <Button
          disabled={same || save.isPending}
          onClick={() => {
            save.reset();
            setEdited(undefined);
          }}
        >
          {t('options.discard')}
        </Button>
        {save.isSuccess && save.data.ok ? (
          <span className="options-saved" role="status">
            <Icon name="check" className="tone-ok" />
            {t('options.saved')}
          </span>
        ) : null}
      </div>
      {refused && problemsOf(refused.detail) === undefined ? <TroubleNotice panel="options" trouble={refused} /> : null}
      {save.isSuccess && !save.data.ok ? <TroubleNotice panel="options" trouble={save.data.error} /> : null}
    </form>
  );
}

/** The fields a refusal names. */
const problemsOf = (detail: unknown): OptionProblem[] | undefined =>
  Array.isArray(detail) && detail.every((one) => typeof one === 'object' && one !== null && 'field' in one)
    ? (detail as OptionProblem[])
    : undefined;

/** Keeps the options and connects with them; trouble with the card does not undo that. */
const useSave = (agent: string, onKept: () => void) =>
  useMutation({
    mutationFn: async (options: AgentOptions) => {
      const view = await ask('agents.update', { agent, options });
      queryClient.setQueryData<AgentView[]>(['agents'], (list) =>
        list?.map((one) => (one.id === view.id ? view : one)),
      );
      onKept();
      try {
        queryClient.setQueryData(['card', agent], await ask('card.fetch', { agent }));
        return { ok: true as const };
      } catch (error) {
        if (error instanceof CallError) return { ok: false as const, error: error.trouble };
        throw error;
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['doctor', agent] });
      }
    },
  });

/** What the engine says about the form, a moment after the last change. */
function useCheck(agent: string, options: AgentOptions): OptionsCheck | undefined {
  const text = JSON.stringify(options);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: ['options-check', agent, settled],
    queryFn: () => ask('doctor.check', { agent, options: JSON.parse(settled) as AgentOptions }),
    // It holds what was typed, secrets included, so it is not kept.
    gcTime: 0,
    placeholderData: (before) => before,
  }).data;
}
