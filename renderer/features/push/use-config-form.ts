import { useMemo } from 'react';
import type { DialectId } from '../../../shared/model/entry.ts';
import { type DraftProblem, problemOf } from '../../state/push-draft.ts';
import { type FormActions, type FormState, formActions, inDialect, isChanged, newForm, useForm } from './forms.ts';

export interface ConfigForm extends FormState, FormActions {
  /** What keeps it from being sent; told once somebody tried. */
  problem: DraftProblem | undefined;
  changed: boolean;
}

/** One configuration while it is written, as a form or as JSON; both always show the same. */
export function useConfigForm(agent: string, task: string, dialect: DialectId): ConfigForm {
  const kept = useForm(agent, task);
  const actions = useMemo(() => formActions(agent, task, dialect), [agent, task, dialect]);
  const form = kept ? inDialect(kept, dialect) : newForm(dialect);
  return {
    ...form,
    ...actions,
    lost: form.lost.filter((name) => form.draft[name] === ''),
    problem: form.tried ? problemOf(form.draft) : undefined,
    changed: isChanged(form),
  };
}
