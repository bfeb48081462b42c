import { type FormEvent, useState } from 'react';
import type { Json } from '../../../shared/lib/json.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { AnswerField } from './AnswerField.tsx';
import { answerOf, type FormValues, type Problems, startValues } from './answer-form.ts';
import type { Form, FormField } from './answer-schema.ts';

export interface AnswerFormProps {
  /** Unique on the page, for the names of the fields. */
  id: string;
  form: Form;
  busy: boolean;
  onSend(data: Json): void;
}

/** The answer to a question whose agent said what it may look like. */
export function AnswerForm({ id, form, busy, onSend }: AnswerFormProps) {
  const [values, setValues] = useState<FormValues>(() => startValues(form.fields));
  const [problems, setProblems] = useState<Problems>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const answer = answerOf(form, values);
    setProblems(answer.ok ? {} : answer.problems);
    if (answer.ok) onSend(answer.data);
    else focusField(event.currentTarget, Object.keys(answer.problems));
  };
  const show = (fields: readonly FormField[]) =>
    fields.map((field) =>
      field.fields ? (
        <fieldset key={field.pointer} className="answer-group" data-testid="answer-group" data-name={field.pointer}>
          <legend className="label">{field.label}</legend>
          {field.description ? <p className="hint">{field.description}</p> : null}
          {show(field.fields)}
        </fieldset>
      ) : (
        <AnswerField
          key={field.pointer}
          id={`${id}-${field.pointer}`}
          field={field}
          value={values[field.pointer] ?? ''}
          problem={problems[field.pointer]}
          onChange={(value) => setValues((now) => ({ ...now, [field.pointer]: value }))}
        />
      ),
    );
  return (
    <form className="answer-form" data-testid="answer-form" onSubmit={submit} noValidate>
      {show(form.fields)}
      <div>
        <Button type="submit" look="primary" icon="send" disabled={busy} data-testid="send-answer">
          {busy ? t('conversation.form.sending') : t('conversation.form.send')}
        </Button>
      </div>
    </form>
  );
}

/** The first field that has to be corrected. */
function focusField(form: HTMLFormElement, wrong: readonly string[]): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-testid="answer-field"]')) {
    if (!wrong.includes(field.dataset.name ?? '')) continue;
    field.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return;
  }
}
