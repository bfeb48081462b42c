import { describe, expect, it } from 'vitest';
import { startAskingAgent } from './agents/asking-agent.ts';
import { startCuttingAgent } from './agents/cutting-agent.ts';
import { startGuardedAgent } from './agents/guarded-agent.ts';
import { waitForState } from './harness/actions.ts';
import {
  choose,
  command,
  connectByKey,
  expectFocus,
  expectFocusOn,
  isOn,
  openMenu,
  paneTo,
  press,
  roundTo,
  sendByKey,
  tabByNumber,
  tabTo,
} from './harness/keyboard.ts';
import { startPeer } from './harness/peer.ts';
import { playedByKey } from './harness/played-by-key.ts';

const TOKEN = 'tok-5d41402abc4b2a76b9719d911017c592';

const { begin, endLater, withTools } = playedByKey();

describe('with the keyboard alone', () => {
  it('an agent is added, its card read, a skill tried and a message streamed', async () => {
    const page = await begin(await startPeer());
    for (const pane of ['rail', 'main', 'top', 'wire']) await paneTo(page, pane);
    await press(page, 'Shift+F6');
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=skill-example][title^=tools]');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, '[data-testid=composer] textarea', 'a skill');
    expect(await page.locator('[data-testid=composer] textarea').inputValue()).not.toBe('');
    await press(page, 'Control+Enter');

    await waitForState(page, 'TASK_STATE_COMPLETED');
    await expectFocus(page, 'the end of a stream');
    // A sign is text where text is written, and a key elsewhere.
    await page.keyboard.type('?');
    expect(await page.getByTestId('key-sheet').count()).toBe(0);
    await page.keyboard.press('Backspace');
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=tab]', 'Shift+Tab');
    await press(page, '?');
    await page.getByTestId('key-sheet').waitFor();
    await expectFocusOn(page, '[role=dialog] *, [role=dialog]', 'keys');
    await page.keyboard.press('Escape');
    await page.getByTestId('key-sheet').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-testid=tab]', 'the end of keys');
  });

  it('the next message goes to a new task in the context', async () => {
    const page = await begin(await startPeer());
    await sendByKey(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await press(page, 'Control+l');
    await press(page, 'Alt+3');
    await page.locator('[data-testid=composer-target][data-state=new-context]').waitFor();
    await press(page, 'Alt+2');
    await page.locator('[data-testid=composer-target][data-state=new-task]').waitFor();
    await tabTo(page, '[data-testid=composer-target] [role=radio]', 'Shift+Tab');
    await press(page, 'ArrowRight');
    await expectFocusOn(page, '[data-testid=composer-target] [role=radio][aria-checked=true]', 'ArrowRight');
    await press(page, 'Alt+2');
    await sendByKey(page, 'echo again');
    const done = page.locator('[data-testid=tree-row][data-kind=task][data-state=TASK_STATE_COMPLETED]');
    await expect.poll(() => done.count()).toBe(2);
    expect(await page.locator('[data-testid=tree-row][data-kind=context]').count()).toBe(1);
  });

  it('a permission is allowed, thinking and a tool card are expanded', async () => {
    const agent = await startAskingAgent();
    const page = await begin(agent);
    await sendByKey(page, 'write');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await tabByNumber(page, 'conversation');
    await page.locator('[data-testid=question-card][data-state=open]').waitFor();
    await press(page, 'F8');
    await expectFocusOn(page, '[data-testid=question-card]', 'F8');
    await press(page, 'a');
    await page.locator('[data-testid=question-card][data-decision=allow_once]').waitFor();
    await expectFocus(page, 'allowed');
    await paneTo(page, 'main');
    for (const card of ['thinking', 'tool-card']) {
      const isCard = () => isOn(page, `[data-testid=${card}]`);
      for (let step = 0; step < 20 && !(await isCard()); step++) await press(page, 'ArrowUp');
      for (let step = 0; step < 20 && !(await isCard()); step++) await press(page, 'ArrowDown');
      await expectFocusOn(page, `[data-testid=${card}]`, 'arrows');
      const fold = page.locator(`[data-testid=${card}] [data-toggle]`).first();
      const before = await fold.getAttribute('aria-expanded');
      await press(page, 'Enter');
      await expect.poll(() => fold.getAttribute('aria-expanded')).not.toBe(before);
    }
  });

  it('a question is answered in its form', async () => {
    const agent = await startAskingAgent();
    const page = await begin(agent);
    await sendByKey(page, 'form');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await tabByNumber(page, 'conversation');
    await page.getByTestId('answer-form').waitFor();
    await press(page, 'F8');
    await tabTo(page, '[data-name="/name"] input');
    await page.keyboard.type('net');
    await press(page, 'Enter');
    // What is missing has the focus.
    await expectFocusOn(page, '[data-name="/region"] select', 'a form that is not complete');
    await page.keyboard.type('south');
    await tabTo(page, '[data-name="/zones"] input');
    await press(page, 'Space');
    await tabTo(page, '[data-testid=send-answer]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=question-card][data-state=answered]').waitFor();
    await expectFocus(page, 'answered');
    const message = agent.calls.at(-1)?.params.message as { parts: { data: object }[] };
    expect(message.parts[0]?.data).toMatchObject({ name: 'net', region: 'south', zones: ['a'] });
  });

  it('an answer in JSON does not hold the Tab key', async () => {
    const page = await begin(await startAskingAgent());
    await sendByKey(page, 'deep');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await tabByNumber(page, 'conversation');
    await page.locator('[data-testid=json-answer] .monaco-editor').waitFor();
    await press(page, 'F8');
    await tabTo(page, '.monaco-editor *');
    await press(page, 'Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('{"rules":[{"port":80}]}');
    await page.keyboard.press('Control+m');
    await tabTo(page, '[data-testid=send-answer]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=question-card][data-state=answered]').waitFor();
    await expectFocus(page, 'answered');
  });

  it('a task is left alone, then canceled', async () => {
    const page = await begin(await startAskingAgent());
    await sendByKey(page, 'work');
    await waitForState(page, 'TASK_STATE_WORKING');
    await paneTo(page, 'top');
    await tabTo(page, '[data-testid=stop-listening]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=live-state]:not([data-state=live])').waitFor();
    await expectFocusOn(page, '[data-pane=main] *', 'stopped listening');
    await paneTo(page, 'top');
    await tabTo(page, '[data-testid=cancel-task]');
    await page.keyboard.press('Enter');
    await waitForState(page, 'TASK_STATE_CANCELED');
    await page.getByTestId('cancel-task').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'canceled');
    // The same from the palette.
    await sendByKey(page, 'work');
    await waitForState(page, 'TASK_STATE_WORKING');
    await command(page, 'cancel task');
    await expect
      .poll(() => page.locator('[data-testid=tree-row][data-kind=task][data-state=TASK_STATE_CANCELED]').count())
      .toBe(2);
    await expectFocus(page, 'canceled by the palette');
  });

  it('a token is entered, looked at, and sent elsewhere only when allowed', async () => {
    const agent = await startGuardedAgent({
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { token: {} } }],
      accepts: ({ headers }) => headers.authorization === `Bearer ${TOKEN}`,
      elsewhere: 'card',
    });
    const page = await begin(agent);
    await tabByNumber(page, 'access');
    await page.getByTestId('access-form').waitFor();
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=secret-input]');
    await page.keyboard.type(TOKEN);
    const secret = page.getByTestId('secret-input');
    await press(page, 'Tab');
    await expectFocusOn(page, '[data-testid=secret-input] ~ button', 'Tab');
    await page.keyboard.down('Space');
    await page.locator('[data-testid=secret-input][type=text]').waitFor();
    await page.keyboard.up('Space');
    await page.locator('[data-testid=secret-input][type=password]').waitFor();
    await press(page, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=secret-held][data-name=token]').waitFor();
    await secret.waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'a saved secret');
    await sendByKey(page, 'echo hello');
    await page.getByTestId('consent').waitFor();
    await expectFocusOn(page, '[data-testid=consent-cancel]', 'the question');
    await tabTo(page, '[data-testid=consent-send]');
    await page.keyboard.press('Enter');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await expectFocusOn(page, '[data-testid=composer] *', 'the answer');
    expect(agent.calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    // Consent and credential are forgotten; the focus goes to what is beside them.
    await paneTo(page, 'rail');
    await tabTo(page, '[data-testid=agent-row]');
    await press(page, 'Enter');
    await tabByNumber(page, 'access');
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=consent-forget]');
    await page.keyboard.press('Enter');
    await page.getByTestId('consent-row').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'a consent forgotten');
    await tabTo(page, '[data-testid=held-menu]');
    await page.keyboard.press('Enter');
    await choose(page, 'remove');
    await page.getByTestId('confirm').waitFor();
    await expectFocus(page, 'confirm');
    await tabTo(page, '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await page.getByTestId('credential').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'a credential removed');
  });

  it('the palette, find, export, settings and the menus give the focus back', async () => {
    const page = await withTools();
    await roundTo(page, '[data-testid=timeline]');
    const backFrom = async (name: string) => expectFocusOn(page, '[data-testid=timeline]', `the end of ${name}`);
    await press(page, 'Control+k');
    await expectFocusOn(page, '[data-testid=palette] input', 'palette');
    await press(page, 'ArrowDown');
    await page.keyboard.press('Escape');
    await backFrom('palette');

    await press(page, 'Control+s');
    await page.locator('[data-testid=share][data-state=ready]').waitFor();
    await expectFocusOn(page, '[role=dialog] *, [role=dialog]', 'share');
    await tabTo(page, '[data-testid=share-save]');
    await page.keyboard.press('Escape');
    await backFrom('share');

    await press(page, 'Control+Comma');
    await page.getByTestId('settings').waitFor();
    await tabTo(page, '[data-setting=pollIntervalMs]');
    await page.keyboard.press('Escape');
    await backFrom('settings');

    await press(page, 'Control+Shift+f');
    await expectFocusOn(page, '[data-testid=find] input', 'find');
    await page.keyboard.type('tools kind:request');
    await page.locator('[data-testid=find][data-state=done]').waitFor();
    await press(page, 'Enter');
    await expectFocusOn(page, '[data-testid=find-results]', 'Enter');
    await page.keyboard.press('Enter');
    await page.getByTestId('find').waitFor({ state: 'detached' });
    await page.locator('[data-testid=event-row][data-kind=request][data-state=selected]').waitFor();
    await expectFocus(page, 'a hit');

    // A session is renamed and one of two deleted; its neighbour has the focus then.
    await command(page, 'new session');
    await expect.poll(() => page.getByTestId('session-row').count()).toBe(2);
    await expectFocus(page, 'a new session');
    await paneTo(page, 'rail');
    await tabTo(page, '[data-testid=session-row]');
    await press(page, 'End');
    await expectFocusOn(page, '[data-testid=session-row][data-state=kept]', 'End');
    await openMenu(page);
    await choose(page, 'rename');
    await expectFocusOn(page, '[role=dialog] input', 'rename');
    await page.keyboard.type('Kept');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, '[data-testid=session-row][data-state=kept]', 'renamed');
    await openMenu(page);
    await choose(page, 'delete');
    await page.getByTestId('confirm').waitFor();
    await tabTo(page, '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('session-row').count()).toBe(1);
    await expectFocusOn(page, '[data-testid=session-row][data-state=live]', 'deleted');

    await paneTo(page, 'rail');
    await tabTo(page, '[data-testid=agent-row]', 'Shift+Tab');
    await openMenu(page);
    await choose(page, 'remove');
    await page.getByTestId('confirm').waitFor();
    await tabTo(page, '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await page.getByTestId('agent-row').waitFor({ state: 'detached' });
    await expectFocus(page, 'an agent removed');
  });

  it('the connection is tested, options are changed, and a passphrase is asked for', async () => {
    const page = await begin(await startPeer());
    await tabByNumber(page, 'connection');
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=doctor-start]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=doctor][data-state=done]').waitFor();
    await expectFocusOn(page, '[data-pane=main] *', 'a test');
    await tabTo(page, '[data-testid=doctor-step] button');
    const step = page.locator('[data-testid=doctor-step] button').first();
    const before = await step.getAttribute('aria-expanded');
    await press(page, 'Enter');
    await expect.poll(() => step.getAttribute('aria-expanded')).not.toBe(before);
    await tabTo(page, '[data-testid=options] input');
    await tabByNumber(page, 'access');
    await page.getByTestId('vault-make').waitFor();
    await expectFocusOn(page, '[data-pane=main] *', 'another tab');
    await tabTo(page, '[data-testid=vault-make]');
    await page.keyboard.press('Enter');
    await page.getByTestId('vault-form').waitFor();
    await expectFocusOn(page, '[role=dialog] *, [role=dialog]', 'passphrase');
    await page.keyboard.press('Escape');
    await page.getByTestId('vault-form').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-testid=vault-make]', 'the end of the dialog');
  });

  it('a question is answered by an offered reply, a stream that was cut is subscribed to again', async () => {
    const asking = await startAskingAgent();
    const page = await begin(asking);
    await sendByKey(page, 'pick');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await tabByNumber(page, 'conversation');
    await page.locator('[data-testid=question-card][data-state=open]').waitFor();
    await press(page, 'F8');
    await tabTo(page, '[data-testid=choice][data-id=south]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=question-card][data-state=answered]').waitFor();
    await expectFocusOn(page, '[data-pane=main] *', 'answered');
    const cutting = endLater(await startCuttingAgent({ refusals: 4 }));
    await press(page, 'Alt+n');
    await connectByKey(page, cutting.url);
    await sendByKey(page, 'Create a network');
    await waitForState(page, 'TASK_STATE_WORKING');
    await tabByNumber(page, 'timeline');
    await page.getByTestId('cut-row').waitFor();
    await roundTo(page, '[data-testid=timeline]');
    for (let tries = 0; tries < 20 && (await page.getByTestId('cut-row').count()) > 0; tries++) {
      const before = cutting.calls.length;
      await press(page, 's');
      await expect
        .poll(async () => cutting.calls.length > before || !(await page.getByTestId('cut-row').count()))
        .toBe(true);
    }
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await expectFocusOn(page, '[data-testid=timeline]', 'the end of the stream');
  });
});
