import { createStore, useStore } from 'zustand';

/** What lies over the window; one at a time. */
export type Layer =
  | { kind: 'palette'; start: string }
  /** Without a text to begin with, the last search is there again. */
  | { kind: 'find'; start?: string }
  | { kind: 'settings'; at?: 'vault' }
  | { kind: 'keys' };

const layerStore = createStore<{ layer?: Layer }>(() => ({}));

export const useLayer = (): Layer | undefined => useStore(layerStore, (state) => state.layer);

export const openLayer = (layer: Layer): void => layerStore.setState({ layer });

export const closeLayer = (): void => layerStore.setState({ layer: undefined });
