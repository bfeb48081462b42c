import { t } from '../../strings/index.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { oneLine } from '../../ui/text.ts';
import type { FormField } from './answer-schema.ts';
import { problemText } from './problem-text.ts';
import type { SchemaProblem } from './schema-check.ts';

interface FieldProps {
  id: string;
  field: FormField;
  value: string;
  problem: SchemaProblem | undefined;
  onChange(value: string): void;
}

interface Common {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** One question of a form: its name, the way to answer it, help, and what is wrong with the answer. */
export function AnswerField({ id, field, value, problem, onChange }: FieldProps) {
  const label = oneLine(field.label) || t('conversation.form.answer');
  const help = helpOf(field);
  const about = help ? `${id}-about` : undefined;
  const wrong = problem ? `${id}-wrong` : undefined;
  const described = [about, wrong].filter(Boolean).join(' ') || undefined;
  const common = { id, name: field.pointer, 'aria-invalid': problem !== undefined, 'aria-describedby': described };
  const grouped = field.kind === 'boolean' || field.kind === 'choices';
  return (
    <div className="answer-field" data-testid="answer-field" data-name={field.pointer} data-kind={field.kind}>
      {field.kind === 'boolean' ? (
        <Checkbox checked={value === 'true'} onChange={(on) => onChange(String(on))}>
          {label}
        </Checkbox>
      ) : field.kind === 'choices' ? (
        <Choices field={field} label={label} described={described} value={value} onChange={onChange} />
      ) : null}
      {grouped ? null : (
        <>
          <label className="label" htmlFor={id}>
            {label}
            {field.required ? <span className="t3"> {t('conversation.form.required')}</span> : null}
          </label>
          <Control field={field} common={common} value={value} onChange={onChange} />
        </>
      )}
      {help ? (
        <p className="hint" id={about}>
          {help}
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

/** The agent's words, and how a list is written. */
function helpOf({ kind, description }: FormField): string {
  const words = description ? oneLine(description) : '';
  return kind === 'list' ? [words, t('conversation.form.lines')].filter(Boolean).join(' ') : words;
}

type ControlProps = { field: FormField; common: Common; value: string; onChange(value: string): void };

function Control({ field, common, value, onChange }: ControlProps) {
  if (field.kind === 'choice') {
    return (
      <select {...common} className="field field-s" value={value} onChange={(event) => onChange(event.target.value)}>
        {field.required && value !== '' ? null : <option value="">{t('conversation.form.choose')}</option>}
        {field.options?.map((option, index) => (
          <option key={index} value={String(index)}>
            {oneLine(option.label)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'list') {
    return (
      <textarea
        {...common}
        className="field answer-lines"
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <input
      {...common}
      className="field field-s"
      type="text"
      inputMode={field.kind === 'text' ? 'text' : field.kind === 'integer' ? 'numeric' : 'decimal'}
      placeholder={placeholderOf(field)}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const EXAMPLES: Record<string, string> = {
  date: '2026-01-31',
  time: '14:02:26',
  'date-time': '2026-01-31T14:02:26Z',
  uri: 'https://…',
};

const placeholderOf = ({ format }: FormField): string | undefined => (format ? EXAMPLES[format] : undefined);

function Choices({
  field,
  label,
  described,
  value,
  onChange,
}: Omit<FieldProps, 'id' | 'problem'> & { label: string; described: string | undefined }) {
  const chosen = value === '' ? [] : value.split(',');
  const toggle = (index: string, on: boolean) =>
    onChange(
      (field.options ?? [])
        .map((_, at) => String(at))
        .filter((at) => (at === index ? on : chosen.includes(at)))
        .join(','),
    );
  return (
    <fieldset className="answer-choices" aria-describedby={described}>
      <legend className="label">{label}</legend>
      {field.options?.map((option, index) => (
        <Checkbox key={index} checked={chosen.includes(String(index))} onChange={(on) => toggle(String(index), on)}>
          {oneLine(option.label)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
