import { createStore, useStore } from 'zustand';
import { WireConsole } from '../features/wire/Wire.tsx';
import { idle } from '../ui/later.tsx';
import { Dialogs, FindLayer, Inspector, KeySheet, PaletteLayer, PlaceCentre, SettingsLayer } from './laters.ts';
import { panels } from './panels.ts';
import { rehearse } from './rehearse.tsx';

/** In the order in which they are likely to be needed. */
const PARTS = [
  PlaceCentre,
  ...panels.map((panel) => panel.Component),
  Inspector,
  WireConsole,
  Dialogs,
  PaletteLayer,
  SettingsLayer,
  FindLayer,
  KeySheet,
];

const store = createStore<{ settled: boolean }>(() => ({ settled: false }));

/** Whether the first content has been drawn, so that what nobody sees yet may follow. */
export const useSettled = (): boolean => useStore(store, (state) => state.settled);

/** After the first content: what the next clicks show is loaded in idle time, one after the other. */
export async function loadAfterStart(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await idle();
  store.setState({ settled: true });
  for (const part of PARTS) {
    await idle();
    // What cannot be had is asked for again, and told of, where it is shown.
    await part.preload().catch(() => undefined);
  }
  await rehearse();
}
