import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../electron/engine/testing/servers.ts';
import { startTellingAgent, TELLING_LENS } from '../electron/engine/testing/telling-agent.ts';
import { connect, openTab, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

let loupe: Launched;
let agent: TestServer;

beforeEach(async () => {
  agent = await startTellingAgent();
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
});

const row = (page: Page, kind: string) => page.locator(`[data-testid=event-row][data-kind="${kind}"]`);
const preview = (page: Page, state: string) => page.locator(`[data-testid=lens-preview][data-state=${state}]`);
const editor = (page: Page, state: string) => page.locator(`[data-testid=lens-editor][data-state=${state}]`);
const lensRow = (page: Page, file: string) => page.locator(`[data-testid=lens-row][data-file="${file}"]`);
const lensFile = (name: string) => readFileSync(join(loupe.dataDir, 'lenses', name), 'utf8');

/** Sends once and shows the whole session. */
async function run(page: Page): Promise<void> {
  await connect(page, agent.url);
  await send(page, 'go');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
}

/** Begins a lens at the first event that tells of a tool. */
async function beginFromEvent(page: Page): Promise<void> {
  await row(page, 'status').first().click();
  await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
  await page.getByTestId('lens-from-event').click();
  await page.locator('[data-testid=lens-editor] .monaco-editor').waitFor();
}

async function openList(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').getByRole('combobox').fill('>lenses');
  await page.keyboard.press('Enter');
  await page.getByTestId('lenses').waitFor();
}

const codeOf = (page: Page): Locator => page.locator('[data-testid=lens-editor] .monaco-editor .view-lines');

/** Pastes over what is selected in the editor. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

/** Replaces the text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await codeOf(page).click();
  await page.keyboard.press('Control+a');
  await paste(page, text);
  await page.locator('[data-testid=lens-editor][data-current=true]').waitFor();
}

/** How much of something is drawn, behind the dialog too. */
const behind = (drawn: Locator, count: number) => expect.poll(() => drawn.count()).toBe(count);

describe('a lens for an agent nobody knows', () => {
  it('is begun at an event, shows what it does while it is typed, and makes tool rows once saved', async () => {
    const { page } = loupe;
    await run(page);
    expect(await row(page, 'tool-input').count()).toBe(0);
    await beginFromEvent(page);
    // The draft knows the paths of the event.
    await preview(page, 'matched').waitFor();
    expect(await page.getByTestId('lens-sections').textContent()).toContain('read_plan');
    expect(await page.getByTestId('lens-sections').textContent()).not.toContain('Output');

    await write(page, TELLING_LENS.replace('acme.tool"', 'acme.callId"'));
    await expect.poll(() => page.getByTestId('lens-sections').textContent()).not.toContain('read_plan');
    await write(page, TELLING_LENS);
    await expect.poll(() => page.getByTestId('lens-sections').textContent()).toContain('read_plan');
    expect(await page.getByTestId('lens-silent').textContent()).toContain('$.statusUpdate.metadata.acme.note');

    const first = await preview(page, 'matched').getAttribute('data-seq');
    await page.getByTestId('lens-next').click();
    await expect.poll(() => preview(page, 'matched').getAttribute('data-seq')).not.toBe(first);
    await expect.poll(() => page.getByTestId('lens-sections').textContent()).toContain('Completed');
    await page.getByTestId('lens-previous').click();
    await expect.poll(() => preview(page, 'matched').getAttribute('data-seq')).toBe(first);

    await codeOf(page).click();
    await page.keyboard.press('Control+s');
    await editor(page, 'saved').waitFor();
    expect(lensFile('acme.json')).toBe(TELLING_LENS);
    expect(await faults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('[data-testid=app][data-theme=light]').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByTestId('lens-back').click();
    expect(await lensRow(page, 'acme.json').getAttribute('data-state')).toBe('used');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // The run that was on screen is read again; the next one is read so from the start.
    await row(page, 'tool-input').first().waitFor();
    expect(await row(page, 'tool-input').count()).toBe(2);
    await send(page, 'again');
    const inNext = (kind: string) => page.locator(`[data-testid=event-row][data-task=task-2][data-kind="${kind}"]`);
    await behind(inNext('tool-result'), 2);
    expect(await inNext('tool-input').count()).toBe(2);
    expect(await inNext('thinking').count()).toBe(1);
    await openTab(page, 'conversation');
    await page.locator('[data-testid=tool-card][data-state=completed]').waitFor();
    await page.locator('[data-testid=tool-card][data-state=failed]').waitFor();
    expect(loupe.problems).toEqual([]);
  });

  it('can be switched off, and what is on screen says so at once', async () => {
    const { page } = loupe;
    await run(page);
    await beginFromEvent(page);
    await write(page, TELLING_LENS);
    await page.getByTestId('lens-save').click();
    await editor(page, 'saved').waitFor();
    await page.getByTestId('lens-back').click();
    await behind(row(page, 'tool-input'), 2);
    const toggle = lensRow(page, 'acme.json').getByRole('checkbox');
    await toggle.press('Space');
    await page.locator('[data-testid=lens-row][data-state=off]').waitFor();
    await behind(row(page, 'tool-input'), 0);

    await page.keyboard.press('Escape');
    await openTab(page, 'conversation');
    await page.getByTestId('turn').first().waitFor();
    expect(await page.getByTestId('tool-card').count()).toBe(0);
    await openList(page);
    await toggle.press('Space');
    await behind(page.getByTestId('tool-card'), 2);
    await toggle.press('Space');
    await behind(page.getByTestId('tool-card'), 0);

    await lensRow(page, 'acme.json')
      .getByRole('button', { name: /More about/ })
      .click();
    await page.locator('[data-menu=delete]').click();
    await page.getByTestId('lens-undo').getByRole('button').click();
    await page.locator('[data-testid=lens-row][data-state=off]').waitFor();
    expect(lensFile('acme.json')).toBe(TELLING_LENS);
    await lensRow(page, 'acme.json')
      .getByRole('button', { name: /More about/ })
      .click();
    await page.locator('[data-menu=duplicate]').click();
    await editor(page, 'new').waitFor();
    await expect.poll(() => codeOf(page).textContent()).toContain('copy');
  });
});

describe('the lens editor', () => {
  it('says where a fault is, goes there, saves nothing broken, and asks before changes are lost', async () => {
    const { page } = loupe;
    await run(page);
    await beginFromEvent(page);
    await write(page, TELLING_LENS.replace('"$.statusUpdate.metadata.acme.tool"', '"$..tool"'));
    await preview(page, 'broken').waitFor();
    const fault = page.getByTestId('lens-fault');
    expect(await fault.getAttribute('data-pointer')).toBe('/read/name');
    expect(await fault.textContent()).toContain('Line 14, column 13');
    expect(await page.getByTestId('lens-save').isDisabled()).toBe(true);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await fault.getByRole('button').click();
    await paste(page, '"$.statusUpdate.metadata.acme.tool"');
    await preview(page, 'matched').waitFor();
    expect(await fault.count()).toBe(0);

    await page.getByTestId('lens-back').click();
    const stay = page.getByRole('button', { name: 'Go on editing' });
    await stay.waitFor();
    expect(await stay.evaluate((element) => element === document.activeElement)).toBe(true);
    await stay.press('Enter');
    await editor(page, 'changed').waitFor();
    await page.getByRole('button', { name: 'Close' }).press('Escape');
    await page.getByTestId('confirm').click();
    await page.getByTestId('lens-editor').waitFor({ state: 'detached' });
  });

  it('offers paths of the event where a path is typed, and says what a field is', async () => {
    const { page } = loupe;
    await run(page);
    await beginFromEvent(page);
    await write(page, TELLING_LENS.replace('"$.statusUpdate.metadata.acme.tool"', '"$..tool"'));
    await page.getByTestId('lens-fault').getByRole('button').click();
    await paste(page, '""');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('tool');
    const offer = page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: 'metadata.acme.tool' });
    await offer.first().waitFor();
    await page.keyboard.press('Escape');
    // Esc was for the list of paths.
    expect(await page.getByTestId('lens-editor').count()).toBe(1);
    await page.keyboard.press('Control+Space');
    await offer.first().click();
    await preview(page, 'matched').waitFor();
    expect(await page.getByTestId('lens-sections').textContent()).toContain('read_plan');
    await codeOf(page).getByText('"match"').hover();
    await page.locator('.monaco-hover-content').getByText('A path that only events for this lens have').waitFor();
    await page.keyboard.press('Control+m');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true);
  });
});

