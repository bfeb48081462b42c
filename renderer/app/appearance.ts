import { settingsStore } from '../state/settings.ts';

const prefersLight = () => matchMedia('(prefers-color-scheme: light)');

/** The theme on screen, once the system's wish is taken into account. */
export function effectiveTheme(): 'dark' | 'light' {
  const { theme } = settingsStore.getState();
  return theme === 'system' ? (prefersLight().matches ? 'light' : 'dark') : theme;
}

/** Puts theme and density on the document, where tokens and portals find them. */
export function applyAppearance(): void {
  const root = document.documentElement;
  root.dataset.theme = effectiveTheme();
  root.dataset.density = settingsStore.getState().density;
}

export function watchAppearance(): void {
  settingsStore.subscribe(applyAppearance);
  prefersLight().addEventListener('change', applyAppearance);
}
