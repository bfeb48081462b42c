import type { KeyBinding } from '../../state/key-table.ts';

/** Keys of the tree while it has the focus; any other letter looks for a label that begins with it. */
export const treeKeys = [
  { id: 'next', chords: ['ArrowDown'], label: 'keys.tree.next' },
  { id: 'previous', chords: ['ArrowUp'], label: 'keys.tree.previous' },
  { id: 'expand', chords: ['ArrowRight'], label: 'keys.tree.expand' },
  { id: 'collapse', chords: ['ArrowLeft'], label: 'keys.tree.collapse' },
  { id: 'first', chords: ['Home'], label: 'keys.tree.first' },
  { id: 'last', chords: ['End'], label: 'keys.tree.last' },
  { id: 'open', chords: ['Enter'], label: 'keys.tree.open' },
  { id: 'read', chords: ['Space'], label: 'keys.tree.read' },
  { id: 'copyId', chords: ['KeyY'], label: 'keys.tree.copyId' },
  { id: 'copyContext', chords: ['Shift+KeyY'], label: 'keys.tree.copyContext' },
  { id: 'more', chords: ['KeyM'], label: 'keys.tree.more' },
  { id: 'watch', chords: ['KeyW'], label: 'keys.tree.watch' },
] as const satisfies readonly KeyBinding[];

export type TreeKey = (typeof treeKeys)[number]['id'];
