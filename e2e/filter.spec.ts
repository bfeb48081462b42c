import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, rowCount, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';
import { takeShot } from './harness/shots.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What was chosen is written a moment later, ms. */
const WRITTEN_MS = 600;
/** Window sizes that pictures are taken in. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

let loupe: Launched;
let peer: Peer;

beforeEach(async () => {
  peer = await startPeer();
});

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
  expect(loupe?.problems ?? []).toEqual([]);
});

const field = (page: Page): Locator => page.getByTestId('filter-input');
/** Writes a filter and closes the list that opened over what stands below. */
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByTestId('filter-suggestions').waitFor();
  await page.keyboard.press('Escape');
}
const option = (page: Page, value: string): Locator =>
  page.locator(`[data-testid=filter-option][data-value="${value}"]`);
const kinds = (page: Page): Promise<(string | null)[]> =>
  page.getByTestId('event-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kind')));

/** Serious and critical faults of what is on screen. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    interface Found {
      id: string;
      impact?: string;
      nodes: { html: string; failureSummary?: string }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Found[] }> } };
    return (await axe.run()).violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
      );
  });
}

/** A run with tools in the timeline. */
async function withTools(page: Page): Promise<void> {
  await connect(page, peer.url);
  await send(page, 'tools');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
}

async function inEverySize(page: Page, state: string, theme: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForTimeout(150);
    await takeShot(page, state, theme, size.width);
  }
  await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 });
}

describe('the filter of the timeline', () => {
  it('is written with the help of completion', async () => {
    loupe = await launchLoupe();
    const { page } = loupe;
    await withTools(page);
    const all = await rowCount(page);
    await page.getByTestId('timeline').focus();
    await page.keyboard.press('/');
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+Space');
    await option(page, 'kind:').waitFor();
    await page.keyboard.press('Escape');
    await option(page, 'kind:').waitFor({ state: 'detached' });
    await page.keyboard.type('ki');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('kind:');
    await option(page, 'tool').waitFor();
    expect(await option(page, 'tool').textContent()).toMatch(/\d$/);
    await option(page, 'tool').click();
    await expect.poll(() => field(page).inputValue()).toBe('kind:tool ');
    await expect.poll(async () => (await kinds(page)).every((kind) => kind?.startsWith('tool'))).toBe(true);
    const left = await rowCount(page);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(all);
    const count = page.getByTestId('filter-count');
    expect([await count.getAttribute('data-shown'), await count.getAttribute('data-total')]).toEqual([
      `${left}`,
      `${all}`,
    ]);
    // What is not understood is said and does not filter.
    await field(page).pressSequentially('stat:failed');
    const error = page.getByTestId('filter-error');
    await error.waitFor();
    expect(await error.getAttribute('data-code')).toBe('unknown-key');
    expect(await error.textContent()).toContain('state');
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await rowCount(page)).toBe(left);
    // Conditions go one by one.
    await write(page, 'kind:tool -kind:tool-started');
    await expect.poll(() => kinds(page).then((found) => found.includes('tool-started'))).toBe(false);
    expect(await page.getByTestId('filter-part').count()).toBe(2);
    await page.getByTestId('filter-part').first().getByRole('button').click();
    await expect.poll(() => field(page).inputValue()).toBe('-kind:tool-started');
    await page.getByTestId('filter-clear').click();
    await expect.poll(() => rowCount(page)).toBe(all);
    // A used filter is offered again.
    await page.keyboard.press('Control+Space');
    await option(page, '-kind:tool-started').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('timeline').evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('is saved under a name, moved, edited, deleted and brought back', async () => {
    loupe = await launchLoupe();
    const { page } = loupe;
    await withTools(page);
    const saved = (on: Page) => on.getByTestId('saved-filter');
    const names = (on: Page) => saved(on).evaluateAll((chips) => chips.map((chip) => chip.textContent));
    const save = async (text: string, name: string) => {
      await write(page, text);
      await page.getByTestId('filter-save').click();
      await page.getByTestId('filter-dialog-name').fill(name);
      await page.getByTestId('filter-dialog-save').click();
      await saved(page).filter({ hasText: name }).waitFor();
    };
    await save('kind:tool', 'Tools');
    await save('kind:request', 'Requests');
    await page.getByTestId('filter-clear').click();
    const first = saved(page).first().getByRole('button').first();
    await first.click();
    await expect.poll(() => field(page).inputValue()).toBe('kind:tool');
    expect(await saved(page).first().getAttribute('data-state')).toBe('on');
    await first.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => names(page)).toEqual(['Requests', 'Tools']);
    await page.waitForTimeout(WRITTEN_MS);

    const again = await loupe.restart();
    await again.locator('[data-testid=session-row][data-state=kept]').first().click();
    await again.getByTestId('event-row').first().waitFor();
    await expect.poll(() => names(again)).toEqual(['Requests', 'Tools']);
    await saved(again).last().getByRole('button').first().click();
    await expect.poll(async () => (await kinds(again)).every((kind) => kind?.startsWith('tool'))).toBe(true);
    await saved(again).last().click({ button: 'right' });
    await again.locator('[data-menu=edit]').click();
    await again.getByTestId('filter-dialog-text').fill('kind:tool-result');
    await again.getByTestId('filter-dialog-save').click();
    await saved(again).last().getByRole('button').first().click();
    await expect.poll(() => field(again).inputValue()).toBe('kind:tool-result');
    await saved(again).first().getByRole('button').last().click();
    await expect.poll(() => names(again)).toEqual(['Tools']);
    await again.getByTestId('filter-undo').click();
    await expect.poll(() => names(again)).toEqual(['Requests', 'Tools']);
  });
});

