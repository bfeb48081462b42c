import { type ReactNode, useId } from 'react';
import type { OptionProblem, OptionsCheck } from '../../../shared/contract/views.ts';
import { Icon } from '../../ui/Icon.tsx';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  /** Beside the label. */
  end?: ReactNode;
  children(ids: { id: string; describedBy: string | undefined; invalid: boolean }): ReactNode;
}

/** A label above its control, and below it what is wrong, or what it is for. */
export function Field({ label, hint, problem, end, children }: FieldProps) {
  const id = useId();
  const below = problem !== undefined || hint !== undefined;
  return (
    <div className="option-field">
      <div className="option-label">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {end}
      </div>
      {children({ id, describedBy: below ? `${id}-below` : undefined, invalid: problem !== undefined })}
      {below ? (
        <div id={`${id}-below`}>
          {problem === undefined ? <p className="hint">{hint}</p> : <Problem>{problem}</Problem>}
        </div>
      ) : null}
    </div>
  );
}

/** What is wrong with a field. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <p className="option-problem" data-testid="option-problem" role="alert">
    <Icon name="triangle" size={12} />
    <span>{children}</span>
  </p>
);

/** The sentence about a field, when there is one. */
export const problemOf = (check: OptionsCheck | undefined, field: OptionProblem['field']): string | undefined =>
  check?.problems.find((problem) => problem.field === field)?.message;
