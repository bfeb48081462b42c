import { readFileSync } from 'node:fs';
import { isObject } from '../../shared/lib/json.ts';
import { settingsFile } from '../engine/settings.ts';

/** What is painted before the page is: `--bg-app` of each theme in the page's tokens. */
export const BACKGROUNDS = { dark: '#0f1114', light: '#f2f4f6' } as const;

/**
 * The window's first colour, so that a dark window never flashes white.
 * @param setting the `theme` setting, whatever was kept there
 */
export function backgroundFor(setting: unknown, systemIsDark: boolean): string {
  if (setting === 'dark' || setting === 'light') return BACKGROUNDS[setting];
  return systemIsDark ? BACKGROUNDS.dark : BACKGROUNDS.light;
}

/** A page that begins in the theme of the setting; without one it follows the system by itself. */
export function inTheme(page: Buffer, setting: unknown): Buffer {
  if (setting !== 'dark' && setting !== 'light') return page;
  return Buffer.from(page.toString('utf8').replace('<html', `<html data-theme="${setting}"`));
}

/** The `theme` setting as it was kept, for the time before the engine has read the settings; whatever else is undefined. */
export function keptTheme(dataDir: string): unknown {
  try {
    const settings = JSON.parse(readFileSync(settingsFile(dataDir), 'utf8'));
    return isObject(settings) ? settings.theme : undefined;
  } catch {
    return undefined;
  }
}
