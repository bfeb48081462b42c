import { afterEach, describe, expect, it } from 'vitest';
import { startTellingAgent } from '../electron/engine/testing/telling-agent.ts';
import { startAskingAgent } from './agents/asking-agent.ts';
import { startGuardedAgent } from './agents/guarded-agent.ts';
import { startListingAgent } from './agents/listing-agent.ts';
import { rowCount, waitForState, waitForTimeline } from './harness/actions.ts';
import {
  choose,
  command,
  connectByKey,
  expectFocus,
  expectFocusOn,
  isOn,
  paneTo,
  press,
  roundTo,
  sendByKey,
  tabByNumber,
  tabTo,
} from './harness/keyboard.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { startPeer } from './harness/peer.ts';

const TOKEN = 'tok-5d41402abc4b2a76b9719d911017c592';

let loupe: Launched;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  await loupe?.close();
  for (const end of ends.splice(0)) await end();
  expect(loupe?.problems ?? []).toEqual([]);
});

/** Starts the application and connects to an agent, by key. */
async function begin(agent: { url: string; close(): Promise<void> }) {
  ends.push(() => agent.close());
  loupe = await launchLoupe();
  await connectByKey(loupe.page, agent.url);
  return loupe.page;
}

/** A run with tools, in the timeline. */
async function withTools() {
  const page = await begin(await startPeer());
  await sendByKey(page, 'tools');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await tabByNumber(page, 'timeline');
  await waitForTimeline(page, 'ended');
  return page;
}

