import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmProps {
  title: string;
  /** What is lost, and what is not. */
  children: ReactNode;
  /** The verb of the title. */
  verb: string;
  cancel: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks once before something is gone. Focus begins on the harmless button. */
export const Confirm = ({ title, children, verb, cancel, onConfirm, onClose }: ConfirmProps) => (
  <Dialog
    open
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose} autoFocus>
          {cancel}
        </Button>
        <Button
          look="danger"
          data-testid="confirm"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {verb}
        </Button>
      </>
    }
  >
    <p className="t2">{children}</p>
  </Dialog>
);
