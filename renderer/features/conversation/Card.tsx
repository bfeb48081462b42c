import type { ComponentProps, ReactNode } from 'react';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** What every card carries: its place among the cards, and the row that it stands for. */
export interface CardBlock {
  key: string;
  seq: number;
}

type CardProps = Omit<ComponentProps<'div'>, 'ref'> & { block: CardBlock; selected: boolean };

/** A part of a turn that can be selected. The list moves the focus between cards; Tab goes past them. */
export const Card = ({ block, selected, className, ...rest }: CardProps) => (
  <Box
    className={`conv-card${className ? ` ${className}` : ''}`}
    data-card={block.key}
    data-seq={block.seq}
    data-selected={selected || undefined}
    tabIndex={-1}
    {...rest}
  />
);

/** The line of a card that folds it. */
export const FoldHead = ({ open, onToggle, children }: { open: boolean; onToggle(): void; children: ReactNode }) => (
  <button type="button" className="fold-head" aria-expanded={open} data-toggle onClick={onToggle}>
    <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} className="t3" />
    {children}
  </button>
);
