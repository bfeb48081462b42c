import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListingAgent, type ListingOptions, startListingAgent } from './agents/listing-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

let loupe: Launched;
let agent: ListingAgent | undefined;
let peer: Peer | undefined;

afterEach(async () => {
  expect(loupe?.problems).toEqual([]);
  await loupe?.close();
  await agent?.close();
  await peer?.close();
  agent = undefined;
  peer = undefined;
});

async function begin(options: ListingOptions): Promise<Page> {
  agent = await startListingAgent(options);
  loupe = await launchLoupe();
  await connect(loupe.page, agent.url);
  return loupe.page;
}

const rows = (page: Page, kind: string): Locator => page.locator(`[data-testid=tree-row][data-kind=${kind}]`);
const taskRow = (page: Page, id: string): Locator =>
  page.locator(`[data-testid=tree-row][data-kind=task][data-id="${id}"]`);
const called = (method: string) => agent?.calls.filter((call) => call.method === method) ?? [];
const listed = (page: Page, count: number) =>
  page.locator(`[data-testid=list-notice][data-listed="${count}"]`).waitFor();
const names = Array.from({ length: 7 }, (_, index) => `Question ${index}`);

/** Sets how often a watched task is asked for. */
async function askEvery(page: Page, seconds: string): Promise<void> {
  await page.keyboard.press('Control+Comma');
  await page.locator('[data-setting=pollIntervalMs]').fill(seconds);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
}

describe('tasks of the server', () => {
  it('come page by page, with what is left, and those that go on first', async () => {
    const page = await begin({ titles: names, pageSize: 3, working: true });
    const more = rows(page, 'more');
    await more.click();
    await listed(page, 3);
    expect(await more.textContent()).toContain('4 more on the server');
    await more.click();
    await listed(page, 6);
    await more.click();
    await listed(page, 7);
    await more.waitFor({ state: 'detached' });
    expect(called('ListTasks').map(({ params }) => params.pageToken)).toEqual([undefined, '3', '6']);
    // The server lists the running task last; here it is on top, and open.
    const first = page.getByTestId('tree-row').nth(1);
    expect(await first.getAttribute('data-id')).toBe('task-0');
    expect(await first.getAttribute('data-state')).toBe('TASK_STATE_WORKING');
    expect(await first.getAttribute('data-origin')).toBe('server');
  });

  it('are limited by what was chosen, and so is the tree', async () => {
    const page = await begin({ titles: names, working: true });
    await page.getByTestId('list-choose').click();
    const form = page.getByTestId('list-form');
    await form.locator('[data-field=state]').selectOption('TASK_STATE_WORKING');
    await form.locator('[data-field=history]').fill('2');
    await form.getByText('With artifacts').click();
    await page.getByTestId('list-submit').click();
    await listed(page, 1);
    expect(called('ListTasks').pop()?.params).toMatchObject({
      status: 'TASK_STATE_WORKING',
      historyLength: 2,
      includeArtifacts: true,
    });
    expect(await rows(page, 'task').count()).toBe(1);
    await page.getByTestId('list-criteria').getByRole('button').click();
    await listed(page, 7);
    expect(called('ListTasks').pop()?.params).not.toHaveProperty('status');
    expect(await rows(page, 'context').count()).toBe(4);
  });

  it('are told apart from local ones, and one that disappears is marked', async () => {
    const page = await begin({ titles: names.slice(0, 2) });
    await send(page, 'Make a report');
    await waitForState(page, 'TASK_STATE_WORKING');
    await page.getByTestId('list-refresh').click();
    await listed(page, 3);
    expect(await taskRow(page, 'sent-2').getAttribute('data-origin')).toBe('both');
    const old = page.locator('[data-testid=tree-row][data-id="context-0"]');
    await old.locator('[data-twisty]').click();
    expect(await taskRow(page, 'task-1').getAttribute('data-origin')).toBe('server');
    agent?.tasks.splice(1, 1);
    await page.getByTestId('list-refresh').click();
    await listed(page, 2);
    await page.locator('[data-testid=tree-row][data-id="task-1"][data-unlisted]').waitFor();
  });

  it.each([
    [-32601, /does not know this method/],
    [-32004, /does not offer a list/],
  ])('are explained when the agent refuses with %i', async (code, words) => {
    const page = await begin({ listError: { code, message: 'No' } });
    await page.getByTestId('list-refresh').click();
    const error = page.locator('[data-testid=error][data-for=contexts]');
    await error.waitFor();
    expect(await error.textContent()).toMatch(words);
    expect(await error.textContent()).toContain(String(code));
  });

  it('cannot be asked for in 0.3, which is said', async () => {
    const page = await begin({ version: '0.3' });
    const notice = page.locator('[data-testid=list-notice][data-state=unsupported]');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/0\.3 has no ListTasks over JSONRPC/);
    expect(await page.getByTestId('list-refresh').count()).toBe(0);
  });
});

