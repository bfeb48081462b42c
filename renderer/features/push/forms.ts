import { createStore, useStore } from 'zustand';
import type { DialectId } from '../../../shared/model/entry.ts';
import type { TaskPushNotificationConfig } from '../../../shared/model/push.ts';
import {
  changed,
  configOf,
  draftOfConfig,
  draftOfText,
  EMPTY_DRAFT,
  type PushDraft,
  problemOf,
  type SecretName,
  type TextProblem,
  textOf,
} from '../../state/push-draft.ts';
import type { DraftStep } from '../../views/push/PushFields.tsx';
import { createConfig, type Failure } from './store.ts';

export type FormMode = 'form' | 'json';
/** What can be taken back as one. */
export type Step = DraftStep | 'json' | 'edit' | 'clear' | 'discard';

interface Content {
  draft: PushDraft;
  /** What discarding goes back to: nothing, what the agent had, or what was saved last. */
  base: PushDraft;
  /** Secrets of the agent's configuration that did not come with it. */
  lost: readonly SecretName[];
}

/** The configuration that is written for one task. It stays while the window is open, and lies in memory only. */
export interface FormState extends Content {
  mode: FormMode;
  /** The JSON as it is written; the draft follows it while it can be read. */
  text: string;
  /** The form that the JSON is written in. */
  dialect: DialectId;
  textProblem?: TextProblem;
  tried: boolean;
  busy: boolean;
  /** What was saved last is what the form shows. */
  saved: boolean;
  failure?: Failure;
  past: readonly (Content & { step: Step })[];
}

/** Steps that can be taken back. */
const STEPS_LIMIT = 100;
/** Forms that are kept; those without changes go first. */
const FORMS_LIMIT = 100;

export const newForm = (dialect: DialectId): FormState => ({
  mode: 'form',
  draft: EMPTY_DRAFT,
  base: EMPTY_DRAFT,
  lost: [],
  text: textOf(EMPTY_DRAFT, dialect),
  dialect,
  tried: false,
  busy: false,
  saved: false,
  past: [],
});

/** The form with its JSON as a version writes it. What could not be read as another version's is given up. */
export function inDialect(form: FormState, dialect: DialectId): FormState {
  if (form.dialect === dialect) return form;
  const { textProblem: _other, ...rest } = form;
  return { ...rest, dialect, text: textOf(form.draft, dialect) };
}

/** Typing on in the same field, or in the JSON, goes on with the step before. */
function remember({ past, draft, base, lost }: FormState, step: Step): FormState['past'] {
  const goesOn = (step === 'json' || step.startsWith('type:')) && past[past.length - 1]?.step === step;
  return goesOn ? past : [...past.slice(1 - STEPS_LIMIT), { step, draft, base, lost }];
}

function put(form: FormState, content: Partial<Content>, past: FormState['past']): FormState {
  const { textProblem: _read, failure: _gone, ...rest } = form;
  const draft = content.draft ?? form.draft;
  return { ...rest, ...content, text: textOf(draft, form.dialect), saved: false, past };
}

export const changeForm = (form: FormState, change: Partial<PushDraft>, step: Step): FormState =>
  put(form, { draft: changed(form.draft, change) }, remember(form, step));

/** What is written as JSON. A fault in it leaves the draft as it was. */
export function writeText(form: FormState, text: string): FormState {
  if (text === form.text) return form;
  const read = draftOfText(text, form.draft, form.dialect);
  const past = remember(form, 'json');
  if (read.ok) return { ...put(form, { draft: read.draft }, past), text };
  return { ...form, text, textProblem: read.problem, saved: false, past };
}

export function beginForm(form: FormState, content: Content, step: Step): FormState {
  return { ...put(form, content, remember(form, step)), tried: false };
}

export function undoForm(form: FormState): FormState {
  const last = form.past[form.past.length - 1];
  if (!last) return form;
  const { step: _step, ...content } = last;
  return put(form, content, form.past.slice(0, -1));
}

const isSame = (one: PushDraft, other: PushDraft): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Something was written that the agent does not have. */
export const isChanged = ({ draft, base, textProblem }: FormState): boolean =>
  textProblem !== undefined || !isSame(draft, base);

const store = createStore<{ forms: Record<string, FormState> }>(() => ({ forms: {} }));

const keyOf = (agent: string, task: string): string => JSON.stringify([agent, task]);

export const useForm = (agent: string, task: string): FormState | undefined =>
  useStore(store, ({ forms }) => forms[keyOf(agent, task)]);

function update(agent: string, task: string, dialect: DialectId, next: (form: FormState) => FormState): void {
  const key = keyOf(agent, task);
  const { [key]: before, ...others } = store.getState().forms;
  const form = next(inDialect(before ?? newForm(dialect), dialect));
  store.setState({ forms: { ...fewer(others), [key]: form } });
}

function fewer(forms: Record<string, FormState>): Record<string, FormState> {
  const entries = Object.entries(forms);
  if (entries.length < FORMS_LIMIT) return forms;
  const gone = entries.find(([, form]) => !isChanged(form)) ?? entries[0];
  return Object.fromEntries(entries.filter((entry) => entry !== gone));
}

export interface FormActions {
  setMode(mode: FormMode): void;
  change(change: Partial<PushDraft>, step: Step): void;
  write(text: string): void;
  edit(config: TaskPushNotificationConfig, receiver: boolean): void;
  clear(): void;
  discard(): void;
  undo(): void;
  save(): Promise<boolean>;
}

/** What can be done with the form of one task. */
export function formActions(agent: string, task: string, dialect: DialectId): FormActions {
  const change = (next: (form: FormState) => FormState) => update(agent, task, dialect, next);
  const current = () => store.getState().forms[keyOf(agent, task)] ?? newForm(dialect);
  return {
    setMode: (mode) => change((form) => ({ ...form, mode })),
    change: (fields, step) => change((form) => changeForm(form, fields, step)),
    write: (text) => change((form) => writeText(form, text)),
    edit: (config, receiver) => {
      const { draft, lost } = draftOfConfig(config, receiver);
      change((form) => beginForm(form, { draft, base: draft, lost }, 'edit'));
    },
    clear: () => change((form) => beginForm(form, { draft: EMPTY_DRAFT, base: EMPTY_DRAFT, lost: [] }, 'clear')),
    discard: () => change((form) => beginForm(form, { draft: form.base, base: form.base, lost: form.lost }, 'discard')),
    undo: () => change(undoForm),
    async save() {
      change((form) => ({ ...form, tried: true }));
      const { draft, textProblem, busy } = current();
      if (problemOf(draft) || textProblem || busy) return false;
      change(({ failure: _gone, ...form }) => ({ ...form, busy: true }));
      const { failure, id } = await createConfig(agent, task, configOf(draft));
      change((form) => {
        const done = { ...form, busy: false, ...(failure && { failure }) };
        if (failure) return done;
        // Saved again, it is to replace what was just made.
        const kept = id ? { ...draft, id } : draft;
        const same = isSame(form.draft, draft);
        if (!same) return { ...done, base: kept };
        return { ...put(done, { draft: kept, base: kept }, done.past), saved: true };
      });
      return !failure;
    },
  };
}
