import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PushingAgent, type PushingOptions, startPushingAgent } from './agents/pushing-agent.ts';
import { connect, openTab, recordedEntries, send, waitForState } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

const WRONG = 'tok-7c211433f02071597741e6ff5a8ea34f';
const CREDENTIALS = 'cred-45c48cce2e2d7fbdea1afc51c7c6ad26';

let loupe: Launched;
let agent: PushingAgent | undefined;

beforeEach(async () => {
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  agent = undefined;
});

/** Has a task made and opens its Push tab. */
async function openPush(options: PushingOptions = {}): Promise<PushingAgent> {
  const { page } = loupe;
  agent = await startPushingAgent(options);
  await connect(page, agent.url);
  await send(page, 'go');
  await waitForState(page, 'TASK_STATE_SUBMITTED');
  await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
  await openTab(page, 'push');
  await page.getByTestId('push-form').waitFor();
  return agent;
}

const formIn = (state: string) => loupe.page.locator(`[data-testid=push-form][data-state=${state}]`).waitFor();
const secret = (name: string) => loupe.page.locator(`[data-testid=secret-input][data-name="${name}"]`);
const mode = (value: string) => loupe.page.locator(`[data-testid=push-form] [data-value=${value}]`).click();

async function save(): Promise<void> {
  await loupe.page.getByTestId('push-save').click();
  await formIn('saved');
}

/** Writes a text in the place of what the editor has. */
async function write(text: string): Promise<void> {
  const { page } = loupe;
  const editor = page.locator('.push-json .monaco-editor');
  await editor.click();
  await page.locator('.push-json .monaco-editor.focused').waitFor();
  await page.keyboard.press('Control+a');
  // Typed over a selection, quotes would be put around it.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
  await expect.poll(() => editor.locator('.view-lines').textContent()).toBe(text);
}

/** Fills the local receiver in and hands it to the agent. */
async function useReceiver(): Promise<void> {
  const { page } = loupe;
  await page.getByTestId('use-receiver').click();
  await page.locator('[data-testid=receiver][data-state=listening]').waitFor();
  await page.getByTestId('push-token-receiver').waitFor();
  await save();
}

