import { type ReactNode, useId } from 'react';
import { Icon } from '../ui/Icon.tsx';

export interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The sentence about what is wrong. */
  problem?: string | undefined;
  className?: string;
  /** Beside the label. */
  aside?: ReactNode;
  children(ids: FieldIds): ReactNode;
}

/** A label above its control, and below it what is wrong, or what it is for. */
export function Field({ label, hint, problem, className, aside, children }: FieldProps) {
  const id = useId();
  const below = problem !== undefined || Boolean(hint);
  return (
    <div className={className ? `form-field ${className}` : 'form-field'}>
      <div className="form-label">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, describedBy: below ? `${id}-below` : undefined, invalid: problem !== undefined })}
      {below ? (
        <div id={`${id}-below`}>{problem ? <Problem>{problem}</Problem> : <div className="hint">{hint}</div>}</div>
      ) : null}
    </div>
  );
}

interface ProblemProps {
  children: ReactNode;
  testId?: string;
}

/** What is wrong with what was entered. */
export const Problem = ({ children, testId = 'field-problem' }: ProblemProps) => (
  <p className="form-problem" role="alert" data-testid={testId}>
    <Icon name="triangle" size={12} />
    <span>{children}</span>
  </p>
);

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  mono?: boolean;
  placeholder?: string | undefined;
  testId?: string | undefined;
  inputMode?: 'numeric' | 'url' | undefined;
  /** Where the value came from; part of the test contract. */
  from?: string | undefined;
  /** Inside the control, at its end. */
  chip?: ReactNode;
  /** Beside the control. */
  end?: ReactNode;
  onChange(value: string): void;
}

/** One line of text that is no secret. */
export const TextField = ({
  value,
  mono = true,
  placeholder,
  testId,
  inputMode,
  from,
  chip,
  end,
  onChange,
  ...field
}: TextFieldProps) => (
  <Field {...field}>
    {({ id, describedBy, invalid }) => (
      <div className="form-control">
        <span className="form-input">
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
          {chip}
        </span>
        {end}
      </div>
    )}
  </Field>
);
