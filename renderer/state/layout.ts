import { createStore, useStore } from 'zustand';
import { arrange, type Layout, type WindowSize, windowClass } from './arrange.ts';
import { type Settings, setSetting, settingsStore, useSettings } from './settings.ts';

/** What the window looks like just now; unlike the sizes in the settings this is not kept. */
interface LayoutState {
  window: WindowSize;
  /** The rail lies over the centre, opened from its strip. */
  railOver: boolean;
  /** The inspector lies over the centre, in windows with no place for it. */
  inspectorOver: boolean;
  /** The place on screen has rows to explain. */
  hasInspector: boolean;
}

export const layoutStore = createStore<LayoutState>(() => ({
  window: { width: 1_440, height: 900 },
  railOver: false,
  inspectorOver: false,
  hasInspector: false,
}));

type Kept = Settings['layout'][string];

const keptFor = (layout: Settings['layout'], window: WindowSize): Kept => layout[windowClass(window)] ?? {};

/** The panes as they have to be drawn. */
export function useLayout(): Layout {
  const state = useStore(layoutStore);
  const kept = useSettings((settings) => settings.layout);
  return arrange(state.window, keptFor(kept, state.window), state);
}

/** The same outside React. */
export function currentLayout(): Layout {
  const state = layoutStore.getState();
  return arrange(state.window, keptFor(settingsStore.getState().layout, state.window), state);
}

/** Keeps sizes and folds for windows of the present class. */
export function keepLayout(change: Partial<Kept>): void {
  const { layout } = settingsStore.getState();
  const name = windowClass(layoutStore.getState().window);
  setSetting('layout', { ...layout, [name]: { ...layout[name], ...change } });
}

export function toggleRail(): void {
  const { rail } = currentLayout();
  if (rail.narrow) layoutStore.setState((state) => ({ railOver: !state.railOver }));
  else keepLayout({ railOpen: rail.form !== 'full' });
}

export const closeOverlays = (): void => layoutStore.setState({ railOver: false, inspectorOver: false });

export function toggleInspector(): void {
  showInspector(currentLayout().inspector.form === 'closed');
}

/** Opens or closes the inspector in whatever form the window has room for. */
export function showInspector(open: boolean): void {
  const { inspector } = currentLayout();
  if (inspector.overlays) layoutStore.setState({ inspectorOver: open });
  else keepLayout({ inspectorOpen: open });
}

export function toggleWire(): void {
  showWire(currentLayout().wire.form !== 'open');
}

/** Opens or folds the wire console; a window that is too low keeps the wish for later. */
export const showWire = (open: boolean): void => keepLayout({ wireOpen: open });
