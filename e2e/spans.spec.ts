import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, recordedEntries, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

/** Rows on screen plus overscan, whatever the length of the log. */
const DOM_ROWS = 120;

let loupe: Launched;
let peer: Peer;

beforeEach(async () => {
  peer = await startPeer();
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
  expect(loupe?.problems ?? []).toEqual([]);
});

const rows = (page: Page, kind: string): Locator => page.locator(`[data-testid=span-row][data-kind="${kind}"]`);
const bars = (page: Page, kind: string): Locator => page.locator(`[data-testid=span-bar][data-kind="${kind}"]`);
const grid = (page: Page): Locator => page.getByTestId('spans');
const kinds = (page: Page): Promise<(string | null)[]> =>
  page.getByTestId('span-row').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
const zoom = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.getByTestId('span-zoom').textContent()) ?? '');

async function run(page: Page, text: string, state: string): Promise<void> {
  await connect(page, peer.url);
  await send(page, text);
  await waitForState(page, state);
  await openTab(page, 'spans');
  await page.locator('[data-testid=spans]:not([data-state=live])').waitFor();
  await page.getByTestId('span-row').first().waitFor();
}

describe('spans of a run with tools', () => {
  it('show task, turn and steps in order, and what was measured', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    expect(await kinds(page)).toEqual([
      'task',
      'turn',
      'state',
      'thinking',
      'text',
      'tool',
      'usage',
      'thinking',
      'tool',
      'usage',
      'artifact',
      'text',
      'usage',
      'state',
    ]);
    expect(await bars(page, 'tool').count()).toBe(2);
    const [task, call] = await Promise.all([
      rows(page, 'task').getAttribute('data-ms'),
      rows(page, 'tool').last().getAttribute('data-ms'),
    ]);
    expect(Number(call)).toBeGreaterThan(0);
    expect(Number(task)).toBeGreaterThan(Number(call));
    const names = page.locator('[data-testid=tool-total]');
    expect((await names.evaluateAll((all) => all.map((one) => one.getAttribute('data-name')))).sort()).toEqual([
      'list_files',
      'write_file',
    ]);
    expect(await page.locator('[data-figure=firstArtifact] dd').textContent()).toMatch(/\d/);
  });

  it('select the same event everywhere', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    const call = rows(page, 'tool').first();
    await call.click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    const seq = await call.getAttribute('data-seq');
    expect(await page.getByTestId('inspector').getAttribute('data-seq')).toBe(seq);
    await page.keyboard.press('t');
    await page.locator(`[data-testid=event-row][data-seq="${seq}"][data-state=selected]`).waitFor();
    await page.locator('[data-testid=event-row][data-kind=thinking]').first().click();
    await openTab(page, 'spans');
    await page.locator('[data-testid=span-row][data-kind=thinking][aria-selected=true]').waitFor();
    await grid(page).focus();
    await page.keyboard.press('w');
    await page.locator('[data-testid=wire][data-state=open]').waitFor();
  });

  it('are read with the keyboard alone', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    await grid(page).focus();
    await page.keyboard.press('Home');
    expect(await rows(page, 'task').getAttribute('aria-selected')).toBe('true');
    await page.getByTestId('span-tip').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('span-tip').waitFor({ state: 'detached' });
    const count = Number(await grid(page).getAttribute('data-count'));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => grid(page).getAttribute('data-count')).toBe('1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => grid(page).getAttribute('data-count')).toBe(String(count));
    for (let line = 0; line < 5; line++) await page.keyboard.press('j');
    expect(await rows(page, 'tool').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await rows(page, 'input').waitFor();
    await page.keyboard.press('k');
    expect(await rows(page, 'text').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    const active = await grid(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('data-kind')).toBe('text');
    await page.keyboard.press('Shift+T');
    await page.getByRole('columnheader', { name: 'Inside' }).waitFor();
    expect(await rows(page, 'tool').first().textContent()).toContain('Turn 1');
  });

  it('zoom around the pointer, pan, fit a span and fit everything', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    expect(await zoom(page)).toBe(1);
    const bar = await bars(page, 'tool').first().boundingBox();
    if (!bar) throw new Error('no bar');
    await page.mouse.move(bar.x + 4, bar.y + bar.height / 2);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(() => zoom(page)).toBeGreaterThan(1.5);
    const near = await bars(page, 'tool').first().boundingBox();
    expect(Math.abs((near?.x ?? 0) - bar.x)).toBeLessThan(6);
    expect(near?.width).toBeGreaterThan(bar.width * 1.5);

    await grid(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await bars(page, 'tool').first().boundingBox())?.x).toBeLessThan(near?.x ?? 0);
    await page.keyboard.press('f');
    await expect.poll(() => zoom(page)).toBe(1);
    await bars(page, 'artifact').dblclick();
    await expect.poll(() => zoom(page)).toBeGreaterThan(2);
    await page.keyboard.press('0');
    await expect.poll(() => zoom(page)).toBe(1);
    await page.keyboard.press('Equal');
    await expect.poll(() => zoom(page)).toBeCloseTo(1.5);
  });

  it('filter by kind of step', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    await page.getByRole('radio', { name: 'Tools' }).click();
    expect(await kinds(page)).toEqual(['task', 'turn', 'tool', 'tool']);
  });

  it('stand again after a restart', async () => {
    await run(loupe.page, 'tools', 'TASK_STATE_COMPLETED');
    const before = await kinds(loupe.page);
    const times = await rows(loupe.page, 'tool').last().getAttribute('data-ms');
    await peer.close();
    const page = await loupe.restart();
    await page.getByTestId('session-row').last().click();
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'spans');
    await page.locator('[data-testid=spans][data-state=playback]').waitFor();
    await expect.poll(() => kinds(page)).toEqual(before);
    expect(await rows(page, 'tool').last().getAttribute('data-ms')).toBe(times);
  });
});

