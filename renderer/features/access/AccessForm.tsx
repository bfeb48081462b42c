import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { AccessView, VaultView } from '../../../shared/contract/access.ts';
import type { AgentView, CardView } from '../../../shared/contract/views.ts';
import { cancelSignIn, refreshAccess } from '../../state/access.ts';
import { ask, CallError } from '../../state/bridge.ts';
import { isActive, queryClient } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { OTHER } from './choices.ts';
import { type Draft, EMPTY_DRAFT, type SchemeKind } from './draft.ts';
import { Field, TextField } from './Field.tsx';
import { formState } from './form-state.ts';
import { Rich } from './Rich.tsx';
import { SchemeFields } from './SchemeFields.tsx';
import { SchemeOptions } from './SchemeOptions.tsx';
import type { AccessFormState } from './use-access-form.ts';
import { defaultName, draftTitle, primaryVerb } from './words.ts';

const KINDS: readonly SchemeKind[] = ['bearer', 'basic', 'apiKey', 'headers', 'oauth2', 'mutualTLS'];

export interface AccessFormProps {
  agent: AgentView;
  card: CardView | undefined;
  view: AccessView;
  vault: VaultView | undefined;
  form: AccessFormState;
}

/** Frames within which a saved field has made way for what says that something is stored. */
const SETTLED_FRAMES = 60;

/** When the field that had the focus goes, the focus goes on to what comes next, not to its neighbour. */
function afterEndOf(field: Element | null, next: () => HTMLElement | null | undefined, frames = SETTLED_FRAMES): void {
  requestAnimationFrame(() => {
    const element = field?.isConnected ? undefined : next();
    if (element) element.focus();
    else if (frames > 0) afterEndOf(field, next, frames - 1);
  });
}

/** Signing in to one agent: one of the ways its card names, or one of the person's own. */
export function AccessForm({ agent, card, view, vault, form }: AccessFormProps) {
  const { chosen, drafts, problems } = form;
  const box = useRef<HTMLFormElement>(null);
  const test = useTest(agent.id, card);
  const active = isActive(view.signIn);
  const state = formState({ form, view, testing: test.isPending, refused: test.isError });
  const verb = primaryVerb(drafts);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const from = document.activeElement;
    test.reset();
    const saved = await form.submit();
    const place = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    if (saved) afterEndOf(from, () => place('[data-testid="access-test"]:not(:disabled)'));
    // The first field that is wrong, once it is marked.
    else requestAnimationFrame(() => place('[aria-invalid="true"]')?.focus());
  };
  const discard = () => {
    if (active && view.signIn) void cancelSignIn(view.signIn.credential);
    test.reset();
    form.discard();
  };
  // A new save makes the last test tell of something else.
  useEffect(() => {
    if (form.saves > 0) test.reset();
  }, [form.saves, test.reset]);

  return (
    <form
      className="access-form"
      ref={box}
      data-testid="access-form"
      data-state={state}
      data-saves={form.saves}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void onSubmit(event)}
    >
      <header>
        <h2>{t('access.title', { name: agent.name })}</h2>
        <p className="t2 access-lead">
          {form.choices.length > 1 ? (
            <Rich text="access.lead" chips={{ chip: <Tag className="mono">{t('access.chip.card')}</Tag> }} />
          ) : (
            t(card ? 'access.lead.none' : 'access.lead.noCard')
          )}
        </p>
      </header>
      <SchemeOptions form={form} view={view} />
      {chosen.id === OTHER ? <KindField form={form} /> : null}
      {drafts.map((draft, index) => (
        <section
          // Saved, a part begins anew: what was typed is held from then on.
          key={`${chosen.id} ${index} ${draft.type} ${form.saves}`}
          className="access-part"
          aria-label={drafts.length > 1 ? draftTitle(draft) : undefined}
          data-testid="access-part"
          data-type={draft.type}
        >
          {drafts.length > 1 ? <h3>{draftTitle(draft)}</h3> : null}
          <SchemeFields
            agent={agent}
            origin={view.origin}
            draft={draft}
            problems={problems[index] ?? []}
            onChange={(change) => form.change(index, change)}
          />
          <div className="access-grid">
            <TextField
              label={t('access.name')}
              mono={false}
              value={draft.name}
              placeholder={defaultName(agent, draft)}
              testId="access-name"
              onChange={(name) => form.change(index, { name })}
            />
            {index === drafts.length - 1 ? <KeepField form={form} vault={vault} /> : null}
          </div>
        </section>
      ))}
      <p className="hint access-bound">
        <Rich text="access.bound" chips={{ origin: <span className="mono">{view.origin}</span> }} />
      </p>
      <div className="access-actions">
        <Button
          type="submit"
          look="primary"
          icon={verb.icon}
          keys="↵"
          data-testid="access-save"
          disabled={form.busy || active}
        >
          {form.busy ? t('access.saving') : verb.text}
        </Button>
        <Button
          icon="zap"
          data-testid="access-test"
          disabled={form.busy || test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? t('access.testing') : offersExtended(card) ? t('access.test.extended') : t('access.test')}
        </Button>
        <Button look="ghost" className="end" disabled={!form.touched && !active} onClick={discard}>
          {t('action.cancel')}
        </Button>
      </div>
      {form.trouble ? <TroubleNotice panel="access" trouble={form.trouble} /> : null}
      <TestResult test={test} extended={offersExtended(card)} />
    </form>
  );
}