describe.each(['1.0', '0.3'] as const)('the local receiver and an agent of %s', (version) => {
  it('takes a delivery with one click, shows a wrong token apart, and the configuration is deleted', async () => {
    const { page } = loupe;
    const { configs, calls, push } = await openPush({ version });
    const working = version === '1.0' ? 'TASK_STATE_WORKING' : 'working';
    await page.locator('[data-testid=receiver][data-state=stopped]').waitFor();
    expect(await page.getByTestId('push-warning').count()).toBe(0);
    await useReceiver();
    const [config] = configs;
    expect(config?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/push\//);
    expect(config?.token).toMatch(/^[\w-]{32,}$/);
    // The token is at the agent and in the engine, and nowhere in the page.
    expect(await page.content()).not.toContain(config?.token);

    expect(await push(working)).toBe(200);
    const row = page.locator('[data-testid=delivery-row][data-state=ok]');
    await row.waitFor();
    expect(await row.locator('[data-mark]').getAttribute('data-mark')).toBe('verified');
    expect(await page.getByTestId('unverified').count()).toBe(0);

    expect(await push(working, { token: WRONG })).toBe(403);
    const apart = page.getByTestId('unverified-row');
    await apart.waitFor();
    expect(await page.getByTestId('delivery-row').count()).toBe(1);
    expect(await page.getByTestId('receiver-counts').getAttribute('data-unverified')).toBe('1');

    await page.getByTestId('accept-delivery').click();
    await page.getByTestId('confirm').click();
    await page.locator('[data-testid=delivery-row] [data-mark=accepted]').waitFor();
    expect(await page.getByTestId('accept-delivery').count()).toBe(0);

    await page.getByTestId('push-delete').click();
    await page.getByTestId('confirm').click();
    await page.getByTestId('push-config').waitFor({ state: 'detached' });
    expect(configs).toEqual([]);
    expect(calls.at(-1)?.params).toMatchObject(
      version === '1.0'
        ? { taskId: agent?.task, id: config?.id }
        : { id: agent?.task, pushNotificationConfigId: config?.id },
    );

    await page.getByTestId('deliveries-timeline').click();
    const events = page.locator('[data-testid=event-row]');
    await page.locator('[data-testid=event-row][data-lane=push][data-delivery=ok] [data-mark=verified]').waitFor();
    await page.locator('[data-testid=event-row][data-delivery=rejected] [data-mark=unverified]').click();
    expect(await events.count()).toBe(3);
    await page.locator('[data-testid=delivery-facts] [data-mark=unverified]').waitFor();
    const told = JSON.stringify(recordedEntries(loupe.dataDir));
    expect(told).not.toContain(config?.token);
    expect(told).not.toContain(WRONG);
  });
});

describe('what the receiver answers', () => {
  it('is chosen to see the agent try again', async () => {
    const { page } = loupe;
    const { push } = await openPush();
    await useReceiver();
    await page.getByTestId('answer-times').fill('2');
    await page.getByTestId('answer-set').click();
    await page.locator('[data-testid=receiver-registration][data-answers="1"]').waitFor();
    expect([await push('TASK_STATE_WORKING'), await push('TASK_STATE_WORKING')]).toEqual([500, 500]);
    await page.locator('[data-testid=receiver-registration][data-answers="0"]').waitFor();
    expect(await push('TASK_STATE_WORKING')).toBe(200);
    await page.locator('[data-testid=delivery-row][data-state=ok]').waitFor();
    expect(await page.locator('[data-testid=delivery-row] [data-mark=simulated]').count()).toBe(2);
    const port = await page.getByTestId('receiver').getAttribute('data-port');
    await page.getByTestId('receiver-stop').click();
    await page.locator('[data-testid=receiver][data-state=stopped]').waitFor();
    await expect(push('TASK_STATE_WORKING')).rejects.toThrow();
    await page.getByTestId('receiver-port').fill(port ?? '');
    await page.getByTestId('receiver-start').click();
    await page.locator('[data-testid=receiver][data-state=listening]').waitFor();
    expect(await push('TASK_STATE_COMPLETED')).toBe(200);
  });
});

describe('a configuration', () => {
  it('is written as JSON or as a form, and a fault in the one keeps the last good form', async () => {
    const { page } = loupe;
    const { configs } = await openPush();
    await page.getByTestId('push-url').fill('https://hooks.example/a');
    await page.getByTestId('push-id').fill('mine');
    await secret('token').fill(WRONG);
    await mode('json');
    const lines = page.locator('.push-json .view-lines');
    await expect.poll(() => lines.textContent()).toContain('hooks.example/a');
    expect(await page.content()).not.toContain(WRONG);
    await write('{"id":"mine","url":"https://hooks.example/b","token":"••••••"}');
    await mode('form');
    expect(await page.getByTestId('push-url').inputValue()).toBe('https://hooks.example/b');
    await mode('json');
    await write('none');
    await page.getByTestId('push-json-problem').waitFor();
    expect(await page.getByTestId('push-save').isDisabled()).toBe(true);
    await mode('form');
    expect(await page.getByTestId('push-url').inputValue()).toBe('https://hooks.example/b');
    await page.getByTestId('push-url').fill('https://hooks.example/c');
    await save();
    expect(configs).toMatchObject([{ id: 'mine', url: 'https://hooks.example/c', token: WRONG }]);
    // The agent chooses an id, and what is saved again replaces what has it.
    await page.getByTestId('push-clear').click();
    await page.getByTestId('push-url').fill('https://hooks.example/d');
    await save();
    await page.getByTestId('push-url').fill('https://hooks.example/e');
    await save();
    expect(configs.map(({ url }) => url)).toEqual(['https://hooks.example/c', 'https://hooks.example/e']);
  });

  it('is listed, read and replaced; its secrets do not come back', async () => {
    const { page } = loupe;
    const { configs, task, calls } = await openPush();
    const authentication = { scheme: 'Bearer', credentials: CREDENTIALS };
    configs.push({ id: 'theirs', taskId: task, url: 'https://hooks.example/a', authentication });
    await page.locator('[data-testid=empty][data-for=push]').waitFor();
    await page.getByTestId('push-list-ask').click();
    await page.locator('[data-testid=push-list][data-state=listed]').waitFor();
    await page.getByTestId('push-read').click();
    await expect.poll(() => calls.at(-1)?.method).toBe('GetTaskPushNotificationConfig');
    await page.getByTestId('push-edit').click();
    await page.getByTestId('push-lost').waitFor();
    expect(await secret('credentials').inputValue()).toBe('');
    expect(await page.content()).not.toContain(CREDENTIALS);
    await secret('credentials').fill(CREDENTIALS);
    await secret('token').fill(WRONG);
    const both = page.locator('[data-testid=push-warning][data-warning=both]');
    await both.getByRole('button').last().click();
    await both.waitFor({ state: 'detached' });
    await page.getByTestId('push-url').fill('https://hooks.example/b');
    await save();
    expect(configs).toMatchObject([{ id: 'theirs', url: 'https://hooks.example/b', authentication }]);
    expect(configs[0]?.token).toBeUndefined();
    expect(await page.getByTestId('push-config').count()).toBe(1);
  });

  it('is not sent without what it needs, and a refusal is explained', async () => {
    const { page } = loupe;
    const { calls } = await openPush({ pushes: false });
    await page.locator('[data-testid=push-warning][data-warning=capability]').waitFor();
    const before = calls.length;
    await page.getByTestId('push-save').click();
    await page.getByTestId('push-problem').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('push-url');
    expect(calls.length).toBe(before);
    await page.keyboard.insertText('http://hooks.example/a');
    await page.getByTestId('push-make-token').click();
    await page.locator('[data-testid=push-warning][data-warning=plain]').waitFor();
    await page.getByTestId('push-save').click();
    await page.locator('.push-failure[data-code="-32003"] [data-testid=error][data-for=push]').waitFor();
  });
});

describe('the Push tab of an agent', () => {
  it('asks for the task first', async () => {
    const { page } = loupe;
    const { task } = await openPush();
    await page.getByTestId('agent-row').first().click();
    await openTab(page, 'push');
    await page.locator('[data-testid=empty][data-for=push]').waitFor();
    await page.getByTestId('push-task').selectOption(task);
    await page.getByTestId('push-form').waitFor();
  });
});
