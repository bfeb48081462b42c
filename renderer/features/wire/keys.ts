import type { KeyBinding } from '../../state/key-table.ts';

const moving = [
  { id: 'next', chords: ['ArrowDown', 'KeyJ'], label: 'keys.wire.next' },
  { id: 'previous', chords: ['ArrowUp', 'KeyK'], label: 'keys.wire.previous' },
  { id: 'pageDown', chords: ['PageDown'], label: 'keys.wire.pageDown' },
  { id: 'pageUp', chords: ['PageUp'], label: 'keys.wire.pageUp' },
  { id: 'first', chords: ['Home'], label: 'keys.wire.first' },
  { id: 'last', chords: ['End'], label: 'keys.wire.last' },
  { id: 'timeline', chords: ['KeyW'], label: 'keys.wire.timeline' },
] as const satisfies readonly KeyBinding[];

/** Keys of the list of exchanges while it has the focus. */
export const exchangeKeys = [
  ...moving,
  { id: 'enter', chords: ['Enter', 'ArrowRight'], label: 'keys.wire.enter' },
  { id: 'pin', chords: ['KeyP'], label: 'keys.wire.pin' },
  { id: 'copyCurl', chords: ['KeyC'], label: 'keys.wire.copyCurl' },
] as const satisfies readonly KeyBinding[];

/** Keys of the list of frames while it has the focus. */
export const frameKeys = [
  ...moving,
  { id: 'back', chords: ['ArrowLeft'], label: 'keys.wire.back' },
  { id: 'inspect', chords: ['Enter'], label: 'keys.wire.inspect' },
  { id: 'copyId', chords: ['KeyY'], label: 'keys.wire.copyId' },
  { id: 'copyRow', chords: ['KeyC'], label: 'keys.wire.copyRow' },
  { id: 'nextFinding', chords: ['KeyN'], label: 'keys.wire.nextFinding' },
  { id: 'previousFinding', chords: ['Shift+KeyN'], label: 'keys.wire.previousFinding' },
  { id: 'goto', chords: ['KeyG'], label: 'keys.wire.goto' },
] as const satisfies readonly KeyBinding[];

export type ExchangeKey = (typeof exchangeKeys)[number]['id'];
export type FrameKey = (typeof frameKeys)[number]['id'];
