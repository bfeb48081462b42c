import type { HTMLAttributes, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface ChipProps extends HTMLAttributes<HTMLSpanElement> {
  icon?: IconName;
  children: ReactNode;
}

/** A fact in a box: badges, filters. */
export function Chip({ icon, children, className, ...rest }: ChipProps) {
  return (
    <span className={`chip${className ? ` ${className}` : ''}`} {...rest}>
      {icon ? <Icon name={icon} size={12} /> : null}
      {children}
    </span>
  );
}

export interface TagProps extends ChipProps {
  /** Colour class of base.css, for example `state-working` or `tone-ok`; plain without one. */
  tone?: string;
  spin?: boolean;
}

/** A state in a tinted box. */
export function Tag({ icon, tone, spin, children, className, ...rest }: TagProps) {
  return (
    <span className={`tag ${tone ?? 'tag-plain'}${className ? ` ${className}` : ''}`} {...rest}>
      {icon ? <Icon name={icon} size={12} spin={spin ?? false} /> : null}
      {children}
    </span>
  );
}