describe('pinned and unread events', () => {
  const row = (page: Page, seq: string | number) => page.locator(`[data-testid=event-row][data-seq="${seq}"]`);
  const pinned = (page: Page) =>
    page.locator('[data-testid=event-row][data-pinned]').evaluateAll((all) => all.map((one) => one.dataset.seq));

  it('are pinned by key and menu, filtered, jumped to, and kept over a restart', async () => {
    loupe = await launchLoupe();
    const { page } = loupe;
    await withTools(page);
    const [call, end] = ['tool-started', 'end'].map((kind) =>
      page.locator(`[data-testid=event-row][data-kind=${kind}]`).first(),
    );
    const seqs = [await call?.getAttribute('data-seq'), await end?.getAttribute('data-seq')].map(String);
    await call?.click();
    await page.keyboard.press('p');
    await expect.poll(() => pinned(page)).toEqual([seqs[0]]);
    await end?.click({ button: 'right' });
    await page.locator('[data-menu=pin]').click();
    await expect.poll(() => pinned(page)).toEqual(seqs);
    await page.getByTestId('timeline').focus();
    await page.keyboard.press('Shift+P');
    await page.locator(`[data-testid=event-row][data-seq="${seqs[0]}"][data-state=selected]`).waitFor();
    await page.keyboard.press('Shift+P');
    await page.locator(`[data-testid=event-row][data-seq="${seqs[1]}"][data-state=selected]`).waitFor();
    await write(page, 'is:p');
    await expect.poll(() => rowCount(page)).toBe(2);
    await page.getByTestId('filter-clear').click();
    await write(page, 'kind:request');
    await page.getByTestId('pins').click();
    await page.locator(`[data-menu=pin-${seqs[0]}]`).click();
    await page.locator(`[data-testid=event-row][data-seq="${seqs[0]}"][data-state=selected]`).waitFor();
    await page.waitForTimeout(WRITTEN_MS);

    const again = await loupe.restart();
    await again.locator('[data-testid=session-row][data-state=kept]').first().click();
    await row(again, seqs[1] ?? '').waitFor();
    await expect.poll(() => pinned(again)).toEqual(seqs);
    await row(again, seqs[0] ?? '').click();
    await again.keyboard.press('p');
    await expect.poll(() => pinned(again)).toEqual([seqs[1]]);
    await again.getByTestId('pins').click();
    await again.locator('[data-menu=unpin-all]').click();
    await expect.poll(() => pinned(again)).toEqual([]);
    expect(await again.getByTestId('pins').count()).toBe(0);
  });

  it('are unread when they came while their task was not on screen', async () => {
    loupe = await launchLoupe();
    const { page } = loupe;
    await connect(page, peer.url);
    await send(page, 'slow 3');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'timeline');
    await page.locator('[data-testid=timeline][data-state=live]').waitFor();
    await page.getByTestId('agent-row').first().click();
    const task = page.locator('[data-testid=tree-row][data-kind=task]').first();
    await page.locator('[data-testid=tree-row][data-kind=task][data-state=TASK_STATE_COMPLETED]').waitFor();
    expect(await task.getAttribute('data-unread')).toBe('true');
    await task.click();
    await openTab(page, 'timeline');
    const all = await rowCount(page);
    await write(page, 'is:unread');
    await expect.poll(() => kinds(page).then((found) => found.includes('end'))).toBe(true);
    const unread = await rowCount(page);
    expect(unread).toBeLessThan(all);
    await write(page, '-is:unread');
    await expect.poll(() => rowCount(page)).toBe(all - unread);
    expect(await kinds(page)).toContain('request');
    // Seen is seen, once the person has looked at something else.
    await page.getByTestId('agent-row').first().click();
    await task.click();
    await write(page, 'is:unread');
    await expect.poll(() => rowCount(page)).toBe(0);
  });

  it('leave saved filters to be dragged', async () => {
    loupe = await launchLoupe();
    const { page } = loupe;
    await withTools(page);
    const saved = page.getByTestId('saved-filter');
    const names = () => saved.evaluateAll((chips) => chips.map((chip) => chip.textContent));
    for (const [text, name] of [
      ['kind:tool', 'Tools'],
      ['kind:request', 'Requests'],
      ['is:pinned', 'Pins'],
    ] as const) {
      await write(page, text);
      await page.getByTestId('filter-save').click();
      await page.getByTestId('filter-dialog-name').fill(name);
      await page.getByTestId('filter-dialog-save').click();
      await saved.filter({ hasText: name }).waitFor();
    }
    await page.getByTestId('filter-clear').click();
    await saved.nth(0).dragTo(saved.nth(2), { targetPosition: { x: 44, y: 10 } });
    await expect.poll(names).toEqual(['Requests', 'Pins', 'Tools']);
    await saved.nth(1).dragTo(saved.nth(0), { targetPosition: { x: 3, y: 10 } });
    await expect.poll(names).toEqual(['Pins', 'Requests', 'Tools']);
  });
});