describe('spans of other runs', () => {
  it('mark a call that failed', async () => {
    const { page } = loupe;
    await run(page, 'failtool', 'TASK_STATE_COMPLETED');
    await page.locator('[data-testid=span-row][data-kind=tool][data-failed=true]').waitFor();
    expect(await rows(page, 'tool').count()).toBe(2);
    expect(await page.locator('[data-testid=tool-total][data-name=write_file]').textContent()).toContain('1');
  });

  it('grow while the task runs, and close with it', async () => {
    const { page } = loupe;
    await connect(page, peer.url);
    await send(page, 'slow 4');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'spans');
    await page.locator('[data-testid=spans][data-state=live]').waitFor();
    const turn = page.locator('[data-testid=span-bar][data-kind=turn]');
    expect(await turn.getAttribute('data-state')).toBe('open');
    const before = Number(await turn.getAttribute('data-ms'));
    await expect.poll(async () => Number(await turn.getAttribute('data-ms'))).toBeGreaterThan(before);
    await page.locator('[data-testid=spans][data-state=ended]').waitFor({ timeout: 20_000 });
    expect(await turn.getAttribute('data-state')).toBe('closed');
  });

  it('show a question as a wait, fold the silence, and compare the runs', async () => {
    const { page } = loupe;
    await run(page, 'ask', 'TASK_STATE_INPUT_REQUIRED');
    expect(await bars(page, 'wait').getAttribute('data-state')).toBe('open');
    await page.waitForTimeout(2_500);
    await send(page, 'south');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await expect.poll(() => bars(page, 'wait').getAttribute('data-state')).toBe('closed');
    expect(Number(await rows(page, 'wait').getAttribute('data-ms'))).toBeGreaterThan(2_000);
    const folded = (await bars(page, 'wait').boundingBox())?.width ?? 0;
    await grid(page).focus();
    await page.keyboard.press('g');
    await expect.poll(async () => (await bars(page, 'wait').boundingBox())?.width).toBeGreaterThan(folded * 2);

    const tables = page.getByTestId('latency-tables');
    await tables.getByRole('radio', { name: 'Runs' }).click();
    expect(await page.getByTestId('run-row').count()).toBe(2);
    expect(await page.getByTestId('run-spread').count()).toBe(2);
    await page.getByTestId('run-row').last().getByRole('button').click();
    await page.locator('[data-testid=run-row][data-state=selected]').waitFor();
    expect(await page.getByTestId('latency').getAttribute('data-run')).not.toBeNull();
    await page.locator('[data-testid=span-row][data-kind=turn][aria-selected=true]').waitFor();
    await page.getByTestId('latency-whole').click();
    expect(await page.getByTestId('latency').getAttribute('data-run')).toBeNull();
  });

  it('take a burst with few elements, and follow its end', async () => {
    const { page } = loupe;
    await connect(page, peer.url);
    await send(page, 'burst 20000');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'spans');
    await page.locator('[data-testid=spans][data-state=ended]').waitFor({ timeout: 60_000 });
    expect(await page.getByTestId('span-row').count()).toBeLessThan(DOM_ROWS);
    await expect.poll(() => rows(page, 'state').last().textContent()).toContain('Completed');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
  });

  it('say so where nothing was sent', async () => {
    const { page } = loupe;
    await connect(page, peer.url);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('> all events');
    await page.keyboard.press('Enter');
    await openTab(page, 'spans');
    // Reading the card is a call of the session, and no run.
    await page.locator('[data-testid=span-row][data-kind=call], [data-testid=empty][data-for=spans]').first().waitFor();
  });
});

