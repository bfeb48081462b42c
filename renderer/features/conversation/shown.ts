import { createStore, useStore } from 'zustand';
import type { Shown } from './view-model.ts';

/** The toggles; one choice for all conversations while the window lives. */
const shownStore = createStore<Shown>(() => ({ tools: true, thinking: true }));

export const useShown = (): Shown => useStore(shownStore);

export const setShown = (change: Partial<Shown>): void => shownStore.setState(change);
