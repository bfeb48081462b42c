import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
  /** Buttons; their verbs repeat the title's. */
  actions?: ReactNode;
}

/** A modal question. Esc closes it and focus returns to the opener. */
export const Dialog = ({ open, title, onClose, children, actions }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
    <Radix.Portal>
      <Radix.Overlay className="scrim" />
      <Radix.Content className="dialog" aria-describedby={undefined}>
        <Radix.Title asChild>
          <h2>{title}</h2>
        </Radix.Title>
        {children}
        {actions ? <div className="dialog-actions">{actions}</div> : null}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