describe('a task of an agent without streams', () => {
  it('is watched by itself until it ends, and equal answers are one row', async () => {
    const page = await begin({ pollsToEnd: 6, delayMs: 30 });
    await askEvery(page, '0.2');
    await send(page, 'Make a report');
    const watch = page.getByTestId('watch-row');
    await watch.waitFor();
    expect(await watch.getAttribute('data-automatic')).toBe('true');
    await page.getByTestId('agent-row').first().click();
    await page.locator('[data-testid=watch-row][data-state=ended][data-end=terminal]').waitFor();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(called('GetTask')).toHaveLength(6);
    expect(agent?.mostAtOnce()).toBe(1);

    // Its end came while something else was on screen; equal answers are no news.
    const task = taskRow(page, 'sent-0');
    expect(await task.getAttribute('data-unread')).toBe('true');
    await task.click();
    await page.locator('[data-testid=tree-row][data-id="sent-0"]:not([data-unread])').waitFor();
    await openTab(page, 'timeline');
    const quiet = page.locator('[data-testid=event-row][data-folded]');
    await quiet.first().waitFor();
    const asked = (await quiet.allTextContents()).map((text) => /Asked (?:once|(\d+) times)/.exec(text)?.[1] ?? '1');
    expect(asked.reduce((sum, count) => sum + Number(count), 0)).toBe(6);
    expect(asked.length).toBeLessThanOrEqual(3);
    await page.getByTestId('watch-stop').click();
    await watch.waitFor({ state: 'detached' });
  });

  it('is paused, asked for at once and left alone by the person', async () => {
    const page = await begin({ titles: names.slice(0, 1), working: true, pollsToEnd: 1_000 });
    await askEvery(page, '0.2');
    await page.getByTestId('list-refresh').click();
    await taskRow(page, 'task-0').click();
    await page.getByTestId('watch-begin').click();
    await page.locator('[data-testid=watch-row][data-state=waiting]').waitFor();
    await page.waitForFunction(() => Number(document.querySelector('[data-polls]')?.getAttribute('data-polls')) >= 3);
    await page.getByTestId('watch-pause').click();
    await page.locator('[data-testid=watch-row][data-state=paused]').waitFor();
    await page.waitForTimeout(100);
    const paused = called('GetTask').length;
    await page.waitForTimeout(700);
    expect(called('GetTask')).toHaveLength(paused);
    await page.getByTestId('watch-now').click();
    await page.locator('[data-testid=watch-row][data-state=waiting]').waitFor();
    await page.waitForFunction(
      (least) => Number(document.querySelector('[data-polls]')?.getAttribute('data-polls')) > least,
      paused,
    );
    await page.getByTestId('watch-stop').click();
    await page.locator('[data-testid=watch-row][data-end=stopped]').waitFor();
    await page.getByTestId('watch-stop').click();
    await page.getByTestId('watch-row').waitFor({ state: 'detached' });
  });

  it('that the agent has forgotten says so', async () => {
    const page = await begin({ titles: names.slice(0, 1), working: true });
    await page.getByTestId('list-refresh').click();
    await taskRow(page, 'task-0').click();
    agent?.tasks.splice(0, 1);
    await page.getByTestId('watch-begin').click();
    const row = page.locator('[data-testid=watch-row][data-end=not-found]');
    await row.waitFor();
    expect(await row.textContent()).toMatch(/does not know this task/);
  });
});

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact?: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Serious and critical faults of what is on screen, one line each. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return found
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}

