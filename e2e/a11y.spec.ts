import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

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
    await openTab(page, 'access');
    await page.getByTestId('access-form').waitFor();
    await page.getByTestId('vault-why').click();
    expect(await faults(page), 'access').toEqual([]);
    await page.getByTestId('access-kind').selectOption('oauth2');
    await page.getByTestId('access-save').click();
    await page.getByTestId('access-problem').first().waitFor();
    expect(await faults(page), 'access by hand').toEqual([]);
    await page.getByTestId('access-kind').selectOption('bearer');
    await page.locator('[data-testid=secret-input][data-name=token]').fill('any-token');
    await page.getByTestId('access-save').click();
    await page.getByTestId('credential').waitFor();
    await page.getByTestId('access-test').click();
    await page.getByTestId('access-accepted').waitFor();
    expect(await faults(page), 'access with a credential').toEqual([]);
    await page.getByTestId('vault-make').click();
    await page.getByTestId('vault-form').waitFor();
    expect(await faults(page), 'passphrase').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('rail-vault').click();
    await page.getByTestId('vault-settings').waitFor();
    expect(await faults(page), 'settings').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await page.locator('[data-testid=share][data-state=ready]').waitFor();
    expect(await faults(page), 'share').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('share').waitFor({ state: 'detached' });
    await send(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
    await page.locator('[data-testid=event-row][data-kind=tool-result]').first().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    expect(await faults(page), 'timeline and inspector').toEqual([]);
    await openTab(page, 'spans');
    await page.locator('[data-testid=span-row][data-kind=tool]').first().click();
    expect(await faults(page), 'spans').toEqual([]);
    await page.getByTestId('span-table').click();
    await page.getByTestId('latency-tables').getByRole('radio').last().click();
    expect(await faults(page), 'spans as a table, and runs').toEqual([]);
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
