import { afterAll, beforeAll, it } from 'vitest';
import { type PushingAgent, startPushingAgent } from '../agents/pushing-agent.ts';
import { connect, openTab, send, waitForState } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
let agent: PushingAgent;
let without: PushingAgent;

beforeAll(async () => {
  agent = await startPushingAgent({ name: 'iac-code' });
  without = await startPushingAgent({ name: 'Silent agent', pushes: false });
});
afterAll(async () => {
  await agent?.close();
  await without?.close();
});

async function open({ page }: Launched, { url }: PushingAgent): Promise<void> {
  agent.configs.length = 0;
  await connect(page, url);
  await send(page, 'Create a VPC with two vSwitches');
  await waitForState(page, 'TASK_STATE_SUBMITTED');
  const row = page.locator('[data-testid=tree-row][data-kind=task]').first();
  // A narrow window has the tree folded away, and shows the task already.
  if (await row.isVisible()) await row.click();
  await openTab(page, 'push');
  await page.getByTestId('push-form').waitFor();
}

async function deliver(loupe: Launched): Promise<void> {
  const { page } = loupe;
  await open(loupe, agent);
  await page.getByTestId('use-receiver').click();
  await page.getByTestId('push-token-receiver').waitFor();
  await page.getByTestId('push-save').click();
  await page.locator('[data-testid=push-form][data-state=saved]').waitFor();
  await agent.push('TASK_STATE_WORKING');
  await page.getByTestId('answer-set').click();
  await page.locator('[data-testid=receiver-registration][data-answers="1"]').waitFor();
  await agent.push('TASK_STATE_INPUT_REQUIRED');
  await agent.push('TASK_STATE_COMPLETED');
  await agent.push('TASK_STATE_COMPLETED', { token: 'wrong' });
  await agent.push('TASK_STATE_COMPLETED', { token: '' });
  await page.getByTestId('unverified-row').nth(1).waitFor();
}

it('push, deliveries', () => takeShots('push-deliveries', deliver, { sizes: [...sizes, 'smallest'] }));

it('push, deliveries further down', () =>
  takeShots(
    'push-unverified',
    async (loupe) => {
      await deliver(loupe);
      await loupe.page.getByTestId('unverified-row').last().scrollIntoViewIfNeeded();
    },
    { sizes },
  ));

it('push, in the timeline', () =>
  takeShots(
    'push-timeline',
    async (loupe) => {
      await deliver(loupe);
      await loupe.page.getByTestId('deliveries-timeline').click();
      await loupe.page.locator('[data-testid=event-row][data-delivery=rejected]').first().click();
      await loupe.page.getByTestId('delivery-facts').waitFor();
    },
    { sizes },
  ));

it('push, refused', () =>
  takeShots(
    'push-refused',
    async (loupe) => {
      const { page } = loupe;
      await open(loupe, without);
      await page.getByTestId('push-url').fill('http://hooks.example/a2a');
      await page.getByTestId('push-make-token').click();
      await page.getByTestId('push-scheme').fill('Bearer');
      await page.getByTestId('push-save').click();
      await page.locator('.push-failure').waitFor();
    },
    { sizes },
  ));

it('push, JSON', () =>
  takeShots(
    'push-json',
    async (loupe) => {
      const { page } = loupe;
      await open(loupe, agent);
      await page.getByTestId('use-receiver').click();
      await page.getByTestId('push-token-receiver').waitFor();
      await page.locator('[data-testid=push-form] [data-value=json]').click();
      await page.locator('.push-json .view-lines').waitFor();
    },
    { sizes },
  ));

it('push, of an agent', () =>
  takeShots(
    'push-agent',
    async ({ page }) => {
      await connect(page, agent.url);
      await openTab(page, 'push');
      await page.getByTestId('push-task').waitFor();
    },
    { sizes },
  ));
