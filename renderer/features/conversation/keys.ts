import type { KeyBinding } from '../../state/key-table.ts';

/** Keys while a card or the list of cards has the focus. */
export const conversationKeys = [
  { id: 'next', chords: ['ArrowDown'], label: 'keys.conversation.next' },
  { id: 'previous', chords: ['ArrowUp'], label: 'keys.conversation.previous' },
  { id: 'first', chords: ['Home'], label: 'keys.conversation.first' },
  { id: 'last', chords: ['End'], label: 'keys.conversation.last' },
  { id: 'toggle', chords: ['Enter'], label: 'keys.conversation.toggle' },
  { id: 'allow', chords: ['KeyA'], label: 'keys.conversation.allow' },
  { id: 'deny', chords: ['KeyD'], label: 'keys.conversation.deny' },
] as const satisfies readonly KeyBinding[];