describe('finding in all sessions', () => {
  it('lists hits by session and opens one in its session', async () => {
    loupe = await launchLoupe();
    await withTools(loupe.page);
    const page = await loupe.restart();
    // A file that is none and a line that is none do not end the search.
    const folder = join(loupe.dataDir, 'sessions');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    appendFileSync(join(folder, file), 'not an entry\n');
    writeFileSync(join(folder, '20200101-000000-bad0.jsonl'), 'no session\n');
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').getByRole('combobox').fill('tools kind:request');
    await page.locator('[data-testid=palette-item][data-id=find-words]').click();
    const find = page.getByTestId('find');
    const hit = find.getByTestId('find-hit').first();
    await hit.waitFor();
    await page.locator('[data-testid=find][data-state=done]').waitFor();
    expect(await find.getByTestId('find-session').count()).toBe(1);
    expect(await hit.textContent()).toContain('tools');
    expect(await find.getByTestId('find-problem').count()).toBe(2);
    const [session, seq] = [await hit.getAttribute('data-session'), await hit.getAttribute('data-seq')];
    await find.getByTestId('filter-input').press('Enter');
    await page.keyboard.press('Enter');
    await find.waitFor({ state: 'detached' });
    const row = page.locator(`[data-testid=event-row][data-seq="${seq}"][data-state=selected]`);
    await row.waitFor();
    expect(await row.getAttribute('data-kind')).toBe('request');
    expect(await page.locator(`[data-testid=session-row][data-id="${session}"]`).getAttribute('aria-current')).toBe(
      'true',
    );
    // The results are still there.
    await page.keyboard.press('Control+Shift+f');
    await hit.waitFor();
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
  });
});

describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  it('neither field, list nor results have a serious fault', async () => {
    loupe = await launchLoupe({ colorScheme });
    const { page } = loupe;
    await withTools(page);
    await write(page, 'kind:tool');
    await page.getByTestId('filter-save').click();
    await page.getByTestId('filter-dialog-name').fill('Tools');
    expect(await faults(page), 'dialog').toEqual([]);
    await page.getByTestId('filter-dialog-save').click();
    await field(page).fill('-kind:usage dur:>lots na');
    await option(page, 'name:').waitFor();
    expect(await faults(page), 'completion').toEqual([]);
    await inEverySize(page, 'filter-list', colorScheme);
    await page.keyboard.press('Escape');
    await field(page).fill('-kind:usage -state:failed size:>100B ');
    await page.keyboard.press('Escape');
    expect(await faults(page), 'conditions').toEqual([]);
    await inEverySize(page, 'filter', colorScheme);
    await page.keyboard.press('Control+Shift+f');
    await page.getByTestId('find').getByTestId('filter-input').fill('the kind:tool,text');
    await page.locator('[data-testid=find][data-state=done]').waitFor();
    await page.getByTestId('find').getByTestId('filter-input').press('Escape');
    expect(await faults(page), 'results').toEqual([]);
    await inEverySize(page, 'find', colorScheme);
  });
});