describe('a lens file from elsewhere', () => {
  it('is looked at first, and leaves again as it came', async () => {
    const { page } = loupe;
    await run(page);
    await openList(page);
    expect(await page.locator('[data-testid=empty][data-for=lenses]').count()).toBe(1);
    const file = { name: 'theirs.json', mimeType: 'application/json', buffer: Buffer.from(TELLING_LENS) };
    await page.locator('[data-testid=lenses] input[type=file]').setInputFiles(file);
    // No row is selected: the last event that the lens is for is shown.
    await preview(page, 'matched').waitFor();
    expect(await page.getByTestId('lens-sections').textContent()).toContain('Failed');
    await page.getByTestId('lens-save').click();
    await editor(page, 'saved').waitFor();
    expect(lensFile('acme.json')).toBe(TELLING_LENS);
    expect(loupe.problems).toEqual([]);
    // Electron asks where to put a download, and nobody is there to answer.
    if (loupe.host !== 'web') return;
    await page.getByTestId('lens-back').click();
    await lensRow(page, 'acme.json')
      .getByRole('button', { name: /More about/ })
      .press('Enter');
    const leaving = page.waitForEvent('download');
    await page.locator('[data-menu=export]').press('Enter');
    const download = await leaving;
    expect(download.suggestedFilename()).toBe('acme.json');
    expect(readFileSync(await download.path(), 'utf8')).toBe(TELLING_LENS);
  });
});

describe('lens files edited by hand', () => {
  it('are reported when they are broken, and read again when somebody asks', async () => {
    const folder = join(loupe.dataDir, 'lenses');
    const broken = TELLING_LENS.replace('"loupeLens": 1,', '"loupeLens": 1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'acme.json'), broken);
    const page = await loupe.restart();
    await page.getByTestId('lens-warning').click();
    const listed = lensRow(page, 'acme.json');
    expect(await listed.getAttribute('data-state')).toBe('broken');
    expect(await listed.getByTestId('lens-fault').textContent()).toContain('Line 3, column 3');
    expect(await faults(page)).toEqual([]);
    expect(lensFile('acme.json')).toBe(broken);
    writeFileSync(join(folder, 'acme.json'), TELLING_LENS);
    await page.getByTestId('lens-read').click();
    await page.locator('[data-testid=lens-row][data-state=used]').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('lens-warning').count()).toBe(0);
    await openList(page);
    await lensRow(page, 'acme.json').getByTestId('lens-edit').click();
    await editor(page, 'saved').waitFor();
  });
});
