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
    await page.locator('[data-testid=receiver-counts][data-unverified="1"]').waitFor();

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
    await page.getByTestId('field-problem').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('push-url');
    expect(calls.length).toBe(before);
    await page.keyboard.insertText('http://hooks.example/a');
    await page.getByTestId('push-make-token').click();
    await page.locator('[data-testid=push-warning][data-warning=plain]').waitFor();
    await page.getByTestId('push-save').click();
    await page.locator('.push-failure[data-code="-32003"] [data-testid=error][data-for=push]').waitFor();
  });
});

/** Messages alone: a task may be asked for at any time. */
const messagesIn = (calls: PushingAgent['calls']) =>
  calls.filter(({ method }) => method === 'SendMessage' || method === 'message/send');

/** Opens the options of the composer and has the next messages notify the receiver. */
async function notifyReceiver(): Promise<void> {
  const { page } = loupe;
  await page.getByTestId('composer-options').click();
  await page.getByTestId('composer-push-receiver').click();
  await page.locator('[data-testid=composer-push][data-state=on] [data-testid=push-token-receiver]').waitFor();
}

describe.each(['1.0', '0.3'] as const)('a configuration that goes along with a message of %s', (version) => {
  it('is attached with one click, and its deliveries are those of the task that the answer names', async () => {
    const { page } = loupe;
    agent = await startPushingAgent({ version });
    const { configs, calls, push } = agent;
    await connect(page, agent.url);
    await notifyReceiver();
    await send(page, 'go');
    await waitForState(page, 'TASK_STATE_SUBMITTED');
    expect(configs).toHaveLength(1);
    const [first] = configs;
    expect(first?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/push\//);
    expect(first?.token).toMatch(/^[\w-]{32,}$/);
    const name = version === '1.0' ? 'taskPushNotificationConfig' : 'pushNotificationConfig';
    const [message] = messagesIn(calls);
    expect(message?.params.configuration).toMatchObject({
      [name]: { token: expect.any(String), url: expect.any(String) },
    });

    expect(await push(version === '1.0' ? 'TASK_STATE_WORKING' : 'working')).toBe(200);
    await waitForState(page, 'TASK_STATE_WORKING');
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'push');
    await page.locator('[data-testid=delivery-row][data-state=ok] [data-mark=verified]').waitFor();
    // The tab of the task uses the address that the message was sent with.
    await page.getByTestId('push-form').getByTestId('use-receiver').click();
    await page.getByTestId('push-form').getByTestId('push-token-receiver').waitFor();
    expect(await page.getByTestId('push-form').getByTestId('push-url').inputValue()).toBe(first?.url);
    expect(await page.getByTestId('receiver-registration').count()).toBe(1);

    // Another task gets an address of its own.
    await page.keyboard.press('Alt+3');
    await send(page, 'again');
    await expect.poll(() => configs.length).toBe(2);
    expect(configs[1]?.url).not.toBe(first?.url);
    const told = JSON.stringify(recordedEntries(loupe.dataDir));
    for (const { token = '' } of configs) expect(told).not.toContain(token);
  });
});

describe('a configuration that goes along with a message', () => {
  it('to an address of one’s own is asked for, stays until it is taken off, and is not sent while the receiver is off', async () => {
    const { page } = loupe;
    agent = await startPushingAgent();
    const { configs, calls } = agent;
    await connect(page, agent.url);
    await page.getByTestId('composer-options').click();
    await page.getByTestId('composer-push-own').click();
    await send(page, 'go');
    await page.locator('[data-testid=composer] [data-testid=error]').waitFor();
    expect(calls).toEqual([]);
    const form = page.getByTestId('composer-push');
    await form.getByTestId('push-url').fill('https://hooks.example/a');
    await form.locator('[data-testid=secret-input][data-name=token]').fill(WRONG);
    await send(page, 'go');
    await expect.poll(() => configs.length).toBe(1);
    expect(configs[0]).toMatchObject({ url: 'https://hooks.example/a', token: WRONG });

    await form.getByTestId('use-receiver').click();
    await form.getByTestId('push-token-receiver').waitFor();
    await waitForState(page, 'TASK_STATE_SUBMITTED');
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'push');
    await page.getByTestId('receiver-stop').click();
    await page.locator('[data-testid=receiver][data-state=stopped]').waitFor();
    await send(page, 'more');
    await page.locator('[data-testid=composer] [data-testid=error]').waitFor();
    expect(messagesIn(calls)).toHaveLength(1);
    await page.getByTestId('composer-push-off').click();
    await send(page, 'more');
    await expect.poll(() => messagesIn(calls).length).toBe(2);
    expect(messagesIn(calls)[1]?.params.configuration).toBeUndefined();
  });
});

