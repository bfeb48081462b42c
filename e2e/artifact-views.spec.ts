import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArtifactAgent, startArtifactAgent } from './agents/artifact-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

/** Pages drawn of a long PDF, whatever its length. */
const DOM_PAGES = 8;

let loupe: Launched;
let agent: ArtifactAgent;

beforeEach(async () => {
  agent = await startArtifactAgent();
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  expect(loupe?.problems ?? []).toEqual([]);
});

async function run(): Promise<Page> {
  const { page } = loupe;
  await connect(page, agent.url);
  await send(page, 'views');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  await row(page, 'broken').waitFor();
  return page;
}

const row = (page: Page, id: string): Locator => page.locator(`[data-testid=artifact-row][data-id="${id}"]`).first();
const compare = (page: Page): Locator => page.getByTestId('artifact-compare');
const inForm = (page: Page, form: string): Promise<void> =>
  page.locator(`[data-testid=artifact-compare][data-form=${form}]`).waitFor();
const chooseForm = (page: Page, name: string): Promise<void> =>
  compare(page).getByRole('radio', { name, exact: true }).click();

async function compareWith(page: Page, id: string, item: string): Promise<void> {
  await row(page, id).click();
  await page.getByTestId('artifact-content').waitFor();
  await page.getByTestId('artifact-compare-menu').click();
  await page.locator(`[data-menu=${item}]`).click();
  await compare(page).waitFor();
}

/** Different colours of a drawn page, up to a few. */
const coloursOf = (page: Page, number: number): Promise<number> =>
  page.locator(`[data-testid=pdf-page][data-page="${number}"]`).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set<number>();
    for (let at = 0; at < data.length && colours.size < 10; at += 4)
      colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return colours.size;
  });

const drawn = (page: Page, number: number): Promise<void> =>
  page.locator(`[data-testid=pdf-page][data-page="${number}"][data-state=drawn]`).waitFor({ timeout: 30_000 });

describe('a PDF', () => {
  it('is drawn page by page, and its text can be read', async () => {
    const page = await run();
    await row(page, 'paper').click();
    await page.locator('[data-testid=pdf-view][data-pages="40"][data-page="1"]').waitFor();
    await drawn(page, 1);
    expect(await coloursOf(page, 1)).toBeGreaterThan(2);
    await page.locator('.af-page-text').getByText('Page 1', { exact: true }).waitFor({ state: 'attached' });
    expect(await page.getByTestId('pdf-page').count()).toBeLessThan(DOM_PAGES);

    const number = page.getByRole('textbox', { name: 'Page', exact: true });
    await number.fill('31');
    await number.press('Enter');
    await page.locator('[data-testid=pdf-view][data-page="31"]').waitFor();
    await drawn(page, 31);
    expect(await coloursOf(page, 31)).toBeGreaterThan(2);
    expect(await page.getByTestId('pdf-page').count()).toBeLessThan(DOM_PAGES);

    await page.getByTestId('pdf-pages').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-testid=pdf-view][data-page="32"]').waitFor();
    const before = await page.getByTestId('pdf-zoom').textContent();
    await page.keyboard.press('+');
    await expect.poll(() => page.getByTestId('pdf-zoom').textContent()).not.toBe(before);
    await page.locator('[data-testid=pdf-view][data-page="32"]').waitFor();
    await page.getByRole('button', { name: 'Fit width' }).click();
    await expect.poll(() => page.getByTestId('pdf-zoom').textContent()).toBe(before);
    await drawn(page, 32);
    expect(await faults(page)).toEqual([]);
  });

  it('runs nothing, follows no link and asks for nothing', async () => {
    const page = await run();
    const address = page.url();
    await row(page, 'paper').click();
    await drawn(page, 1);
    await page.getByTestId('pdf-pages').click();
    await page.waitForTimeout(500);
    expect(await page.locator('[data-testid=pdf-pages] a, [data-testid=pdf-pages] input').count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as { ran?: unknown }).ran)).toBeUndefined();
    expect(agent.leaks).toEqual([]);
    expect(page.url()).toBe(address);
  });

  it('that is locked or broken says so, and shows its bytes', async () => {
    const page = await run();
    await row(page, 'locked').click();
    await page.locator('[data-testid=pdf-refused][data-state=encrypted]').waitFor();
    expect(await page.getByTestId('hex-view').textContent()).toContain('25 50 44 46');
    await row(page, 'broken').click();
    await page.locator('[data-testid=pdf-refused][data-state=broken]').waitFor();
    expect(await page.getByTestId('hex-view').textContent()).toContain('25 50 44 46');
    expect(await faults(page)).toEqual([]);
  });
});

