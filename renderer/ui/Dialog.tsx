import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  title: string;
  onClose(): void;
  /** `wide`: fills most of the window, for work rather than a question. */
  size?: 'usual' | 'wide';
  /** Sees Esc first and may keep it by preventing its default. */
  onEscape?(event: KeyboardEvent): void;
  children: ReactNode;
  /** Buttons; their verbs repeat the title's. */
  actions?: ReactNode;
}

/** Nothing in it is the one thing to press, and a control in focus would show its tooltip over the title. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** A modal question. Esc closes it and focus returns to the opener. */
export const Dialog = ({ open, title, onClose, size = 'usual', onEscape, children, actions }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
    <Radix.Portal>
      <Radix.Overlay className="scrim" />
      <Radix.Content
        className={size === 'wide' ? 'dialog dialog-wide' : 'dialog'}
        aria-describedby={undefined}
        {...(onEscape && { onEscapeKeyDown: onEscape })}
        {...(size === 'wide' && { onOpenAutoFocus: focusItself })}
      >
        <Radix.Title asChild>
          <h2>{title}</h2>
        </Radix.Title>
        {children}
        {actions ? <div className="dialog-actions">{actions}</div> : null}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
