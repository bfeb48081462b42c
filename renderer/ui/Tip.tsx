import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Time before a tooltip shows, ms. */
const DELAY_MS = 500;

/** Words for a control, on hover and on focus; Esc closes them. */
export const Tip = ({ text, children }: { text: ReactNode; children: ReactElement }) => (
  <Tooltip.Provider delayDuration={DELAY_MS}>
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={4} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  </Tooltip.Provider>
);
