import type { ComponentProps } from 'react';

/**
 * A plain box for parts of composite widgets: grids, rows, trees, list boxes. Their focus stays on the container, which
 * points to the current part with `aria-activedescendant`, so no HTML element stands for them.
 */
export const Box = (props: ComponentProps<'div'>) => <div {...props} />;
