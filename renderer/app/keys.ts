import { artifactKeys } from '../features/artifacts/keys.ts';
import { conversationKeys } from '../features/conversation/keys.ts';
import { spanKeys } from '../features/spans/keys.ts';
import { timelineKeys } from '../features/timeline/keys.ts';
import { treeKeys } from '../features/tree/keys.ts';
import { exchangeKeys, frameKeys } from '../features/wire/keys.ts';
import { chordLabel } from '../state/chords.ts';
import type { KeyBinding } from '../state/key-table.ts';
import type { StringKey } from '../strings/index.ts';
import { filterKeys, savedFilterKeys } from '../views/filter/keys.ts';

/** Keys that work wherever the focus is. A browser keeps some for itself, so those have a second chord. */
export const globalKeys = [
  { id: 'palette', chords: ['Mod+KeyK'], label: 'keys.global.palette' },
  { id: 'goToTask', chords: ['Mod+KeyP'], label: 'keys.global.goToTask' },
  { id: 'addAgent', chords: ['Mod+KeyN', 'Alt+KeyN'], label: 'keys.global.addAgent' },
  { id: 'composer', chords: ['Mod+KeyL', 'Alt+KeyL'], label: 'keys.global.composer' },
  { id: 'nextPane', chords: ['F6'], label: 'keys.global.nextPane' },
  { id: 'previousPane', chords: ['Shift+F6'], label: 'keys.global.previousPane' },
  { id: 'rail', chords: ['Mod+KeyB'], label: 'keys.global.rail' },
  { id: 'inspector', chords: ['Mod+Alt+KeyI'], label: 'keys.global.inspector' },
  { id: 'wire', chords: ['Mod+KeyJ'], label: 'keys.global.wire' },
  { id: 'filter', chords: ['Mod+KeyF', '=/'], label: 'keys.global.filter' },
  { id: 'find', chords: ['Mod+Shift+KeyF'], label: 'keys.global.find' },
  { id: 'saveSession', chords: ['Mod+KeyS'], label: 'keys.global.saveSession' },
  { id: 'question', chords: ['F8'], label: 'keys.global.question' },
  { id: 'settings', chords: ['Mod+Comma'], label: 'keys.global.settings' },
  { id: 'keys', chords: ['=?'], label: 'keys.global.keys' },
] as const satisfies readonly KeyBinding[];

export const tabKeys = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
  id: String(number - 1),
  chords: [`Mod+Digit${number}`],
  label: 'keys.global.tabs' as const,
})) satisfies readonly KeyBinding[];

export const inspectorKeys = [
  { id: 'rendered', chords: ['Mod+Alt+Digit1'], label: 'keys.inspector.rendered' },
  { id: 'json', chords: ['Mod+Alt+Digit2'], label: 'keys.inspector.json' },
  { id: 'raw', chords: ['Mod+Alt+Digit3'], label: 'keys.inspector.raw' },
  { id: 'timing', chords: ['Mod+Alt+Digit4'], label: 'keys.inspector.timing' },
] as const satisfies readonly KeyBinding[];

export const composerKeys = [
  { id: 'send', chords: ['Mod+Enter'], label: 'keys.composer.send' },
  { id: 'sendAgain', chords: ['Mod+Shift+Enter'], label: 'keys.composer.sendAgain' },
  { id: 'continue', chords: ['Alt+Digit1'], label: 'keys.composer.continue' },
  { id: 'new-task', chords: ['Alt+Digit2'], label: 'keys.composer.newTask' },
  { id: 'new-context', chords: ['Alt+Digit3'], label: 'keys.composer.newContext' },
] as const satisfies readonly KeyBinding[];

export type GlobalKey = (typeof globalKeys)[number]['id'];

/** Every key there is, as the sheet behind `?` shows them. */
export const keySheet: readonly { title: StringKey; bindings: readonly KeyBinding[] }[] = [
  {
    title: 'keys.global',
    bindings: [
      ...globalKeys,
      { id: 'tabs', chords: ['Mod+Digit1', 'Mod+Digit8'], label: 'keys.global.tabs' },
      { id: 'close', chords: ['Escape'], label: 'keys.global.close' },
    ],
  },
  { title: 'keys.composer', bindings: composerKeys },
  { title: 'keys.tree', bindings: treeKeys },
  { title: 'keys.timeline', bindings: timelineKeys },
  { title: 'keys.filter', bindings: [...filterKeys, ...savedFilterKeys] },
  { title: 'keys.spans', bindings: spanKeys },
  { title: 'keys.artifacts', bindings: artifactKeys },
  { title: 'keys.conversation', bindings: conversationKeys },
  { title: 'keys.inspector', bindings: inspectorKeys },
  { title: 'keys.exchanges', bindings: exchangeKeys },
  { title: 'keys.frames', bindings: frameKeys },
];

/** Hint for a button or a menu row that does the same as a key. */
export const hintOf = (id: GlobalKey): string =>
  chordLabel(globalKeys.find((binding) => binding.id === id)?.chords[0] ?? '');
