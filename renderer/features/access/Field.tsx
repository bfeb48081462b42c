import { type ReactNode, useId } from 'react';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ProblemWord } from './problems.ts';

export interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: ProblemWord | undefined;
  /** Over the whole width of the form. */
  wide?: boolean;
  children(ids: FieldIds): ReactNode;
}

/** A label above its control, and below it what is wrong, or what it is for. */
export function Field({ label, hint, problem, wide, children }: FieldProps) {
  const id = useId();
  const below = problem !== undefined || Boolean(hint);
  return (
    <div className={wide ? 'access-field access-wide' : 'access-field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy: below ? `${id}-below` : undefined, invalid: problem !== undefined })}
      {below ? (
        <div id={`${id}-below`}>
          {problem ? (
            <p className="access-problem" data-testid="access-problem" role="alert">
              <Icon name="triangle" size={12} />
              <span>{t(`access.problem.${problem}`)}</span>
            </p>
          ) : (
            <div className="hint">{hint}</div>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** Where the value of a field came from, while it is still that value. */
export type Origin = 'card' | 'read' | undefined;

export const OriginChip = ({ from }: { from: Origin }) =>
  from === undefined ? null : (
    <Tag className="access-chip mono" title={t(`access.chip.${from}.explain`)}>
      {t(`access.chip.${from}`)}
    </Tag>
  );

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  from?: Origin;
  mono?: boolean;
  placeholder?: string;
  testId?: string;
  inputMode?: 'numeric' | 'url';
  onChange(value: string): void;
  /** Beside the control. */
  end?: ReactNode;
}

/** One line of text that is no secret. */
export const TextField = ({
  value,
  from,
  mono = true,
  placeholder,
  testId,
  inputMode,
  onChange,
  end,
  ...field
}: TextFieldProps) => (
  <Field {...field}>
    {({ id, describedBy, invalid }) => (
      <div className="access-control">
        <span className="access-input">
          <input
            id={id}
            className={mono ? 'field mono' : 'field'}
            value={value}
            placeholder={placeholder}
            inputMode={inputMode}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            data-testid={testId}
            data-from={from}
            onChange={(event) => onChange(event.target.value)}
          />
          <OriginChip from={from} />
        </span>
        {end}
      </div>
    )}
  </Field>
);
