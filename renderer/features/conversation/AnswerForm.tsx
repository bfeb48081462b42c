import { type FormEvent, useState } from 'react';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { oneLine } from '../../ui/text.ts';
import { answerOf, type FieldProblem, type FormField, type FormValues, startValues } from './answer-form.ts';

export interface AnswerFormProps {
  /** Unique on the page, for the names of the fields. */
  id: string;
  fields: readonly FormField[];
  busy: boolean;
  onSend(data: JsonObject): void;
}

/** The answer to a question whose agent said what it may look like. */
export function AnswerForm({ id, fields, busy, onSend }: AnswerFormProps) {
  const [values, setValues] = useState<FormValues>(() => startValues(fields));
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const answer = answerOf(fields, values);
    setProblems(answer.ok ? {} : answer.problems);
    if (answer.ok) onSend(answer.data);
  };
  return (
    <form className="answer-form" data-testid="answer-form" onSubmit={submit} noValidate>
      {fields.map((field) => (
        <Field
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <div>
        <Button type="submit" look="primary" icon="send" disabled={busy} data-testid="send-answer">
          {busy ? t('conversation.form.sending') : t('conversation.form.send')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  id: string;
  field: FormField;
  value: string;
  problem: FieldProblem | undefined;
  onChange(value: string): void;
}

function Field({ id, field, value, problem, onChange }: FieldProps) {
  const label = oneLine(field.label);
  const about = field.description ? `${id}-about` : undefined;
  const wrong = problem ? `${id}-wrong` : undefined;
  const common = {
    id,
    name: field.name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': [about, wrong].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div className="answer-field" data-testid="answer-field" data-name={field.name}>
      {field.kind === 'boolean' ? (
        <Checkbox checked={value === 'true'} onChange={(on) => onChange(String(on))}>
          {label}
        </Checkbox>
      ) : (
        <label className="label" htmlFor={id}>
          {label}
          {field.required ? <span className="t3"> {t('conversation.form.required')}</span> : null}
        </label>
      )}
      {field.kind === 'choice' ? (
        <select {...common} className="field field-s" value={value} onChange={(event) => onChange(event.target.value)}>
          {field.required && value !== '' ? null : <option value="">{t('conversation.form.choose')}</option>}
          {field.options?.map((option, index) => (
            <option key={index} value={String(index)}>
              {oneLine(option.label)}
            </option>
          ))}
        </select>
      ) : field.kind === 'boolean' ? null : (
        <input
          {...common}
          className="field field-s"
          type="text"
          inputMode={field.kind === 'text' ? 'text' : field.kind === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {field.description ? (
        <p className="hint" id={about}>
          {oneLine(field.description)}
        </p>
      ) : null}
      {problem ? (
        <p className="tone-danger answer-wrong" id={wrong} role="alert">
          {problemText(problem)}
        </p>
      ) : null}
    </div>
  );
}

function problemText({ why, limit = 0 }: FieldProblem): string {
  switch (why) {
    case 'min':
    case 'minLength':
      return t(`conversation.form.bad.${why}`, { min: limit });
    case 'max':
    case 'maxLength':
      return t(`conversation.form.bad.${why}`, { max: limit });
    default:
      return t(`conversation.form.bad.${why}`);
  }
}
