import { createStore, useStore } from 'zustand';
import type { ViewForm } from './viewer-of.ts';

/** What the person chose in this panel; outlives a change of tabs. */
interface ArtifactsChoice {
  /** Artifact on show, by its key in the session; undefined is the first of the place. */
  key?: string;
  /** Number of its version; undefined is the current one. */
  edition?: number;
  /** Place of the file among those of the artifact. */
  content: number;
  /** Undefined is what suits the file best. */
  form?: ViewForm;
  /** Only the bytes of the selected chunk are shown. */
  chunkOnly: boolean;
  /** What the text on show is compared with. */
  compare?: { key: string; edition: number };
  /** Chunks as a list instead of a ruler. */
  chunkList: boolean;
  /** Selected event whose artifact was shown; another selection shows another one. */
  followed?: number;
  details: boolean;
}

const store = createStore<ArtifactsChoice>(() => ({ content: 0, chunkOnly: false, chunkList: false, details: false }));

export const useArtifactsChoice = (): ArtifactsChoice => useStore(store);

export const choose = (change: Partial<ArtifactsChoice>): void => store.setState(change);

/** Shows an artifact from its first file on. */
export const chooseArtifact = (key: string, edition?: number): void =>
  store.setState({ key, edition, content: 0, form: undefined, chunkOnly: false, compare: undefined });
