import type { ButtonHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Tip } from './Tip.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'ghost' | 'danger';
  size?: 's' | 'm' | 'l';
  icon?: IconName;
  /** Key hint shown after the words. */
  keys?: string;
}

export function Button({ look = 'plain', size = 'm', icon, keys, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={`btn btn-${look} btn-${size}${className ? ` ${className}` : ''}`}
      {...rest}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
      {keys ? <kbd>{keys}</kbd> : null}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Name for people who do not see the drawing; also the tooltip. */
  label: string;
  size?: 's' | 'm';
  /** Key hint, shown in the tooltip. */
  keys?: string;
}

export function IconButton({ icon, label, size = 's', keys, className, type, ...rest }: IconButtonProps) {
  return (
    <Tip text={keys ? `${label}  ${keys}` : label}>
      <button
        type={type ?? 'button'}
        aria-label={label}
        className={`btn btn-ghost btn-icon btn-${size}${className ? ` ${className}` : ''}`}
        {...rest}
      >
        <Icon name={icon} />
      </button>
    </Tip>
  );
}
