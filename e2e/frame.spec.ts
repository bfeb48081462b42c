import type { CDPSession, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Launched, launchLoupe } from './harness/launch.ts';

/** What the top bar is made of, in the frame and in the window alike. */
const PIECES = [
  ...['.top', '.brand > :first-child', '.brand > span:nth-of-type(1)'],
  ...['.omni', '.omni > .icon', '.top-end', '.top-end > :last-child'],
];
const WIDE = { width: 1440, height: 900 };
/** Here the place of the search field depends on the session's name, which only the script knows. */
const NARROW = { width: 1024, height: 700 };

let loupe: Launched | undefined;
afterEach(async () => {
  await loupe?.close();
  const problems = loupe?.problems ?? [];
  loupe = undefined;
  expect(problems).toEqual([]);
});

interface Drawn {
  piece: string;
  box: number[];
  color: string;
  background: string;
}

/** Where the pieces of the top bar are and in which colours; the page's own script has no part in it. */
const drawn = (page: Page): Promise<Drawn[]> =>
  page.evaluate(
    (pieces) =>
      pieces.flatMap((piece) => {
        const element = document.querySelector(piece);
        if (!element) return [];
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor: background, visibility } = getComputedStyle(element);
        // What is left out for now takes its place without moving anything else.
        if (visibility === 'hidden') return [];
        return [{ piece, box: [x, y, width, height].map((pixels) => Math.round(pixels * 10) / 10), color, background }];
      }),
    PIECES,
  );

const reload = async (page: Page, cdp: CDPSession, scripts: boolean): Promise<void> => {
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: !scripts });
  await page.reload();
};

/** How bright a colour is, 0 to 255. */
const brightness = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return (red + green + blue) / 3;
};

describe.each(['dark', 'light'] as const)('the frame in the %s theme', (colorScheme) => {
  it.each([WIDE, NARROW])(
    'is drawn without any script at $width x $height, and stays where it is',
    async (viewport) => {
      loupe = await launchLoupe({ colorScheme, viewport });
      const { page } = loupe;
      await page.locator('.omni').waitFor();
      const cdp = await page.context().newCDPSession(page);
      await reload(page, cdp, false);
      const frame = page.locator('.app-frame');
      await frame.locator('.top').waitFor({ state: 'visible' });
      await frame.getByText('Loupe', { exact: true }).waitFor({ state: 'visible' });
      expect(await page.getByTestId('app').count()).toBe(0);
      const before = await drawn(page);
      const seen = before.map(({ piece }) => piece);
      expect(seen).toEqual(viewport === WIDE ? PIECES : PIECES.filter((piece) => !piece.startsWith('.omni')));
      const [top] = before;
      expect(top?.box).toEqual([0, 0, viewport.width, expect.any(Number)]);
      expect(brightness(top?.background ?? '') < 128).toBe(colorScheme === 'dark');
      expect(brightness(top?.color ?? '') < 128).toBe(colorScheme === 'light');
      // Nothing of the frame is in reach before it works.
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.app-frame') === null)).toBe(true);

      await reload(page, cdp, true);
      await page.getByTestId('app').waitFor();
      await frame.waitFor({ state: 'detached' });
      expect((await drawn(page)).filter(({ piece }) => seen.includes(piece))).toEqual(before);
    },
  );
});
