import { createStore, useStore } from 'zustand';
import { ENGINE_SETTINGS, type EngineSettings } from '../../shared/contract/engine-settings.ts';
import { call } from './bridge.ts';

/** Choices kept between starts. One key per concern; values are plain JSON. */
export interface Settings extends EngineSettings {
  theme: 'system' | 'dark' | 'light';
  density: 'compact' | 'comfortable';
  /** Pane sizes in px and folds, per window class. */
  layout: Record<
    string,
    {
      rail?: number;
      inspector?: number;
      composer?: number;
      wire?: number;
      railOpen?: boolean;
      inspectorOpen?: boolean;
      wireOpen?: boolean;
    }
  >;
  /** Unsent text per composer target. */
  drafts: Record<string, string>;
  foldDeltas: boolean;
  /** Keys without Ctrl or Alt, such as `j` and `k` in lists. */
  letterKeys: boolean;
  /** Place shown last, so that a reload returns to it. */
  lastPlace?: unknown;
  tabs: Record<string, string>;
  /** How JSON and pictures are compared. */
  compareForms: { json?: string; pictures?: string };
  /** Tree nodes the person opened (true) or closed, by their ids. */
  treeOpen: Record<string, boolean>;
  /** Read through `filters.ts`. */
  savedFilters: unknown;
  filterHistory: unknown;
  /** Read through `pins.ts`. */
  pins: Record<string, unknown>;
}

const DEFAULTS: Settings = {
  ...ENGINE_SETTINGS,
  theme: 'system',
  density: 'compact',
  layout: {},
  drafts: {},
  foldDeltas: true,
  letterKeys: true,
  tabs: {},
  compareForms: {},
  treeOpen: {},
  savedFilters: [],
  filterHistory: [],
  pins: {},
};

/** Wait after the last change before it is written, in ms. */
const WRITE_DELAY_MS = 300;

export const settingsStore = createStore<Settings>(() => DEFAULTS);

export const useSettings = <T>(pick: (settings: Settings) => T): T => useStore(settingsStore, pick);

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Changes one setting at once and writes it a moment later. */
export function setSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settingsStore.setState({ [key]: value } as Pick<Settings, K>);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void call('settings.set', { key, value }), WRITE_DELAY_MS),
  );
}

/** Reads what was kept; anything missing or of a wrong kind keeps its default. */
export async function loadSettings(): Promise<void> {
  const reply = await call('settings.get', {});
  if (!reply.ok) return;
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(reply.value)) {
    const fallback = DEFAULTS[key as keyof Settings];
    if (fallback === undefined || typeof fallback === typeof value) kept[key] = value;
  }
  settingsStore.setState(kept as Partial<Settings>);
}
