import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type CuttingAgent, type CuttingOptions, startCuttingAgent } from './agents/cutting-agent.ts';
import { connect, openTab, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

let loupe: Launched;
let agent: CuttingAgent;

afterEach(async () => {
  expect(loupe?.problems).toEqual([]);
  await loupe?.close();
  await agent?.close();
});

/** The window on the timeline of a task whose stream has begun. */
async function begin(options: CuttingOptions = {}): Promise<Page> {
  agent = await startCuttingAgent(options);
  loupe = await launchLoupe();
  const { page } = loupe;
  await connect(page, agent.url);
  await send(page, 'Create a network');
  await waitForState(page, 'TASK_STATE_WORKING');
  await openTab(page, 'timeline');
  return page;
}

const cutRow = (page: Page, state: string) => page.locator(`[data-testid=cut-row][data-state=${state}]`);
const note = (page: Page, name: string) => page.locator(`[data-testid=event-row][data-note=${name}]`);
const subscriptions = () => agent.calls.filter((method) => method === 'SubscribeToTask').length;

describe('a stream that breaks', () => {
  it('is opened again after a countdown, with the gap marked, and comes to its end', async () => {
    const page = await begin({ refusals: 1 });
    const waiting = cutRow(page, 'waiting');
    await waiting.waitFor();
    expect(await waiting.getAttribute('data-attempt')).toMatch(/[12]/);
    expect(Number(await waiting.getAttribute('data-retry-in'))).toBeLessThanOrEqual(2);
    expect(await waiting.textContent()).toMatch(/Stream cut/);

    await waitForState(page, 'TASK_STATE_COMPLETED');
    await page.getByTestId('cut-row').waitFor({ state: 'detached' });
    await waitForTimeline(page, 'ended');
    expect(subscriptions()).toBe(2);

    const gap = note(page, 'gap');
    await gap.waitFor();
    expect(await gap.count()).toBe(1);
    expect(await gap.textContent()).toMatch(/may be missing/);
    const order = await page.getByTestId('event-row').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
    const at = (words: string) => order.findIndex((text) => text.includes(words));
    expect(at('Reading the plan')).toBeLessThan(at('may be missing'));
    expect(at('may be missing')).toBeLessThan(at('Checking the result'));

    const compared = note(page, 'reconciled');
    await compared.waitFor();
    await compared.click();
    await page.getByTestId('finding').filter({ hasText: 'Wrote the template' }).waitFor();
  });

  it('is left alone once the person stops the attempts, and subscribed to with a key', async () => {
    const page = await begin({ refusals: 2 });
    await page.locator('[data-testid=cut-row][data-attempt="3"][data-state=waiting]').waitFor();
    await openTab(page, 'conversation');
    await page.locator('[data-testid=cut-card][data-state=waiting]').waitFor();
    await openTab(page, 'timeline');
    await page.getByTestId('stop-trying').click();
    await cutRow(page, 'gave-up').waitFor();
    await page.waitForTimeout(4_500);
    expect(subscriptions()).toBe(2);
    expect(await cutRow(page, 'gave-up').textContent()).toMatch(/stopped/);

    await page.getByTestId('timeline').focus();
    await page.keyboard.press('s');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(subscriptions()).toBe(3);
    expect(await note(page, 'gap').count()).toBe(1);
  });

  it('can be one that the person drops', async () => {
    const page = await begin({ staysOpen: true });
    await page.keyboard.press('Control+Comma');
    await page.locator('[data-setting=quietHintMs]').fill('0.5');
    await page.keyboard.press('Escape');
    await page.locator('[data-testid=quiet-row][data-state=between]').waitFor();
    await page.getByTestId('drop-stream').click();
    await page.locator('[data-testid=cut-row][data-cause=dropped]').waitFor();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(await note(page, 'gap').count()).toBe(1);
  });

  it('is not opened again while that is switched off', async () => {
    agent = await startCuttingAgent();
    loupe = await launchLoupe();
    const { page } = loupe;
    await connect(page, agent.url);
    await page.keyboard.press('Control+Comma');
    await page.getByRole('checkbox', { name: /Subscribe again/ }).uncheck({ force: true });
    const field = page.locator('[data-setting=streamIdleTimeoutMs]');
    await field.fill('12.5');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    await send(page, 'Create a network');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'timeline');
    await cutRow(page, 'gave-up').waitFor();
    await page.waitForTimeout(1_500);
    expect(subscriptions()).toBe(0);

    const again = await loupe.restart();
    await again.keyboard.press('Control+Comma');
    expect(await again.locator('[data-setting=streamIdleTimeoutMs]').inputValue()).toBe('12.5');
    expect(await again.getByRole('checkbox', { name: /Subscribe again/ }).isChecked()).toBe(false);
  });
});
