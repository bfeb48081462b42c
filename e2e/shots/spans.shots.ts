import { afterAll, beforeAll, it } from 'vitest';
import { connect, openTab, send, waitForState } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type Peer, startPeer } from '../harness/peer.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow', 'smallest'];
let peer: Peer;

beforeAll(async () => {
  peer = await startPeer();
});
afterAll(() => peer.close());

const inSpans = (text: string, state: string) => async (loupe: Launched) => {
  await connect(loupe.page, peer.url);
  await send(loupe.page, text);
  await waitForState(loupe.page, state);
  await openTab(loupe.page, 'spans');
  await loupe.page.getByTestId('span-row').first().waitFor();
};

it('tool calls as bars', () =>
  takeShots(
    'spans',
    async (loupe) => {
      await inSpans('tools', 'TASK_STATE_COMPLETED')(loupe);
      await loupe.page.locator('[data-testid=span-row][data-kind=tool]').last().click();
      await loupe.page.mouse.move(0, 0);
    },
    { sizes },
  ));

it('a question that was answered, beside other runs', () =>
  takeShots(
    'spans-runs',
    async (loupe) => {
      const { page } = loupe;
      await inSpans('ask', 'TASK_STATE_INPUT_REQUIRED')(loupe);
      await page.waitForTimeout(3_000);
      await send(page, 'south');
      await waitForState(page, 'TASK_STATE_COMPLETED');
      await page.getByTestId('latency-tables').getByRole('radio').last().click();
    },
    { sizes },
  ));

it('a run that goes on', () =>
  takeShots(
    'spans-live',
    async (loupe) => {
      await inSpans('tools', 'TASK_STATE_WORKING')(loupe);
      await loupe.page.locator('[data-testid=span-row][data-kind=tool]').first().waitFor();
    },
    { sizes: ['usual'] },
  ));
