import type { HTMLAttributes } from 'react';

/** Text as it is, in the mono face. It may scroll, so the keyboard has to reach it. */
export const Code = ({ className, ...rest }: HTMLAttributes<HTMLPreElement>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable (WCAG 2.1.1)
  <pre className={`code${className ? ` ${className}` : ''}`} tabIndex={0} {...rest} />
);
