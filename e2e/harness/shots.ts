import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { HOST, type Launched, type LaunchOptions, launchLoupe } from './launch.ts';

/** Window sizes that matter for the layout, CSS pixels: from a presenter's screen to the smallest window. */
export const SIZES = {
  large: { width: 1920, height: 1080 },
  usual: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 800 },
  narrow: { width: 1024, height: 700 },
  smallest: { width: 720, height: 480 },
};

export type SizeName = keyof typeof SIZES;

export const THEMES = ['dark', 'light'] as const;

/** Where pictures go: LOUPE_SHOTS; undefined means that nobody wants any. */
export const SHOTS_FOLDER = process.env.LOUPE_SHOTS || undefined;

/**
 * Saves the page as `<state>-<theme>[-<width>]-<host>.png` below LOUPE_SHOTS; does nothing when that is not set.
 * Movement is stopped first, so that two runs give the same picture.
 */
export async function takeShot(page: Page, state: string, theme: string, width?: number): Promise<void> {
  if (!SHOTS_FOLDER) return;
  mkdirSync(SHOTS_FOLDER, { recursive: true });
  const name = [state, theme, width, HOST].filter((part) => part !== undefined).join('-');
  await page.screenshot({ path: join(SHOTS_FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

/**
 * Brings a fresh application into one state and takes its picture in both themes and in the sizes asked for.
 * Does nothing when LOUPE_SHOTS is not set.
 */
export async function takeShots(
  state: string,
  reach: (loupe: Launched) => Promise<void>,
  { sizes = ['usual'], ...options }: Omit<LaunchOptions, 'viewport' | 'colorScheme'> & { sizes?: SizeName[] } = {},
): Promise<void> {
  if (!SHOTS_FOLDER) return;
  for (const colorScheme of THEMES) {
    for (const size of sizes) {
      const viewport = SIZES[size];
      const loupe = await launchLoupe({ ...options, viewport, colorScheme });
      try {
        await reach(loupe);
        await takeShot(loupe.page, state, colorScheme, viewport.width);
      } finally {
        await loupe.close();
      }
    }
  }
}
