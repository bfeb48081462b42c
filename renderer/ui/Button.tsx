import type { ButtonHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

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
}

export function IconButton({ icon, label, size = 's', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={`btn btn-ghost btn-icon btn-${size}${className ? ` ${className}` : ''}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
