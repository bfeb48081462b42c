import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

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

let loupe: Launched;
let peer: Peer;

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
});

describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  beforeEach(async () => {
    peer = await startPeer();
    loupe = await launchLoupe({ colorScheme });
  });

  it('no panel has a serious fault', async () => {
    const { page } = loupe;
    expect(await faults(page), 'start').toEqual([]);
    await connect(page, peer.url);
    expect(await faults(page), 'card').toEqual([]);
    await openTab(page, 'connection');
    await page.getByTestId('doctor-start').click();
    await page.locator('[data-testid=doctor][data-state=done]').waitFor();
    await page.locator('[data-testid=doctor-step][data-step=card] button').first().click();
    expect(await faults(page), 'connection').toEqual([]);
    await send(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
    await page.locator('[data-testid=event-row][data-kind=tool-result]').first().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    expect(await faults(page), 'timeline and inspector').toEqual([]);
    await page.getByTestId('show-in-wire').click();
    await page.getByTestId('header-line').first().waitFor();
    expect(await faults(page), 'wire').toEqual([]);
    await openTab(page, 'conversation');
    expect(await faults(page), 'conversation').toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').waitFor();
    expect(await faults(page), 'palette').toEqual([]);
  });
});
