import { afterAll, beforeAll, it } from 'vitest';
import { connect, openTab, send, waitForState, waitForTimeline } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type Peer, startPeer } from '../harness/peer.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow', 'large', 'laptop', 'smallest'];
/** States that show the inspector beside the list. */
const wide: SizeName[] = ['usual', 'narrow', 'large', 'laptop'];
let peer: Peer;

beforeAll(async () => {
  peer = await startPeer();
});
afterAll(() => peer.close());

const run = (text: string, state: string) => async (loupe: Launched) => {
  await connect(loupe.page, peer.url);
  await send(loupe.page, text);
  await waitForState(loupe.page, state);
};

const inTimeline = (text: string, state: string) => async (loupe: Launched) => {
  await run(text, state)(loupe);
  await openTab(loupe.page, 'timeline');
  await waitForTimeline(loupe.page, 'ended');
};

it('empty', () => takeShots('empty', async () => undefined, { sizes }));

it('card', () =>
  takeShots(
    'card',
    async ({ page }) => {
      await connect(page, peer.url);
      await page.locator('[data-testid=raw-json] .monaco-editor').waitFor();
    },
    { sizes },
  ));

it('streaming', () =>
  takeShots(
    'streaming',
    async (loupe) => {
      await run('tools', 'TASK_STATE_WORKING')(loupe);
      await openTab(loupe.page, 'timeline');
      await loupe.page.locator('[data-testid=event-row][data-kind=tool-input]').first().waitFor();
    },
    { sizes: wide },
  ));

it('tool calls', () =>
  takeShots(
    'tools',
    async (loupe) => {
      await inTimeline('tools', 'TASK_STATE_COMPLETED')(loupe);
      await loupe.page.locator('[data-testid=event-row][data-kind=tool-result]').last().click();
      await loupe.page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    },
    { sizes: wide },
  ));

it('conversation', () =>
  takeShots(
    'conversation',
    async (loupe) => {
      await run('languages', 'TASK_STATE_COMPLETED')(loupe);
      await openTab(loupe.page, 'conversation');
    },
    { sizes },
  ));

it('question', () =>
  takeShots(
    'question',
    async (loupe) => {
      await run('ask', 'TASK_STATE_INPUT_REQUIRED')(loupe);
      await openTab(loupe.page, 'conversation');
      await loupe.page.getByTestId('question-card').waitFor();
    },
    { sizes },
  ));

it('failure', () =>
  takeShots(
    'failure',
    async (loupe) => {
      await inTimeline('fail the disk is full', 'TASK_STATE_FAILED')(loupe);
      await loupe.page.locator('[data-testid=event-row][data-kind=status]').last().click();
      await loupe.page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    },
    { sizes: wide },
  ));

it('unreachable', () =>
  takeShots(
    'unreachable',
    async ({ page }) => {
      const field = page.getByRole('textbox', { name: /address/i });
      await field.fill('http://127.0.0.1:9');
      await field.press('Enter');
      await page.getByTestId('error').first().waitFor();
    },
    { sizes },
  ));
