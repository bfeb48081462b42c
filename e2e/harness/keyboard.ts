import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Tab stops that a way through the window may have. */
const STOPS_LIMIT = 160;

/** The focus may be on its way, through what is being loaded; milliseconds. */
const WITHIN = { timeout: 5_000 };

/** What the focus is on, and what is wrong with that. */
interface Focus {
  on: string;
  fault?: 'nowhere' | 'unseen';
}

/** Reads where the focus is, and whether its ring is drawn: on it, on what it points to, or on the box around a bare field. */
const readFocus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { on: 'body', fault: 'nowhere' as const };
    const on = `<${element.tagName.toLowerCase()}${[...element.attributes]
      .filter(({ name }) => /^(class|role|aria-label|data-testid|data-tab|data-menu|data-id)$/.test(name))
      .map(({ name, value }) => ` ${name}="${value.slice(0, 60)}"`)
      .join('')}>`;
    const probe = document.createElement('i');
    probe.style.color = 'var(--focus)';
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const ringed = (one: Element | null | undefined): boolean => {
      if (!one || one.getClientRects().length === 0) return false;
      const style = getComputedStyle(one);
      const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
      return outlined || style.boxShadow.includes(colour);
    };
    const pointed = element.getAttribute('aria-activedescendant');
    const boxes: Element[] = [];
    for (let box = element.parentElement; box && boxes.length < 8; box = box.parentElement) boxes.push(box);
    // A splitter is one pixel wide and takes the colour itself.
    const line = element.matches('.splitter') && element.matches(':focus-visible');
    const seen =
      line ||
      ringed(element) ||
      ringed(element.nextElementSibling?.matches('.check-box') ? element.nextElementSibling : null) ||
      (pointed !== null && ringed(document.getElementById(pointed))) ||
      (pointed === null &&
        [...element.querySelectorAll('.tl-grid .ev-head, .ev-head, .wire-head, .sp-head')].some(ringed)) ||
      boxes.some((box) => box.matches(':focus-within') && ringed(box));
    return seen ? { on } : { on, fault: 'unseen' as const };
  });

/** The focus is on something and can be seen; waits for what is on its way. */
export const expectFocus = (page: Page, after: string): Promise<void> =>
  expect
    .poll(async () => {
      const { on, fault } = await readFocus(page);
      return fault ? `${after}: focus ${fault} on ${on}` : '';
    }, WITHIN)
    .toBe('');

/** The focus is on something that matches, and can be seen. */
export async function expectFocusOn(page: Page, selector: string, after: string): Promise<void> {
  await expect
    .poll(async () => ((await isOn(page, selector)) ? '' : `${after}: focus on ${(await readFocus(page)).on}`), WITHIN)
    .toBe('');
  await expectFocus(page, after);
}

export const isOn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);

/** Presses one key and sees that the focus is still somewhere. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expectFocus(page, key);
}

/** Presses Tab until the focus is on something that matches. Throws when it never gets there. */
export async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS_LIMIT; stop++) {
    if (await isOn(page, selector)) return expectFocus(page, selector);
    await page.keyboard.press(key);
    const { on, fault } = await readFocus(page);
    // Behind the last stop the window has none for a moment.
    if (fault === 'unseen') await expectFocus(page, `${key} towards ${selector}`);
    passed.push(on);
  }
  throw new Error([`${key} does not lead to ${selector}, only to:`, ...new Set(passed)].join('\n'));
}

/** Goes to a pane with F6. */
export async function paneTo(page: Page, pane: string): Promise<void> {
  for (let tried = 0; tried < 6; tried++) {
    if (await isOn(page, `[data-pane="${pane}"] *`)) return;
    await press(page, 'F6');
  }
  throw new Error(`F6 does not lead to the pane ${pane}`);
}

/** Goes round the panes with F6 until the focus is on something that matches. */
export async function roundTo(page: Page, selector: string): Promise<void> {
  const passed: string[] = [];
  for (let tried = 0; tried < 6; tried++) {
    await press(page, 'F6');
    if (await isOn(page, selector)) return;
    passed.push((await readFocus(page)).on);
  }
  throw new Error([`F6 does not lead to ${selector}, only to:`, ...passed].join('\n'));
}

/** Chooses a tab of the centre by its number. */
export async function tabByNumber(page: Page, tab: string): Promise<void> {
  const tabs = await page
    .locator('[data-testid=tab]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-tab')));
  expect(tabs).toContain(tab);
  await press(page, `Control+Digit${tabs.indexOf(tab) + 1}`);
  await page.locator(`[data-testid=tab][data-tab=${tab}][data-state=selected]`).waitFor();
}

/** Runs a command of the palette. */
export async function command(page: Page, words: string): Promise<void> {
  await press(page, 'Control+k');
  await page.getByTestId('palette').waitFor();
  await page.keyboard.type(`>${words}`);
  await page.locator('[data-testid=palette-item][data-state=selected]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('palette').waitFor({ state: 'detached' });
}

/** Connects to an agent from the start page, where the focus is in the address. */
export async function connectByKey(page: Page, url: string): Promise<void> {
  await expectFocusOn(page, '[data-testid=address]', 'start');
  await page.keyboard.type(url);
  await page.keyboard.press('Enter');
  await page.getByTestId('interface-row').first().waitFor();
  await expectFocus(page, 'connected');
}

/** Writes a message and sends it. */
export async function sendByKey(page: Page, text: string): Promise<void> {
  await press(page, 'Control+l');
  await expectFocusOn(page, '[data-testid=composer] textarea', 'Control+l');
  await page.keyboard.type(text);
  await press(page, 'Control+Enter');
}

/** Opens the menu of what has the focus. */
export async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
}

/** Chooses an item of the open menu. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('menu').waitFor();
  // The focus comes a moment after the menu.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-menu'));
  for (let step = 0; step < 20 && (await focused()) !== item; step++) {
    const before = await focused();
    await press(page, 'ArrowDown');
    // It moves a moment after the key, and a key pressed before that counts for nothing.
    await expect.poll(focused, WITHIN).not.toBe(before);
  }
  await expectFocusOn(page, `[data-menu="${item}"]`, 'menu');
  await page.keyboard.press('Enter');
}
