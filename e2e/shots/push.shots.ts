import { afterAll, beforeAll, it } from 'vitest';
import { type PushingAgent, startPushingAgent } from '../agents/pushing-agent.ts';
import { connect, openTab, send, waitForState } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
let agent: PushingAgent;
let without: PushingAgent;
let older: PushingAgent;

beforeAll(async () => {
  agent = await startPushingAgent({ name: 'iac-code' });
  older = await startPushingAgent({ version: '0.3' });
  without = await startPushingAgent({ name: 'Silent agent', pushes: false });
});
afterAll(async () => {
  await agent?.close();
  await without?.close();
  await older?.close();
});

async function open(loupe: Launched, { url }: PushingAgent): Promise<void> {
  agent.configs.length = 0;
  await connect(loupe.page, url);
  await openTask(loupe);
}

async function openTask({ page }: Launched): Promise<void> {
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

it('push, along with a message', () =>
  takeShots(
    'push-composer',
    async ({ page }) => {
      await connect(page, agent.url);
      await page.getByTestId('composer-options').click();
      await page.getByTestId('composer-push-receiver').click();
      await page.locator('[data-testid=composer-push] [data-testid=push-token-receiver]').waitFor();
      await page.getByTestId('push-url').scrollIntoViewIfNeeded();
    },
    { sizes },
  ));

it('push, tested', () =>
  takeShots(
    'push-tested',
    async (loupe) => {
      const { page } = loupe;
      await open(loupe, agent);
      await page.getByTestId('use-receiver').click();
      await page.getByTestId('push-token-receiver').waitFor();
      await page.getByTestId('push-test').click();
      await page.getByTestId('push-test-result').waitFor();
      await page.getByTestId('push-test-result').scrollIntoViewIfNeeded();
    },
    { sizes },
  ));

it('push, stored credentials', () =>
  takeShots(
    'push-stored',
    async (loupe) => {
      const { page } = loupe;
      await connect(page, agent.url);
      await openTab(page, 'access');
      await page.locator('[data-testid=secret-input][data-name=token]').fill('a-stored-token');
      await page.getByTestId('access-save').click();
      await page.getByTestId('credential').waitFor();
      await openTask(loupe);
      await page.getByTestId('push-url').fill('https://hooks.example/a2a');
      await page.getByTestId('push-stored').selectOption({ index: 1 });
    },
    { sizes },
  ));

it('push, JSON of 0.3', () =>
  takeShots(
    'push-json-older',
    async (loupe) => {
      const { page } = loupe;
      await open(loupe, older);
      await page.getByTestId('push-url').fill('https://hooks.example/a2a');
      await page.locator('[data-testid=push-form] [data-value=json]').click();
      await page.locator('.push-json .monaco-editor').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Backspace');
      await page.getByTestId('push-json-problem').waitFor();
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
