import { ContextMenu as Context, DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  /** Key hint at the end of the row. */
  keys?: string;
  disabled?: boolean;
  /** One of several choices; true when it is the current one. */
  checked?: boolean;
  danger?: boolean;
  /** A line above this item. */
  divided?: boolean;
  onSelect(): void;
}

interface MenuProps {
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

const itemClass = (item: MenuItem) => `menu-item${item.danger ? ' menu-danger' : ''}`;

const face = (item: MenuItem): ReactNode => (
  <>
    {item.checked === undefined ? null : item.checked ? <Icon name="check" /> : <span className="menu-blank" />}
    {item.icon ? <Icon name={item.icon} /> : null}
    <span className="cut grow">{item.label}</span>
    {item.keys ? <kbd>{item.keys}</kbd> : null}
  </>
);

/**
 * A menu on the button given as `trigger`. Not modal: what lies around it can still take the focus, so it must not be
 * hidden from assistive technology.
 */
export const Menu = ({ trigger, items, align = 'end' }: MenuProps & { trigger: ReactNode }) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
        {items.map((item) => (
          <div key={item.id} role="none">
            {item.divided ? <DropdownMenu.Separator className="menu-line" /> : null}
            <DropdownMenu.Item
              className={itemClass(item)}
              disabled={item.disabled ?? false}
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              data-menu={item.id}
              onSelect={item.onSelect}
            >
              {face(item)}
            </DropdownMenu.Item>
          </div>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

/** The same menu on a right click, or on the menu key, over its child. */
export const ContextMenu = ({ items, children }: { items: readonly MenuItem[]; children: ReactElement }) => (
  <Context.Root modal={false}>
    <Context.Trigger asChild>{children}</Context.Trigger>
    <Context.Portal>
      <Context.Content className="menu" collisionPadding={8}>
        {items.map((item) => (
          <div key={item.id} role="none">
            {item.divided ? <Context.Separator className="menu-line" /> : null}
            <Context.Item
              className={itemClass(item)}
              disabled={item.disabled ?? false}
              data-menu={item.id}
              onSelect={item.onSelect}
            >
              {face(item)}
            </Context.Item>
          </div>
        ))}
      </Context.Content>
    </Context.Portal>
  </Context.Root>
);
