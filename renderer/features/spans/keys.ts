import type { KeyBinding } from '../../state/key-table.ts';

/** Keys of the bars while they have the focus. */
export const spanKeys = [
  { id: 'next', chords: ['ArrowDown', 'KeyJ'], label: 'keys.spans.next' },
  { id: 'previous', chords: ['ArrowUp', 'KeyK'], label: 'keys.spans.previous' },
  { id: 'pageDown', chords: ['PageDown'], label: 'keys.spans.pageDown' },
  { id: 'pageUp', chords: ['PageUp'], label: 'keys.spans.pageUp' },
  { id: 'first', chords: ['Home'], label: 'keys.spans.first' },
  { id: 'last', chords: ['End'], label: 'keys.spans.last' },
  { id: 'expand', chords: ['ArrowRight'], label: 'keys.spans.expand' },
  { id: 'collapse', chords: ['ArrowLeft'], label: 'keys.spans.collapse' },
  { id: 'inspect', chords: ['Enter'], label: 'keys.spans.inspect' },
  { id: 'zoomIn', chords: ['Equal', 'Shift+Equal', 'NumpadAdd'], label: 'keys.spans.zoomIn' },
  { id: 'zoomOut', chords: ['Minus', 'NumpadSubtract'], label: 'keys.spans.zoomOut' },
  { id: 'fit', chords: ['Digit0', 'KeyF', 'Numpad0'], label: 'keys.spans.fit' },
  { id: 'panLeft', chords: ['Shift+ArrowLeft'], label: 'keys.spans.panLeft' },
  { id: 'panRight', chords: ['Shift+ArrowRight'], label: 'keys.spans.panRight' },
  { id: 'compress', chords: ['KeyG'], label: 'keys.spans.compress' },
  { id: 'wire', chords: ['KeyW'], label: 'keys.spans.wire' },
  { id: 'timeline', chords: ['KeyT'], label: 'keys.spans.timeline' },
  { id: 'compare', chords: ['KeyC'], label: 'keys.spans.compare' },
  { id: 'table', chords: ['Mod+Shift+KeyT', 'Shift+KeyT'], label: 'keys.spans.table' },
] as const satisfies readonly KeyBinding[];

export type SpanKey = (typeof spanKeys)[number]['id'];