describe('two versions of JSON', () => {
  it('are compared value by value', async () => {
    const page = await run();
    await compareWith(page, 'report', 'version-1');
    await inForm(page, 'structure');
    await page.locator('[data-testid=artifact-compare][data-changes="5"]').waitFor();
    const told = await page
      .getByTestId('json-change')
      .evaluateAll((lines) =>
        lines.map(
          (line) => `${(line as HTMLElement).dataset.kind} ${line.querySelector('.af-change-path')?.textContent}`,
        ),
      );
    expect(told).toEqual([
      'changed /title',
      'added /count',
      'moved /resources/0',
      'changed /resources/2/cost',
      'type /region',
    ]);
    await page.getByTestId('json-changes').focus();
    const values = page.getByTestId('json-change-values');
    expect(await values.textContent()).toContain('"Draft"');
    await page.keyboard.press('End');
    await expect.poll(() => values.textContent()).toContain('"cn-hangzhou"');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => values.textContent()).toContain('15');
    expect(await faults(page)).toEqual([]);
  });

  it('are compared as text when asked, also after the next start', async () => {
    let page = await run();
    await compareWith(page, 'report', 'version-1');
    await inForm(page, 'structure');
    await chooseForm(page, 'Text');
    await inForm(page, 'text');
    await page.locator('[data-testid=artifact-compare] .monaco-diff-editor').waitFor();
    await page.waitForTimeout(500);
    page = await loupe.restart();
    await page.locator('[data-testid=session-row][data-state=kept]').first().click();
    await openTab(page, 'artifacts');
    await compareWith(page, 'report', 'version-1');
    await inForm(page, 'text');
    await chooseForm(page, 'Structure');
    await page.getByTestId('json-diff').waitFor();
  });
});

describe('two pictures', () => {
  it('are shown beside each other, over each other, and by what differs', async () => {
    const page = await run();
    await compareWith(page, 'chart', 'version-1');
    await inForm(page, 'beside');
    const pictures = page.getByTestId('compared-picture');
    await expect.poll(() => pictures.count()).toBe(2);
    expect(await page.getByTestId('picture-compare').textContent()).toMatch(/24 × 16, \d+ B/);
    await chooseForm(page, 'Swipe');
    await page.getByRole('slider').press('Home');
    await expect.poll(() => pictures.first().evaluate((one) => getComputedStyle(one).clipPath)).toContain('100%');
    await chooseForm(page, 'Onion');
    await expect.poll(() => pictures.last().evaluate((one) => getComputedStyle(one).opacity)).toBe('0');
    expect(await faults(page)).toEqual([]);
    await chooseForm(page, 'Difference');
    await page.locator('[data-testid=picture-difference][data-count="10"]').waitFor();
    expect(await faults(page)).toEqual([]);
    await compareWith(page, 'other', 'artifact-chart');
    await page.locator('[data-testid=picture-difference][data-count="7"]').waitFor();
  });

  it('are not offered a text to be compared with', async () => {
    const page = await run();
    await row(page, 'chart').click();
    await page.getByTestId('artifact-compare-menu').click();
    await page.locator('[data-menu=artifact-other]').waitFor();
    expect(await page.locator('[data-menu=artifact-notes]').count()).toBe(0);
  });
});
