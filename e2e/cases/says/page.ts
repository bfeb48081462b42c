import type { Locator, Page } from 'playwright-core';
import type { Differences, Run } from '../checks/check.ts';
import { show } from '../checks/check.ts';
import { openTab, showCard, type Window } from '../window.ts';

/** What the page shows may come a little after the answer, milliseconds. */
const SETTLE_MS = 3_000;

export const within = (page: Page, testId: string, more = ''): Locator =>
  page.locator(`[data-testid=${testId}]${more}`);

/** No difference once something is on screen. */
export async function appears(place: Locator, what: string): Promise<Differences> {
  try {
    await place.first().waitFor({ timeout: SETTLE_MS });
    return [];
  } catch {
    return [`${what} is not on screen`];
  }
}

/** No difference once a place holds a text. */
export async function reads(place: Locator, text: string | RegExp): Promise<Differences> {
  const found = await appears(place.filter({ hasText: text }), `${String(text)}`);
  if (found.length === 0) return [];
  const shown = await place.allTextContents();
  return [`${found[0]}; there is ${show(shown.map((one) => one.replace(/\s+/g, ' ').trim()))}`];
}

/** The page on one of its tabs, as the case left it. */
export async function onTab(run: Run, tab: string): Promise<Window> {
  const window = await run.window();
  await openTab(window.page, tab);
  return window;
}

/** The card of the agent. */
export async function onCard(run: Run): Promise<Page> {
  const { page } = await run.window();
  await showCard(page);
  return page;
}

/** Text, kind and number of folded rows of every row of the timeline. */
export async function timelineRows(page: Page): Promise<{ kind: string; text: string; folded: number }[]> {
  await within(page, 'timeline').waitFor({ timeout: SETTLE_MS });
  return within(page, 'event-row').evaluateAll((rows) =>
    rows.map((row) => ({
      kind: row.getAttribute('data-kind') ?? '',
      text: row.textContent ?? '',
      folded: Number(row.getAttribute('data-folded') ?? 0),
    })),
  );
}

/** The verbatim bytes behind the first timeline row of a kind. */
export async function rawOf(page: Page, kind: string): Promise<string> {
  await within(page, 'event-row', `[data-kind=${kind}]`).first().click({ timeout: SETTLE_MS });
  await within(page, 'inspector', '[data-state=ready]').waitFor({ timeout: SETTLE_MS });
  await within(page, 'inspector').locator('[data-tab=raw]').click();
  const body = within(page, 'raw-body').first();
  await body.waitFor({ timeout: SETTLE_MS });
  return (await body.textContent()) ?? '';
}
