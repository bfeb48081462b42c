import type { InspectorView } from '../features/inspector/Inspector.tsx';
import { setSetting, settingsStore } from '../state/settings.ts';

export const INSPECTOR_VIEWS: readonly InspectorView[] = ['rendered', 'json', 'raw', 'timing'];

/** The inspector keeps its tab from row to row. */
export const chooseInspectorView = (view: InspectorView): void =>
  setSetting('tabs', { ...settingsStore.getState().tabs, inspector: view });