describe('with the keyboard alone', () => {
  it('the tree is walked, opened, watched, and has a menu on each line', async () => {
    const page = await begin({ titles: names, pageSize: 3, working: true, pollsToEnd: 1_000 });
    const more = rows(page, 'more');
    await more.focus();
    await page.keyboard.press('m');
    await listed(page, 3);
    await page.keyboard.press('Home');
    const focused = page.locator('[role=treeitem]:focus');
    expect(await focused.getAttribute('data-kind')).toBe('context');
    // The running task is on a later page.
    await page.keyboard.press('m');
    await listed(page, 6);
    await page.keyboard.press('m');
    await listed(page, 7);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(await focused.getAttribute('data-id')).toBe('task-0');
    await page.keyboard.press('Enter');
    await page.locator('[role=treeitem][aria-selected=true][data-id="task-0"]').waitFor();
    await focused.waitFor();
    await page.keyboard.press('w');
    await page.locator('[data-testid=tree-row][data-id="task-0"][data-watch]').waitFor();
    await page.keyboard.press('w');
    await page.locator('[data-testid=watch-row][data-end=stopped]').waitFor();

    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    expect(
      await menu.locator('[data-menu]').evaluateAll((items) => items.map((one) => one.getAttribute('data-menu'))),
    ).toEqual(['open', 'toggle', 'fetch', 'watch', 'list', 'read', 'copy', 'copyContext']);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await focused.getAttribute('data-id')).toBe('task-0');
    // Its artifact is folded away first, then the focus goes up.
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=treeitem]:focus[data-id="task-0"][aria-expanded=false]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=treeitem]:focus[data-kind=context]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=treeitem]:focus[data-kind=context][aria-expanded=false]').waitFor();
    await page.keyboard.press('ArrowRight');
    await taskRow(page, 'task-0').waitFor();
  });

  it.each(['dark', 'light'] as const)('no part of it has a serious fault in the %s theme', async (colorScheme) => {
    agent = await startListingAgent({ titles: names, pageSize: 3, working: true, pollsToEnd: 1_000 });
    loupe = await launchLoupe({ colorScheme });
    const { page } = loupe;
    await connect(page, agent.url);
    await page.getByTestId('list-choose').click();
    await page.getByTestId('list-form').waitFor();
    expect(await faults(page), 'choice').toEqual([]);
    await page.getByTestId('list-submit').click();
    await listed(page, 3);
    await send(page, 'Make a report');
    await page.getByTestId('watch-row').waitFor();
    expect(await faults(page), 'tree and watch').toEqual([]);
  });
});

describe('turns, tools and artifacts', () => {
  it('are below their task and lead to their rows', async () => {
    peer = await startPeer();
    loupe = await launchLoupe();
    const { page } = loupe;
    await connect(page, peer.url);
    await send(page, 'ask');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    const task = rows(page, 'task').first();
    await task.click();
    await send(page, 'Blue');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    const turns = rows(page, 'turn');
    await turns.first().waitFor();
    expect(await turns.count()).toBe(2);
    expect(await turns.first().getAttribute('aria-level')).toBe('3');
    await turns.nth(1).click();
    await page.locator('[data-testid=event-row][data-kind=request][data-state=selected]').waitFor();

    const second = await page.locator('[data-testid=event-row][data-state=selected]').getAttribute('data-seq');
    await turns.first().click();
    const first = await page.locator('[data-testid=event-row][data-state=selected]').getAttribute('data-seq');
    expect(Number(first)).toBeLessThan(Number(second));
  });
});
