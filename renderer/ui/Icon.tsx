import { memo } from 'react';
import { type IconName, icons } from './icons.ts';

export interface IconProps {
  name: IconName;
  /** Edge length in px; 14 in rows, 16 elsewhere. */
  size?: 12 | 14 | 16 | 20 | 48;
  className?: string;
  spin?: boolean;
}

/** Stroke in units of the drawings' 24 px grid; 1.2 px on screen at row size. */
const STROKE = 2;
const LARGE_STROKE = 1.5;

/** A drawing beside a word; never the only carrier of meaning, so it is hidden from assistive technology. */
export const Icon = memo(function Icon({ name, size = 14, className, spin }: IconProps) {
  const Drawing = icons[name];
  return (
    <Drawing
      aria-hidden="true"
      size={size}
      strokeWidth={size > 16 ? LARGE_STROKE : STROKE}
      className={`icon${spin ? ' icon-spin' : ''}${className ? ` ${className}` : ''}`}
    />
  );
});