describe('stored credentials', () => {
  it('are chosen by name; the agent gets the secret, and the page never does', async () => {
    const { page } = loupe;
    const { configs } = await openPush();
    await page.getByTestId('agent-row').first().click();
    await openTab(page, 'access');
    await page.getByTestId('access-name').fill('Callback');
    await secret('token').fill(CREDENTIALS);
    await page.getByTestId('access-save').click();
    await page.getByTestId('credential').waitFor();
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'push');
    await page.getByTestId('push-url').fill('https://hooks.example/a');
    await page.getByTestId('push-stored').selectOption({ index: 1 });
    expect(await page.getByTestId('push-scheme').inputValue()).toBe('Bearer');
    // It would be known at an origin that it was not entered for.
    await page.getByTestId('push-save').click();
    await page.locator('[data-testid=consent][data-because=push]').waitFor();
    expect(configs).toEqual([]);
    await page.getByTestId('consent-send').click();
    await formIn('saved');
    expect(configs).toMatchObject([{ authentication: { scheme: 'Bearer', credentials: CREDENTIALS } }]);
    await mode('json');
    await expect.poll(() => page.locator('.push-json .view-lines').textContent()).toContain('{{stored.');
    expect(await page.content()).not.toContain(CREDENTIALS);
    expect(JSON.stringify(recordedEntries(loupe.dataDir))).not.toContain(CREDENTIALS);
  });
});

describe('a test delivery', () => {
  it('goes to the receiver at once, is verified and changes no task', async () => {
    const { page } = loupe;
    await openPush();
    await useReceiver();
    await page.getByTestId('push-test').click();
    await page.locator('[data-testid=push-test-result][data-state=verified]').waitFor();
    await waitForState(page, 'TASK_STATE_SUBMITTED');
    expect(await page.locator('[data-testid=tree-row][data-kind=task]').count()).toBe(1);
    await page.getByTestId('push-test-show').click();
    await expect
      .poll(
        () =>
          recordedEntries(loupe.dataDir)
            .flat()
            .filter(({ operation }) => operation === 'TestDelivery').length,
      )
      .toBe(1);
    await page.getByTestId('push-token-receiver').getByRole('button').click();
    await secret('token').fill(WRONG);
    await page.getByTestId('push-test').click();
    await page.locator('[data-testid=push-test-result][data-state=unverified]').waitFor();
  });

  it('goes elsewhere only after its origin was confirmed', async () => {
    const { page } = loupe;
    const { calls, url } = await openPush();
    // A delivery is no call of JSON-RPC.
    const delivered = () => calls.filter(({ method }) => method === '').length;
    await page.getByTestId('push-url').fill(`${url}/hook`);
    await page.getByTestId('push-test').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain(url);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(delivered()).toBe(0);
    await page.getByTestId('push-test').click();
    await page.getByTestId('confirm').click();
    await page.locator('[data-testid=push-test-result][data-state=answered]').waitFor();
    expect(delivered()).toBe(1);
  });
});

describe('what was written', () => {
  it('is kept when the tab is left, discarded on request alone, and comes back', async () => {
    const { page } = loupe;
    await openPush();
    const url = page.getByTestId('push-url');
    await url.fill('https://hooks.example/kept');
    await secret('token').fill(WRONG);
    await openTab(page, 'timeline');
    await url.waitFor({ state: 'detached' });
    await openTab(page, 'push');
    expect([await url.inputValue(), await secret('token').inputValue()]).toEqual(['https://hooks.example/kept', WRONG]);
    // Another task has a form of its own.
    await page.getByTestId('agent-row').first().click();
    await openTab(page, 'push');
    await page.getByTestId('push-task').selectOption({ index: 2 });
    await page.getByTestId('push-task-id').fill('another');
    expect(await url.inputValue()).toBe('');
    await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
    await openTab(page, 'push');
    await page.locator('[data-testid=push-form][data-changed=true]').waitFor();
    await page.getByTestId('push-discard').click();
    await page.locator('[data-testid=push-form][data-changed=false]').waitFor();
    expect(await url.inputValue()).toBe('');
    await page.getByTestId('push-undo').click();
    expect([await url.inputValue(), await secret('token').inputValue()]).toEqual(['https://hooks.example/kept', WRONG]);
  });
});

describe.each([
  ['1.0', '{"url":"https://hooks.example/b"}', '{"url":1}'],
  ['0.3', '{"pushNotificationConfig":{"url":"https://hooks.example/b"}}', '{"pushNotificationConfig":{"url":1}}'],
] as const)('the JSON of %s', (version, good, bad) => {
  it('has its own shape, offers members, and underlines faults', async () => {
    const { page } = loupe;
    const { configs } = await openPush({ version });
    await mode('json');
    const lines = page.locator('.push-json .view-lines');
    await expect.poll(() => lines.textContent()).toContain(version === '0.3' ? 'pushNotificationConfig' : 'url');
    await write(bad);
    await page.locator('.push-json .squiggly-error').first().waitFor();
    await page.getByTestId('push-json-problem').waitFor();
    await write(good);
    await page.getByTestId('push-json-problem').waitFor({ state: 'detached' });
    // Behind the address, a member that is not there yet.
    for (const _brace of version === '0.3' ? ['}', '}'] : ['}']) await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText(',');
    await page.keyboard.press('Control+Space');
    const offered = page.locator('.suggest-widget .monaco-list-row');
    await offered.filter({ hasText: 'authentication' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await save();
    expect(configs).toMatchObject([{ url: 'https://hooks.example/b' }]);
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
