import type { Row } from '../../../shared/model/row.ts';
import { t } from '../../strings/index.ts';
import type { MenuItem } from '../../ui/Menu.tsx';

interface RowActions {
  pin(): void;
  inspect(): void;
  wire(): void;
  copyId(): void;
  copyRow(): void;
}

/** What can be done with an event, as a right click offers it. */
export const rowMenu = (row: Row, pinned: boolean, actions: RowActions): MenuItem[] => [
  {
    id: 'pin',
    label: t(pinned ? 'timeline.unpin' : 'timeline.pin'),
    icon: 'pin',
    keys: 'P',
    onSelect: actions.pin,
  },
  { id: 'inspect', label: t('keys.timeline.inspect'), icon: 'panel', keys: 'Enter', onSelect: actions.inspect },
  {
    id: 'wire',
    label: t('keys.timeline.wire'),
    icon: 'terminal',
    keys: 'W',
    disabled: row.exchange === 0,
    onSelect: actions.wire,
  },
  { id: 'copy-id', label: t('keys.timeline.copyId'), icon: 'copy', keys: 'Y', divided: true, onSelect: actions.copyId },
  { id: 'copy-row', label: t('keys.timeline.copyRow'), icon: 'braces', keys: 'C', onSelect: actions.copyRow },
];
