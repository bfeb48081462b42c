import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unzip } from '../electron/web/testing/unzip.ts';
import { type ArtifactAgent, startArtifactAgent } from './agents/artifact-agent.ts';
import { startListingAgent } from './agents/listing-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { HOST, type Launched, launchLoupe } from './harness/launch.ts';

/** Time in which something that was let loose would have happened, ms. */
const QUIET_MS = 800;
/** What the browser says of things that a hostile page wanted and did not get, and of the check that knocks at its frame. */
const REFUSED =
  /violates the following Content Security Policy directive|^Blocked form submission|^Failed to execute 'postMessage' on 'DOMWindow'/;
/** Lines drawn of a long tree or table, whatever its length. */
const DOM_LINES = 120;

let loupe: Launched;
let agent: ArtifactAgent;

beforeEach(async () => {
  agent = await startArtifactAgent();
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  expect((loupe?.problems ?? []).filter((one) => !REFUSED.test(one))).toEqual([]);
});

const row = (page: Page, id: string): Locator => page.locator(`[data-testid=artifact-row][data-id="${id}"]`).first();
const view = (page: Page): Locator => page.getByTestId('artifact-view');

async function run(word: string): Promise<Page> {
  const { page } = loupe;
  await connect(page, agent.url);
  await send(page, word);
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  await page.getByTestId('artifact-row').first().waitFor();
  return page;
}

async function show(page: Page, id: string, viewer: string): Promise<void> {
  await row(page, id).click();
  await page.locator(`[data-testid=artifact-content][data-viewer=${viewer}]`).waitFor();
}

/** Whether anything of the agent ran in the page. */
const ran = (page: Page): Promise<unknown> => page.evaluate(() => (globalThis as { ran?: unknown }).ran);

describe('artifacts', () => {
  it('are put together from chunks, and say which event brought what', async () => {
    const page = await run('chunks');
    expect(await page.getByTestId('artifact-list').getAttribute('data-count')).toBe('3');
    await show(page, 'plan', 'markdown');
    expect(await row(page, 'plan').getAttribute('data-state')).toBe('incomplete');
    expect(await view(page).getAttribute('data-digest')).toBe('differs');
    await page.getByTestId('artifact-banner').waitFor();
    await page.getByRole('heading', { name: 'Network plan' }).waitFor();
    expect(await page.locator('.af-prose table').count()).toBe(1);
    const chunks = page.getByTestId('chunk');
    expect(await chunks.count()).toBe(5);
    const chunk = chunks.nth(2);
    await chunk.click();
    const seq = await chunk.getAttribute('data-seq');
    await expect.poll(() => page.getByTestId('inspector').getAttribute('data-seq')).toBe(seq);
    expect(await page.getByTestId('chunk-words').textContent()).toContain(`event ${seq}`);
    await page.getByRole('radio', { name: 'Selected chunk' }).click();
    await page.locator('[data-testid=artifact-content][data-chunk=true]').waitFor();
    expect((await page.locator('.af-prose').textContent())?.trim()).toBe('Addresses');
    await page.getByTestId('artifact-list').focus();
    await page.keyboard.press(']');
    await expect.poll(() => chunks.nth(3).getAttribute('aria-pressed')).toBe('true');
    await page.getByTestId('chunk-list-toggle').click();
    expect(await page.getByTestId('chunk-row').count()).toBe(5);
    await page.getByTestId('chunk-list-toggle').click();
    await page.getByRole('button', { name: 'Show in timeline' }).click();
    await page.locator(`[data-testid=event-row][data-state=selected]`).waitFor();
  });

  it('are complete when the fetched task holds no more', async () => {
    const page = await run('chunks');
    await show(page, 'plan', 'markdown');
    await page.getByTestId('artifact-fetch').click();
    await page.locator('[data-testid=artifact-row][data-id=plan][data-state=complete]').waitFor();
    await page.getByTestId('artifact-banner').waitFor({ state: 'detached' });
    expect(await page.getByTestId('chunk').count()).toBe(5);
    expect(await page.locator('[data-testid=artifact-row][data-id=plan]').count()).toBe(1);
  });

  it('follow the event that is selected elsewhere', async () => {
    const page = await run('chunks');
    await openTab(page, 'timeline');
    const rows = page.locator('[data-testid=event-row][data-kind=artifact]');
    await rows.last().click();
    await openTab(page, 'artifacts');
    await page.locator('[data-testid=artifact-row][data-id=late][aria-selected=true]').waitFor();
    await row(page, 'vpc').click();
    await openTab(page, 'timeline');
    await openTab(page, 'artifacts');
    await page.locator('[data-testid=artifact-row][data-id=vpc][aria-selected=true]').first().waitFor();
    await openTab(page, 'timeline');
    await rows.first().click();
    await openTab(page, 'artifacts');
    await page.locator('[data-testid=artifact-row][data-id=vpc][data-version="1"][aria-selected=true]').waitFor();
  });

  it('keep earlier versions, and flag what came after the last chunk', async () => {
    const page = await run('chunks');
    await show(page, 'vpc', 'code');
    const versions = page.locator('[data-testid=artifact-row][data-id=vpc]');
    expect(await versions.count()).toBe(2);
    expect(await view(page).getAttribute('data-bytes')).toBe('25');
    await versions.last().click();
    await expect.poll(() => view(page).getAttribute('data-bytes')).toBe('12');
    await page.getByTestId('artifact-compare-menu').click();
    await page.locator('[data-menu=version-2]').click();
    await page.locator('[data-testid=artifact-compare][data-changes="1"]').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByTestId('artifact-compare-end').click();
    await show(page, 'late', 'code');
    expect(await row(page, 'late').getAttribute('data-state')).toBe('written-after-close');
    expect(await page.locator('[data-testid=chunk][data-late=true]').count()).toBe(1);
  });

  it('are shown by what they are', async () => {
    const page = await run('kinds');
    await show(page, 'template', 'code');
    await page.locator('[data-testid=artifact-code][data-language=yaml] .monaco-editor').waitFor();
    expect(await view(page).getAttribute('data-digest')).toBe('match');
    await show(page, 'picture', 'image');
    await page.getByText('24 × 16').waitFor();
    await show(page, 'sound', 'audio');
    await page.getByTestId('artifact-audio').waitFor();
    await show(page, 'paper', 'pdf');
    await page.locator('[data-testid=pdf-refused][data-state=broken]').waitFor();
    await show(page, 'table', 'csv');
    await page.locator('[data-testid=csv-grid][data-count="5000"][data-columns="3"]').waitFor();
    expect(await page.getByTestId('csv-grid').getByRole('row').count()).toBeLessThan(DOM_LINES);
    await page.getByText('name, 3', { exact: true }).waitFor();
    await show(page, 'bytes', 'bytes');
    expect(await page.getByTestId('hex-view').textContent()).toContain('00 01 02 fa fb fc');
    await row(page, 'stored').click();
    await page.getByTestId('artifact-link').waitFor();
    expect(await page.getByTestId('digest-verdict').getAttribute('data-state')).toBe('elsewhere');
    await page.getByTestId('artifact-details-toggle').click();
    expect(await page.getByTestId('artifact-details').textContent()).toContain('/srv/stored.yml');
    expect(await faults(page)).toEqual([]);
  });

  it('of ten million characters of JSON stay a tree that can be searched', async () => {
    const page = await run('long');
    await show(page, 'long', 'json');
    const tree = page.getByTestId('json-tree');
    await tree.waitFor({ timeout: 30_000 });
    await page.getByRole('searchbox').fill('needle');
    await page.locator('[data-testid=json-matches][data-count="1"]').waitFor({ timeout: 30_000 });
    await expect.poll(() => page.getByTestId('json-pointer').textContent()).toBe('/last');
    await page.getByRole('searchbox').fill('resource number 89999');
    await expect
      .poll(() => page.getByTestId('json-pointer').textContent(), { timeout: 30_000 })
      .toBe('/items/89999/name');
    expect(await page.getByTestId('json-line').count()).toBeLessThan(DOM_LINES);
    expect(await tree.locator('[aria-selected=true]').textContent()).toContain('resource number 89999');
    expect(await faults(page)).toEqual([]);
  });
});

