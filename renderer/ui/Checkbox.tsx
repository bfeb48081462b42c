import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}

/** A native checkbox under our own drawing: the words belong to its target. */
export const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className="check">
    <input
      type="checkbox"
      className="check-input"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="check-box" aria-hidden="true">
      {checked ? <Icon name="check" size={12} /> : null}
    </span>
    {children}
  </label>
);
