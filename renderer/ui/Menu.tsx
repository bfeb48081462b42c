import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  disabled?: boolean;
  /** A line above this item. */
  divided?: boolean;
  onSelect(): void;
}

/** A menu on the button given as `trigger`. */
export const Menu = ({ trigger, items }: { trigger: ReactNode; items: readonly MenuItem[] }) => (
  <DropdownMenu.Root>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
        {items.map((item) => (
          <div key={item.id}>
            {item.divided ? <DropdownMenu.Separator className="menu-line" /> : null}
            <DropdownMenu.Item className="menu-item" disabled={item.disabled ?? false} onSelect={item.onSelect}>
              {item.icon ? <Icon name={item.icon} /> : null}
              {item.label}
            </DropdownMenu.Item>
          </div>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);
