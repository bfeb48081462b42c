import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  children(ids: { id: string; describedBy: string | undefined; invalid: boolean }): ReactNode;
}

/** A label above its control, and below it what is wrong, or what it is for. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const below = problem !== undefined || Boolean(hint);
  return (
    <div className="push-field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy: below ? `${id}-below` : undefined, invalid: problem !== undefined })}
      {below ? (
        <div id={`${id}-below`} className="hint">
          {problem ? (
            <p className="push-problem" role="alert" data-testid="push-problem">
              <Icon name="triangle" size={12} />
              <span>{problem}</span>
            </p>
          ) : (
            hint
          )}
        </div>
      ) : null}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  testId: string;
  placeholder?: string;
  inputMode?: 'url' | 'numeric';
  disabled?: boolean;
  /** Beside the control. */
  end?: ReactNode;
  onChange(value: string): void;
}

/** One line of text that is no secret. */
export const TextField = ({
  value,
  testId,
  placeholder,
  inputMode,
  disabled,
  end,
  onChange,
  ...field
}: TextFieldProps) => (
  <Field {...field}>
    {({ id, describedBy, invalid }) => (
      <div className="push-control">
        <input
          id={id}
          className="field mono"
          value={value}
          placeholder={placeholder}
          inputMode={inputMode}
          disabled={disabled}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-describedby={describedBy}
          aria-invalid={invalid}
          data-testid={testId}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
    )}
  </Field>
);
