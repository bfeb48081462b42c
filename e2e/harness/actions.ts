import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Types an agent's address on the start page and waits for its card. */
export async function connect(page: Page, url: string): Promise<void> {
  const address = page.getByRole('textbox', { name: /address/i });
  await address.fill(url);
  await address.press('Enter');
  await page.getByTestId('interface-row').first().waitFor();
}

/** Writes a message and sends it with the keyboard. */
export async function send(page: Page, text: string): Promise<void> {
  const box = page.getByTestId('composer').getByRole('textbox').first();
  await box.fill(text);
  await box.press('Control+Enter');
}

export const openTab = (page: Page, tab: string): Promise<void> =>
  page.locator(`[data-testid=tab][data-tab=${tab}]`).click();

/** Waits for a task on screen to reach a state: in the tree, or beside the tabs where the tree is folded away. */
export function waitForState(page: Page, state: string): Promise<void> {
  const inTree = `[data-testid=tree-row][data-kind=task][data-state="${state}"]`;
  const besideTabs = `[data-testid=live-state][data-task-state="${state}"]`;
  return page.locator(`${inTree}, ${besideTabs}`).first().waitFor({ timeout: 30_000 });
}

/** Rows the timeline counts for what is on screen. */
export const rowCount = async (page: Page): Promise<number> =>
  Number(await page.getByTestId('timeline').getAttribute('data-count'));

export const waitForTimeline = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-testid=timeline][data-state=${state}]`).waitFor({ timeout: 30_000 });

interface Line {
  kind?: string;
  seq?: number;
  exchange?: number;
  operation?: string;
}

/** Entries of every session file in a data folder, in file order. */
export function recordedEntries(dataDir: string): Line[][] {
  const folder = join(dataDir, 'sessions');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
        .filter((line) => line.seq !== undefined),
    );
}