/** Opens the menu of what has the focus. */
const menu = async () => {
  await loupe.page.keyboard.press('Shift+F10');
  await loupe.page.getByRole('menu').waitFor();
};

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

  it('the timeline is filtered, read, and followed into inspector and wire', async () => {
    const page = await withTools();
    const all = await rowCount(page);
    const field = page.getByTestId('filter-input').first();
    await roundTo(page, '[data-testid=timeline]');
    await press(page, '/');
    await expectFocusOn(page, '[data-testid=filter-input]', '/');
    await page.keyboard.type('ki');
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect.poll(() => field.inputValue()).toBe('kind:');
    await page.keyboard.type('tool-re');
    await page.locator('[data-testid=filter-option][data-value=tool-result]').waitFor();
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect.poll(() => field.inputValue()).toBe('kind:tool-result ');
    await expect.poll(() => rowCount(page)).toBeLessThan(all);
    const few = await rowCount(page);

    await page.getByTestId('filter-suggestions').waitFor({ state: 'detached' });
    await tabTo(page, '[data-testid=filter-save]');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, '[data-testid=filter-dialog-name]', 'filter dialog');
    await page.keyboard.type('Results');
    await page.keyboard.press('Enter');
    await page.getByTestId('filter-dialog').waitFor({ state: 'detached' });
    await page.getByTestId('saved-filter').waitFor();
    await expectFocus(page, 'a filter saved');
    await press(page, 'Control+f');
    await expectFocusOn(page, '[data-testid=filter-input]', 'Control+f');
    await page.keyboard.press('Escape');
    await expect.poll(() => rowCount(page)).toBe(all);
    await tabTo(page, '[data-testid=saved-filter] button');
    await press(page, 'Enter');
    await expect.poll(() => rowCount(page)).toBe(few);
    await press(page, 'Delete');
    await page.getByTestId('saved-filter').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-testid=filter-details] *', 'a deleted filter');

    await press(page, 'Control+f');
    await press(page, 'Enter');
    await expectFocusOn(page, '[data-testid=timeline]', 'Enter in the filter');
    await press(page, 'Home');
    await press(page, 'Enter');
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await expectFocusOn(page, '[data-testid=timeline]', 'Enter');
    await paneTo(page, 'inspector');
    await tabTo(page, '[data-testid=inspector-tab]');
    await press(page, 'ArrowRight');
    await page.locator('[data-testid=inspector-tab][data-tab=json][data-state=selected]').waitFor();
    await tabTo(page, '[data-testid=show-in-wire]');
    await press(page, 'Control+Alt+i');
    await page.getByTestId('inspector').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'the inspector closed');
    await paneTo(page, 'main');
    await press(page, 'w');
    await page.locator('[data-testid=wire][data-state=open]').waitFor();
    await expectFocusOn(page, '[data-pane=wire] [role=grid]', 'w');
    await press(page, 'w');
    await expectFocusOn(page, '[data-testid=timeline]', 'w back');
    // An overlay that is asked for gives the focus back.
    await press(page, 'g');
    await expectFocusOn(page, '.goto-number input', 'g');
    await press(page, 'Escape');
    await expectFocusOn(page, '[data-testid=timeline]', 'Escape');
    await press(page, 'Control+j');
    await page.locator('[data-testid=wire-bar][data-state=collapsed]').waitFor();
  });

  it('spans are walked, zoomed, fitted and opened', async () => {
    const page = await withTools();
    await tabByNumber(page, 'spans');
    await page.getByTestId('span-row').first().waitFor();
    await paneTo(page, 'main');
    await tabTo(page, '[data-testid=spans]');
    await press(page, 'Home');
    await press(page, 'ArrowDown');
    const zoom = async () => Number.parseFloat((await page.getByTestId('span-zoom').textContent()) ?? '');
    await press(page, 'Equal');
    await expect.poll(zoom).toBeGreaterThan(1);
    await press(page, 'Shift+ArrowRight');
    await press(page, 'f');
    await expect.poll(zoom).toBe(1);
    await press(page, 'Enter');
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await press(page, 'Shift+T');
    await page.getByRole('columnheader', { name: 'Inside' }).waitFor();
    await press(page, 't');
    await page.locator('[data-testid=tab][data-tab=timeline][data-state=selected]').waitFor();
    await expectFocusOn(page, '[data-testid=timeline]', 't');
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

  it('the tree is expanded, opened, watched and limited', async () => {
    const titles = ['Question 0', 'Question 1', 'Question 2'];
    const page = await begin(await startListingAgent({ titles, working: true, pollsToEnd: 10_000 }));
    await paneTo(page, 'rail');
    await tabTo(page, '[role=treeitem]');
    await press(page, 'm');
    await page.locator('[data-testid=list-notice][data-listed="3"]').waitFor();
    await expectFocusOn(page, '[role=treeitem]', 'm');
    await press(page, 'Home');
    await press(page, 'ArrowLeft');
    await page.locator('[role=treeitem]:focus[aria-expanded=false]').waitFor();
    await press(page, 'ArrowRight');
    await press(page, 'ArrowRight');
    await expectFocusOn(page, '[data-id="task-0"]', 'ArrowRight');
    await press(page, 'Enter');
    await page.locator('[data-id="task-0"][aria-selected=true]').waitFor();
    await menu();
    await choose(page, 'watch');
    await page.locator('[data-testid=tree-row][data-id="task-0"][data-watch]').waitFor();
    await expectFocusOn(page, '[data-id="task-0"]', 'a menu that closed');
    await tabTo(page, '[data-testid=watch-stop]');
    await press(page, 'Enter');
    await page.locator('[data-testid=watch-row][data-end=stopped]').waitFor();
    await tabTo(page, '[data-testid=watch-stop]');
    await page.keyboard.press('Enter');
    await page.getByTestId('watch-row').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=rail] *', 'a row that went');
    await tabTo(page, '[data-testid=list-choose]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('list-form').waitFor();
    await tabTo(page, '[data-field=state]');
    await page.keyboard.type('Work');
    await page.keyboard.press('Enter');
    if ((await page.getByTestId('list-form').count()) > 0) {
      await tabTo(page, '[data-testid=list-submit]');
      await page.keyboard.press('Enter');
    }
    await page.getByTestId('list-criteria').waitFor();
    await page.getByTestId('list-form').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-testid=list-choose]', 'the end of the dialog');
    await tabTo(page, '[data-testid=list-criteria] button');
    await page.keyboard.press('Enter');
    await page.getByTestId('list-criteria').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=rail] *', 'a choice that went');
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
    await expectFocusOn(page, '.access-eye', 'Tab');
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

  it('a lens is written and left', async () => {
    const page = await begin(await startTellingAgent());
    await sendByKey(page, 'go');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await paneTo(page, 'main');
    await command(page, 'lenses');
    await page.getByTestId('lenses').waitFor();
    await expectFocus(page, 'lenses');
    await tabTo(page, '[data-testid=lens-new]');
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=lens-editor] .monaco-editor').waitFor();
    await expectFocus(page, 'the editor');
    await tabTo(page, '.monaco-editor *');
    await page.keyboard.press('Control+m');
    await press(page, 'Tab');
    expect(await isOn(page, '.monaco-editor *')).toBe(false);
    await expectFocusOn(page, '[role=dialog] *', 'Tab out of the editor');
    await tabTo(page, '.monaco-editor *');
    await page.keyboard.press('Control+s');
    await page.locator('[data-testid=lens-editor][data-state=saved]').waitFor();
    await tabTo(page, '[data-testid=lens-back]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('lens-row').waitFor();
    await expectFocusOn(page, '[role=dialog], [role=dialog] *', 'back');
    await tabTo(page, '[data-testid=lens-row] [aria-haspopup=menu]');
    await page.keyboard.press('Enter');
    await choose(page, 'delete');
    await page.getByTestId('lens-undo').waitFor();
    await expectFocusOn(page, '[role=dialog], [role=dialog] *', 'a lens deleted');
    await page.keyboard.press('Escape');
    await page.getByTestId('lenses').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'the end of lenses');
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
    await menu();
    await choose(page, 'rename');
    await expectFocusOn(page, '[role=dialog] input', 'rename');
    await page.keyboard.type('Kept');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, '[data-testid=session-row][data-state=kept]', 'renamed');
    await menu();
    await choose(page, 'delete');
    await page.getByTestId('confirm').waitFor();
    await tabTo(page, '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('session-row').count()).toBe(1);
    await expectFocusOn(page, '[data-testid=session-row][data-state=live]', 'deleted');

    await paneTo(page, 'rail');
    await tabTo(page, '[data-testid=agent-row]', 'Shift+Tab');
    await menu();
    await choose(page, 'remove');
    await page.getByTestId('confirm').waitFor();
    await tabTo(page, '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await page.getByTestId('agent-row').waitFor({ state: 'detached' });
    await expectFocus(page, 'an agent removed');
  });
});