describe('runs of one message', () => {
  const tables = (page: Page): Locator => page.getByTestId('latency-tables');
  const runRows = (page: Page): Locator => page.getByTestId('run-row');

  async function openRuns(page: Page): Promise<void> {
    await tables(page).getByRole('radio', { name: 'Runs' }).click();
    await page.getByTestId('run-again').waitFor();
  }

  /** The bodies of the sends of the session, without what is new in each. */
  async function sentBodies(): Promise<string[]> {
    const sent = recordedEntries(loupe.dataDir)
      .flat()
      .filter(({ kind, operation }) => kind === 'request' && operation === 'SendStreamingMessage');
    return sent.map((entry) => {
      const { body } = entry as unknown as { body: { text: string } };
      const { id, params } = JSON.parse(body.text);
      return body.text.replace(`"id":${JSON.stringify(id)}`, 'ID').replace(params.message.messageId, 'MESSAGE');
    });
  }

  it('are made again and again, each in a context of its own, and measured together', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    expect(Number(await page.locator('[data-testid=tab][data-tab=spans] .count').textContent())).toBeGreaterThan(2);
    await openRuns(page);
    const times = page.getByTestId('run-again-times');
    await times.fill('51');
    expect(await page.getByTestId('run-again-start').isDisabled()).toBe(true);
    await times.fill('3');
    await times.press('Enter');
    await page.locator('[data-testid=run-again-said][data-state=done]').waitFor({ timeout: 40_000 });
    await expect.poll(() => runRows(page).count()).toBe(4);
    expect(await page.getByTestId('run-group').count()).toBe(1);
    expect(await page.getByTestId('run-group').textContent()).toContain('4 runs');
    expect(await page.getByTestId('run-spread').count()).toBe(2);
    expect(await page.locator('[data-testid=tree-row][data-kind=context]').count()).toBe(4);
    const bodies = await sentBodies();
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies).size).toBe(1);

    // Another message is another group; into the context of a run when the person says so.
    await page.getByTestId('run-again').getByRole('checkbox').setChecked(false, { force: true });
    await times.fill('1');
    await page.getByTestId('run-again-start').click();
    await expect.poll(() => runRows(page).count()).toBe(5);
    await page.locator('[data-testid=run-again-said][data-state=done]').waitFor();
    expect(await page.locator('[data-testid=tree-row][data-kind=context]').count()).toBe(4);
    await send(page, 'failtool');
    await expect.poll(() => page.getByTestId('run-group').count()).toBe(2);
  });

  it('are stopped, and what failed is counted apart', async () => {
    const { page } = loupe;
    await run(page, 'slow 3', 'TASK_STATE_COMPLETED');
    await openRuns(page);
    await page.getByTestId('run-again-times').fill('5');
    await page.getByTestId('run-again-start').click();
    await page.locator('[data-testid=run-again-progress][data-ended="1"]').waitFor({ timeout: 30_000 });
    // It goes on while another tab is looked at.
    await openTab(page, 'timeline');
    await openTab(page, 'spans');
    await page.getByTestId('run-again-stop').click();
    await page.locator('[data-testid=run-again-said][data-state=stopped]').waitFor();
    await expect.poll(() => page.locator('[data-testid=run-row][data-outcome=failed]').count()).toBe(1);
    const begun = await runRows(page).count();
    expect(begun).toBeLessThan(6);
    expect(await page.getByTestId('run-group').textContent()).toContain('1 failed');
  });

  it('are compared side by side, from the table and from the bars', async () => {
    const { page } = loupe;
    await run(page, 'tools', 'TASK_STATE_COMPLETED');
    await send(page, 'failtool');
    await expect.poll(() => rows(page, 'turn').count()).toBeGreaterThan(0);
    await page.locator('[data-testid=spans][data-state=ended]').waitFor();
    await openRuns(page);
    await expect.poll(() => runRows(page).count()).toBe(2);
    expect(await page.getByTestId('compare-open').isDisabled()).toBe(true);
    for (const mark of await page.getByTestId('compare-mark').locator('label').all()) {
      await mark.click();
    }
    await page.getByTestId('compare-open').click();
    // What goes on is compared as it goes.
    await page.locator('[data-testid=compare][data-state=ended]').waitFor({ timeout: 20_000 });
    expect(await page.locator('[data-testid=compare-figure][data-name=end] td').last().textContent()).toMatch(/[+−]|0/);
    expect(await page.locator('[data-testid=compare-row][data-state=only-a]').count()).toBeGreaterThan(0);
    const verdicts = () => page.getByTestId('compare-row').evaluateAll((all) => all.map((one) => one.dataset.state));
    const before = await verdicts();
    await page.getByTestId('compare-swap').click();
    await expect
      .poll(async () => (await verdicts()).filter((one) => one === 'only-b').length)
      .toBe(before.filter((one) => one === 'only-a').length);
    await page.keyboard.press('Escape');
    await page.getByTestId('compare').waitFor({ state: 'detached' });

    // From the bars, with a key.
    for (const mark of await page.getByTestId('compare-mark').locator('label').all()) await mark.click();
    await page.locator('[data-testid=tree-row][data-kind=context]').first().click();
    await expect.poll(() => rows(page, 'turn').count()).toBe(2);
    for (const turn of [0, 1]) {
      await rows(page, 'turn').nth(turn).click();
      await grid(page).focus();
      await page.keyboard.press('c');
      await page.locator('[aria-selected=true] [data-testid=span-marked]').waitFor({ state: 'attached' });
    }
    await page.getByTestId('compare').waitFor();
    await page.locator('[data-testid=compare-row][data-kind=tool] button').first().click();
    await page.getByTestId('compare').waitFor({ state: 'detached' });
    await page.locator('[data-testid=span-row][data-kind=tool][aria-selected=true]').waitFor();
  });
});
