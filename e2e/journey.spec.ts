import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, recordedEntries, rowCount, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

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

describe('a person with an agent nobody here configured', () => {
  it('connects, reads the card and tries a skill', async () => {
    const { page } = loupe;
    await page.locator('[data-testid=empty][data-for=start], [data-testid=start]').first().waitFor();
    await connect(page, peer.url);
    expect(await page.getByTestId('card-page').textContent()).toContain('Sample agent');
    // At the usual size the rail is there in full: the layout knows the size the window really has.
    expect((await page.getByTestId('rail').boundingBox())?.width).toBeGreaterThan(150);
    expect(await page.getByTestId('interface-row').count()).toBe(2);
    expect(await page.locator('[data-testid=interface-row][data-used=true]').getAttribute('data-version')).toBe('1.0');
    expect(await page.locator('[data-testid=badge][data-badge=version]').first().getAttribute('data-value')).toBe(
      '1.0',
    );
    await page.getByTestId('skill').first().getByRole('button').last().click();
    const written = await page.getByTestId('composer').getByRole('textbox').first().inputValue();
    expect(written.length).toBeGreaterThan(0);
    expect(await page.getByTestId('raw-json').count()).toBe(1);
  });

  it('watches a stream, and every row leads to its bytes', async () => {
    const { page, dataDir } = loupe;
    await connect(page, peer.url);
    await send(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
    const [entries] = recordedEntries(dataDir);
    const run = entries?.filter((entry) => entry.operation === 'SendStreamingMessage')[0];
    const expected = entries?.filter((entry) => entry.exchange === run?.exchange).length;
    await expect.poll(() => rowCount(page)).toBe(expected);
    const kinds = await page
      .getByTestId('event-row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kind')));
    expect(kinds).toEqual(
      expect.arrayContaining(['request', 'response', 'thinking', 'tool-started', 'tool-result', 'usage']),
    );
    await page.locator('[data-testid=event-row][data-kind=tool-result]').first().click();
    const inspector = page.getByTestId('inspector');
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await inspector.locator('[data-tab=raw]').click();
    await expect.poll(() => page.getByTestId('raw-body').textContent()).toMatch(/^data: \{"jsonrpc"/);
    await inspector.locator('[data-tab=json]').click();
    await inspector.locator('.monaco-editor').waitFor();
  });

  it('answers a question with the taskId, and the agent goes on', async () => {
    const { page, dataDir } = loupe;
    await connect(page, peer.url);
    await send(page, 'ask');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await page.locator('[data-testid=composer-target][data-state=continue]').waitFor();
    await openTab(page, 'conversation');
    await page.locator('[data-testid=question-card][data-state=open]').waitFor();
    await send(page, 'blue');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(await page.locator('[data-testid=tree-row][data-kind=task]').count()).toBe(1);
    const sends = recordedEntries(dataDir)[0]?.filter((entry) => entry.operation === 'SendStreamingMessage');
    expect(sends).toHaveLength(2);
    await page.locator('[data-testid=question-card][data-state=answered]').waitFor();
  });

  it('cancels a running task', async () => {
    const { page } = loupe;
    await connect(page, peer.url);
    await send(page, 'slow 60');
    await waitForState(page, 'TASK_STATE_WORKING');
    await page.getByRole('button', { name: 'Cancel task' }).click();
    await waitForState(page, 'TASK_STATE_CANCELED');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
  });

  it('reloads in mid-stream: the feed resumes, nothing is lost or doubled', async () => {
    const { page, dataDir } = loupe;
    await connect(page, peer.url);
    await send(page, 'slow 5');
    await waitForState(page, 'TASK_STATE_WORKING');
    await page.reload();
    await page.getByTestId('tree-row').first().waitFor();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
    const entries = recordedEntries(dataDir)[0] ?? [];
    const seqs = entries.map((entry) => entry.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    const run = entries.find((entry) => entry.operation === 'SendStreamingMessage');
    const expected = entries.filter((entry) => entry.exchange === run?.exchange);
    // request, head, task, working, five notes, completed, end
    expect(expected).toHaveLength(11);
    await expect.poll(() => rowCount(page)).toBe(expected.length);
  });

  it('reopens the saved session after a restart, with the agent gone', async () => {
    await connect(loupe.page, peer.url);
    await send(loupe.page, 'tools');
    await waitForState(loupe.page, 'TASK_STATE_COMPLETED');
    await openTab(loupe.page, 'timeline');
    await waitForTimeline(loupe.page, 'ended');
    const before = await rowCount(loupe.page);
    await peer.close();
    const page = await loupe.restart();
    await page.getByTestId('session-row').last().click();
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'timeline');
    await expect.poll(() => rowCount(page)).toBe(before);
    expect(await page.getByTestId('app').getAttribute('data-capture')).toBe('playback');
    await page.getByTestId('event-row').first().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
  });
});
