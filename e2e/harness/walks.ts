import type { Page } from 'playwright-core';
import { startGuardedAgent } from '../agents/guarded-agent.ts';
import { startPushingAgent } from '../agents/pushing-agent.ts';
import { openTab, send, waitForState, waitForTimeline } from './actions.ts';
import { startPeer } from './peer.ts';
import type { SCREENS } from './screen-table.ts';

export interface Beginning {
  /** What is done before the agent is entered. */
  first?(): Promise<void>;
}

/** What a walk through screens is given. */
export interface Walk {
  /** Starts Loupe and connects to an agent, which is stopped after the test. */
  begin(agent: { url: string; close(): Promise<unknown> }, options?: Beginning): Promise<Page>;
  /** Examines the screen as it is. */
  look(name: keyof typeof SCREENS): Promise<void>;
  close(page: Page, opened: string): Promise<void>;
}

/** Every screen of the Push tab and of what was delivered. */
export async function walkPush({ begin, look, close }: Walk): Promise<void> {
  const agent = await startPushingAgent();
  const page = await begin(agent);
  await openTab(page, 'push');
  await page.getByTestId('push-task').waitFor();
  await look('push of an agent');
  await send(page, 'go');
  await waitForState(page, 'TASK_STATE_SUBMITTED');
  await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
  await openTab(page, 'push');
  await page.locator('[data-testid=push-form] [data-value=json]').click();
  await page.locator('.push-json .monaco-editor').waitFor();
  await look('push as JSON');
  await page.locator('[data-testid=push-form] [data-value=form]').click();
  await page.getByTestId('receiver-port').fill(new URL(agent.url).port);
  await page.getByTestId('receiver-start').click();
  await look('push, the receiver refused');
  await page.getByTestId('composer-options').click();
  await page.getByTestId('composer-push-receiver').click();
  await look('push along with a message, refused');
  await page.getByTestId('receiver-port').fill('');
  await page.getByTestId('composer-push-receiver').click();
  await page.locator('[data-testid=composer-push] [data-testid=push-token-receiver]').waitFor();
  await look('push along with a message');
  await page.getByTestId('composer-push-off').click();
  await page.getByTestId('composer-options').click();
  await page.getByTestId('push-url').fill('https://hooks.example/a');
  await page.getByTestId('push-test').click();
  await look('testing another address');
  await close(page, '[role=dialog]');
  await page.getByTestId('use-receiver').click();
  await page.getByTestId('push-token-receiver').waitFor();
  await page.getByTestId('push-save').click();
  await page.locator('[data-testid=push-form][data-state=saved]').waitFor();
  await agent.push('TASK_STATE_WORKING');
  await agent.push('TASK_STATE_WORKING', { token: 'wrong' });
  await page.getByTestId('unverified-row').waitFor();
  await look('push with deliveries');
  await page.getByTestId('push-test').click();
  await page.locator('[data-testid=push-test-result][data-state=verified]').waitFor();
  await look('push, tested');
  await page.getByTestId('push-delete').click();
  await look('deleting a configuration');
  await close(page, '[role=dialog]');
  await page.getByTestId('receiver-take-back').click();
  await look('taking back an address');
  await close(page, '[role=dialog]');
  await page.getByTestId('accept-delivery').click();
  await look('accepting a delivery');
  await close(page, '[role=dialog]');
  await page.getByTestId('deliveries-timeline').click();
  await page.locator('[data-testid=event-row][data-delivery=rejected]').click();
  await page.getByTestId('delivery-facts').waitFor();
  await look('inspector of a delivery');
  await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
  await openTab(page, 'push');
  await page.getByTestId('receiver-stop').click();
  await page.locator('[data-testid=receiver][data-state=stopped]').waitFor();
  await page.getByTestId('push-test').click();
  await look('push, not tested');
}

/** The Push tab of an agent that refuses. */
export async function walkPushRefused({ begin, look }: Walk): Promise<void> {
  const page = await begin(await startPushingAgent({ pushes: false }));
  await send(page, 'go');
  await waitForState(page, 'TASK_STATE_SUBMITTED');
  await page.locator('[data-testid=tree-row][data-kind=task]').first().click();
  await openTab(page, 'push');
  await page.getByTestId('push-list-ask').click();
  await look('push refused');
}

/** The Access tab from the form to a refusal, the question about another origin, and what is held. */
export async function walkAccess({ begin, look, close }: Walk): Promise<void> {
  const agent = await startGuardedAgent({
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { token: {} } }],
    accepts: ({ headers }) => headers.authorization === 'Bearer right',
    elsewhere: 'card',
  });
  const page = await begin(agent);
  await openTab(page, 'access');
  await page.getByTestId('vault-why').click();
  await page.getByTestId('vault-make').click();
  await page.getByTestId('vault-form').waitFor();
  await look('passphrase');
  await close(page, '[data-testid=vault-form]');
  await page.locator('[data-testid=secret-input][data-name=token]').fill('wrong');
  await page.getByTestId('access-save').click();
  await page.getByTestId('credential').waitFor();
  await look('access with a credential');
  await send(page, 'echo hello');
  await page.getByTestId('consent').waitFor();
  await look('consent');
  await page.getByTestId('consent-send').click();
  await page.getByTestId('consent').waitFor({ state: 'detached' });
  await page.getByTestId('agent-row').first().click();
  await openTab(page, 'access');
  await page.getByTestId('access-refusal').waitFor();
  await look('access refused');
  await page.getByTestId('held-menu').click();
  await look('menu of a credential');
  await page.locator('[data-menu=remove]').click();
  await page.getByTestId('confirm').waitFor();
  await look('removing a credential');
}

/** The screens that most people see, from the start page to the search over all sessions. */
export async function walkMain({ begin, look, close }: Walk): Promise<void> {
  const page = await begin(await startPeer(), { first: () => look('start') });
  await look('card');
  await openTab(page, 'connection');
  await look('connection not tested');
  await page.getByTestId('doctor-start').click();
  await page.locator('[data-testid=doctor][data-state=done]').waitFor();
  await page.locator('[data-testid=doctor-step][data-step=card] button').first().click();
  await look('connection');
  await openTab(page, 'access');
  await page.getByTestId('access-form').waitFor();
  await look('access');
  await send(page, 'tools');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'conversation');
  await page.locator('[data-testid=tool-card]').first().waitFor();
  await look('conversation');
  await openTab(page, 'artifacts');
  await look('artifacts');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
  await page.locator('[data-testid=event-row][data-kind=tool-result]').first().click();
  await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
  await look('inspector');
  await openTab(page, 'spans');
  await page.locator('[data-testid=span-row][data-kind=tool]').first().click();
  await look('spans');
  await page.getByTestId('show-in-wire').click();
  await page.getByTestId('header-line').first().waitFor();
  await look('wire');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
  await look('palette');
  await close(page, '[data-testid=palette]');
  await page.keyboard.press('Control+Comma');
  await page.getByTestId('settings').waitFor();
  await look('settings');
  await close(page, '[data-testid=settings]');
  await page.keyboard.press('Control+Shift+f');
  await page.getByTestId('find').waitFor();
  await look('find, empty');
  await page.getByTestId('find').getByTestId('filter-input').fill('the kind:tool,text');
  await page.locator('[data-testid=find][data-state=done]').waitFor();
  await page.getByTestId('find').getByTestId('filter-input').press('Escape');
  await look('find, full');
}