const offersExtended = (card: CardView | undefined): boolean => card?.card.capabilities?.extendedAgentCard === true;

/** Asks the agent for something that shows whether it accepts what is in use. */
const useTest = (agent: string, card: CardView | undefined) =>
  useMutation({
    mutationFn: () => ask('card.fetch', { agent, ...(offersExtended(card) ? { extended: true } : {}) }),
    onSuccess: (found) => queryClient.setQueryData(['card', agent], found),
    onSettled: refreshAccess,
  });

function TestResult({ test, extended }: { test: ReturnType<typeof useTest>; extended: boolean }) {
  if (test.error instanceof CallError) {
    const { trouble } = test.error;
    const status = trouble.httpStatus;
    // What was tried and what the agent asks for is explained beside the form.
    if (status !== 401 && status !== 403) return <TroubleNotice panel="access-test" trouble={trouble} here />;
    return (
      <p className="access-accepted" role="alert" data-testid="error" data-for="access-test">
        <Icon name="triangle" className="tone-danger" />
        {t('access.test.refused', { status })}
      </p>
    );
  }
  if (!test.isSuccess) return null;
  return (
    <p className="access-accepted" role="status" data-testid="access-accepted">
      <Icon name="check" className="tone-ok" />
      {t(extended ? 'access.accepted.extended' : 'access.accepted')}
    </p>
  );
}

/** Which scheme a credential of the person's own follows. */
function KindField({ form }: { form: AccessFormState }) {
  const type = form.drafts[0]?.type ?? 'bearer';
  return (
    <Field label={t('access.kind')}>
      {({ id }) => (
        <select
          id={id}
          className="field"
          data-testid="access-kind"
          value={type}
          onChange={(event) => form.change(0, blankOf(event.target.value as SchemeKind, form.drafts[0]))}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`access.short.${kind}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Another kind is another credential; nothing typed for the one goes to the other. */
const blankOf = (type: SchemeKind, before: Draft | undefined): Draft => {
  const { credential: _gone, ...blank } = EMPTY_DRAFT;
  return { ...blank, type, name: before?.name ?? '' };
};

function KeepField({ form, vault }: Pick<AccessFormProps, 'form' | 'vault'>) {
  const store = vault?.kind === 'os' ? 'os' : 'file';
  return (
    <Field
      label={t('access.keep')}
      hint={form.canKeep ? undefined : t(vault?.locked ? 'access.keep.locked' : 'access.keep.none')}
    >
      {({ id, describedBy }) => (
        <select
          id={id}
          className="field"
          data-testid="access-keep"
          aria-describedby={describedBy}
          value={form.keep}
          onChange={(event) => form.setKeep(event.target.value === 'vault' ? 'vault' : 'session')}
        >
          <option value="session">{t('access.keep.session')}</option>
          {form.canKeep ? (
            <option value="vault">
              {store === 'os' && vault?.backend
                ? t('access.keep.backend', { backend: vault.backend })
                : t(`access.keep.${store}`)}
            </option>
          ) : null}
        </select>
      )}
    </Field>
  );
}
