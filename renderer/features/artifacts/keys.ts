import type { KeyBinding } from '../../state/key-table.ts';

/** Keys of the list of artifacts while it has the focus. */
export const artifactKeys = [
  { id: 'next', chords: ['ArrowDown', 'KeyJ'], label: 'keys.artifacts.next' },
  { id: 'previous', chords: ['ArrowUp', 'KeyK'], label: 'keys.artifacts.previous' },
  { id: 'first', chords: ['Home'], label: 'keys.artifacts.first' },
  { id: 'last', chords: ['End'], label: 'keys.artifacts.last' },
  { id: 'previousChunk', chords: ['BracketLeft'], label: 'keys.artifacts.previousChunk' },
  { id: 'nextChunk', chords: ['BracketRight'], label: 'keys.artifacts.nextChunk' },
  { id: 'view', chords: ['KeyV'], label: 'keys.artifacts.view' },
  { id: 'save', chords: ['KeyS'], label: 'keys.artifacts.save' },
] as const satisfies readonly KeyBinding[];

export type ArtifactKey = (typeof artifactKeys)[number]['id'];