describe('artifacts of listed tasks', () => {
  it('are there without fetching the tasks, each with its own content', async () => {
    const { page } = loupe;
    const titles = ['Question 0', 'Question 1'];
    const lister = await startListingAgent({ titles });
    try {
      await connect(page, lister.url);
      await page.getByTestId('list-choose').click();
      await page.getByTestId('list-form').getByText('With artifacts').click();
      await page.getByTestId('list-submit').click();
      await page.locator('[data-testid=tree-row][data-kind=context]').click();
      await openTab(page, 'artifacts');
      await page.locator('[data-testid=artifact-list][data-count="2"]').waitFor();
      for (const [index, title] of titles.entries()) {
        await row(page, `a-${index}`).click();
        await page.getByTestId('artifact-content').getByText(title, { exact: true }).waitFor();
        expect(await row(page, `a-${index}`).getAttribute('data-state')).toBe('complete');
      }
      expect(lister.calls.some(({ method }) => method === 'GetTask')).toBe(false);
    } finally {
      await lister.close();
    }
  });
});

describe('a large artifact', () => {
  it('shows its beginning, and the rest when asked', async () => {
    const page = await run('large');
    await show(page, 'large', 'code');
    const bytes = Number(await view(page).getAttribute('data-bytes'));
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(await row(page, 'large').getAttribute('data-state')).toBe('complete');
    expect(await page.getByTestId('chunk').count()).toBeLessThan(DOM_LINES);
    await page.getByTestId('artifact-cut').waitFor();
    await page.getByRole('radio', { name: 'Hex' }).click();
    const shown = Number(await page.getByTestId('hex-view').getAttribute('data-bytes'));
    expect(shown).toBeLessThan(bytes);
    await page.getByTestId('artifact-show-all').click();
    await page.locator(`[data-testid=hex-view][data-bytes="${bytes}"]`).waitFor({ timeout: 30_000 });
    await page.getByTestId('artifact-cut').waitFor({ state: 'detached' });
  });
});

describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  it('no view has a serious fault', async () => {
    await loupe.close();
    loupe = await launchLoupe({ colorScheme });
    const page = await run('kinds');
    for (const [id, viewer] of [
      ['template', 'code'],
      ['picture', 'image'],
      ['sound', 'audio'],
      ['paper', 'pdf'],
      ['table', 'csv'],
      ['bytes', 'bytes'],
    ] as const) {
      await show(page, id, viewer);
      expect(await faults(page), viewer).toEqual([]);
    }
    await send(page, 'hostile');
    await row(page, 'bomb').waitFor();
    await show(page, 'page', 'html');
    expect(await faults(page), 'html').toEqual([]);
    await row(page, 'wrong').click();
    await page.locator('[data-testid=type-verdict][data-state=differs]').waitFor();
    await send(page, 'chunks');
    await row(page, 'late').waitFor();
    await show(page, 'plan', 'markdown');
    await page.getByTestId('chunk').nth(1).click();
    await page.getByTestId('chunk-list-toggle').click();
    await page.getByTestId('artifact-details-toggle').click();
    expect(await faults(page), 'markdown').toEqual([]);
  });
});

describe('hostile artifacts', () => {
  it('run nothing and fetch nothing', async () => {
    const page = await run('hostile');
    const address = page.url();
    await show(page, 'page', 'html');
    const frame = page.getByTestId('html-frame');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await page.frameLocator('[data-testid=html-frame]').getByRole('heading', { name: 'Invoice' }).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await page.frameLocator('[data-testid=html-frame]').getByText('link').click();
    await page.frameLocator('[data-testid=html-frame]').getByRole('button', { name: 'Pay' }).click();
    await page.waitForTimeout(QUIET_MS);
    await page.frameLocator('[data-testid=html-frame]').getByRole('heading', { name: 'Invoice' }).waitFor();
    await show(page, 'plan', 'markdown');
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    expect(await page.locator('.af-prose img, .af-prose iframe, .af-prose script').count()).toBe(0);
    await show(page, 'drawing', 'svg');
    await page.getByTestId('artifact-picture').waitFor();
    await page.waitForTimeout(QUIET_MS);
    await row(page, 'wrong').click();
    await page.locator('[data-testid=type-verdict][data-state=differs]').waitFor();
    expect(await page.getByTestId('artifact-picture').count()).toBe(0);
    await row(page, 'link').click();
    await page.locator(`[data-testid=artifact-link][data-origin="${agent.url}"]`).waitFor();
    await row(page, 'local').click();
    await page.locator('[data-testid=artifact-link]:not([data-origin])').waitFor();
    expect(await page.getByTestId('artifact-save').count()).toBe(0);
    await show(page, 'bomb', 'bytes');
    await page.waitForTimeout(QUIET_MS);
    expect(agent.leaks).toEqual([]);
    expect(await ran(page)).toBeUndefined();
    expect(page.url()).toBe(address);
    expect(page.frames().length).toBe(1);
  });

  it('show what is hidden in their names', async () => {
    const page = await run('hostile');
    await row(page, 'escape').click();
    expect(await row(page, 'escape').textContent()).toContain('evil\\u202etxt.exe');
    await expect.poll(() => page.getByTestId('artifact-name').textContent()).toBe('..\\..\\../CON.txt');
  });

  // The window asks with a dialog of the system instead of reporting downloads.
  if (HOST === 'web') {
    it('are saved under names that stay in their folder', async () => {
      const page = await run('hostile');
      const folder = mkdtempSync(join(tmpdir(), 'loupe-saved-'));
      try {
        const downloads: Download[] = [];
        page.on('download', (one) => downloads.push(one));
        await row(page, 'escape').click();
        await page.getByTestId('artifact-save').click();
        await expect.poll(() => downloads.length).toBe(1);
        expect(downloads[0]?.suggestedFilename()).toBe('_CON.txt');
        await page.getByTestId('artifact-saved').waitFor();
        await page.getByTestId('artifact-save-all').click();
        await expect.poll(() => downloads.length, { timeout: 10_000 }).toBe(2);
        for (const [at, one] of downloads.entries()) await one.saveAs(join(folder, String(at)));
        expect(downloads[1]?.suggestedFilename()).toBe('loupe-artifacts.zip');
        await page.getByTestId('artifact-saved').filter({ hasText: '6 files' }).waitFor();
        expect(readFileSync(join(folder, '0'), 'utf8')).toBe('escape');
        const files = unzip(readFileSync(join(folder, '1')));
        expect(files).toHaveLength(6);
        expect(files.find(({ name }) => name === '_CON.txt')?.content.toString()).toBe('escape');
        for (const { name } of files) expect(name).not.toMatch(/[\\/\u202e]|\.\./);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      expect(agent.leaks).toEqual([]);
    });
  }
});
