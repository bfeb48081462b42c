import type { KeyBinding } from '../../state/key-table.ts';

/** Keys of a filter field. */
export const filterKeys = [
  { id: 'suggest', chords: ['Ctrl+Space'], label: 'keys.filter.suggest' },
] as const satisfies readonly KeyBinding[];

/** Keys of a saved filter while it has the focus. */
export const savedFilterKeys = [
  { id: 'earlier', chords: ['Alt+ArrowLeft'], label: 'keys.filter.earlier' },
  { id: 'later', chords: ['Alt+ArrowRight'], label: 'keys.filter.later' },
  { id: 'delete', chords: ['Delete'], label: 'keys.filter.delete' },
] as const satisfies readonly KeyBinding[];
