import type { KeyBinding } from '../../state/key-table.ts';

/** Keys of the list while it has the focus. */
export const timelineKeys = [
  { id: 'next', chords: ['ArrowDown', 'KeyJ'], label: 'keys.timeline.next' },
  { id: 'previous', chords: ['ArrowUp', 'KeyK'], label: 'keys.timeline.previous' },
  { id: 'pageDown', chords: ['PageDown'], label: 'keys.timeline.pageDown' },
  { id: 'pageUp', chords: ['PageUp'], label: 'keys.timeline.pageUp' },
  { id: 'first', chords: ['Home'], label: 'keys.timeline.first' },
  { id: 'last', chords: ['End'], label: 'keys.timeline.last' },
  { id: 'expand', chords: ['ArrowRight'], label: 'keys.timeline.expand' },
  { id: 'collapse', chords: ['ArrowLeft'], label: 'keys.timeline.collapse' },
  { id: 'inspect', chords: ['Enter'], label: 'keys.timeline.inspect' },
  { id: 'wire', chords: ['KeyW'], label: 'keys.timeline.wire' },
  { id: 'copyId', chords: ['KeyY'], label: 'keys.timeline.copyId' },
  { id: 'copyRow', chords: ['KeyC'], label: 'keys.timeline.copyRow' },
  { id: 'nextFinding', chords: ['KeyN'], label: 'keys.timeline.nextFinding' },
  { id: 'previousFinding', chords: ['Shift+KeyN'], label: 'keys.timeline.previousFinding' },
  { id: 'goto', chords: ['KeyG'], label: 'keys.timeline.goto' },
  { id: 'pin', chords: ['KeyP'], label: 'keys.timeline.pin' },
  { id: 'nextPin', chords: ['Shift+KeyP'], label: 'keys.timeline.nextPin' },
  { id: 'previousPin', chords: ['Alt+Shift+KeyP'], label: 'keys.timeline.previousPin' },
  { id: 'subscribe', chords: ['KeyS'], label: 'keys.timeline.subscribe' },
  { id: 'fetch', chords: ['KeyT'], label: 'keys.timeline.fetch' },
  { id: 'stop', chords: ['KeyX'], label: 'keys.timeline.stop' },
] as const satisfies readonly KeyBinding[];

export type TimelineKey = (typeof timelineKeys)[number]['id'];
