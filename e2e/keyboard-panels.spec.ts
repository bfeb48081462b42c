import { describe, expect, it } from 'vitest';
import { startTellingAgent } from '../electron/engine/testing/telling-agent.ts';
import { startListingAgent } from './agents/listing-agent.ts';
import { rowCount, waitForState } from './harness/actions.ts';
import {
  choose,
  command,
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

const { begin, withTools } = playedByKey();

describe('with the keyboard alone', () => {
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
    await openMenu(page);
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

  it('exchanges and frames are walked, filtered and copied', async () => {
    const page = await withTools();
    await press(page, 'Control+j');
    await page.locator('[data-testid=wire][data-state=open]').waitFor();
    await roundTo(page, '[data-list=exchanges]');
    await press(page, 'End');
    await press(page, 'k');
    await press(page, 'j');
    await press(page, 'Enter');
    await expectFocusOn(page, '[data-list=frames]', 'Enter');
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await press(page, 'ArrowLeft');
    await expectFocusOn(page, '[data-list=exchanges]', 'ArrowLeft');
    await press(page, 'Control+f');
    await expectFocusOn(page, '[data-pane=wire] [data-filter]', 'Control+f');
    await page.keyboard.type('no such exchange');
    await page.locator('[data-testid=empty][data-for=wire]').waitFor();
    await tabTo(page, '[data-testid=empty][data-for=wire] button');
    await page.keyboard.press('Enter');
    await page.getByTestId('exchange-row').first().waitFor();
    await expectFocusOn(page, '[data-pane=wire] *', 'a filter that went');
    await tabTo(page, '[data-testid=wire-copy]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await expectFocusOn(page, '[role=menuitem]', 'a menu');
    await page.keyboard.press('Escape');
    await expectFocusOn(page, '[data-testid=wire-copy]', 'Escape');
    // With the console its focus goes back to the centre.
    await press(page, 'Control+j');
    await expectFocusOn(page, '[data-pane=main] *', 'the console closed');
    await tabTo(page, '[data-pane=main] .splitter-y');
    const height = () => page.locator('[data-pane=main] .splitter-y').first().getAttribute('aria-valuenow');
    const was = await height();
    await press(page, 'ArrowUp');
    await expect.poll(height).not.toBe(was);
    await press(page, 'Enter');
    await expect.poll(height).toBe(was);
  });

  it('a narrow window opens its rail and inspector over the centre, and takes the focus back', async () => {
    const page = await begin(await startPeer(), { viewport: { width: 760, height: 520 } });
    await sendByKey(page, 'tools');
    await page.locator('[data-testid=live-state][data-task-state=TASK_STATE_COMPLETED]').waitFor();
    await tabByNumber(page, 'timeline');
    await roundTo(page, '[data-testid=timeline]');
    await press(page, 'Control+b');
    await page.locator('.over-rail').waitFor();
    await expectFocusOn(page, '.over-rail *', 'the rail');
    await page.keyboard.press('Escape');
    await page.locator('.over-rail').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-testid=timeline]', 'Escape');
    await press(page, 'Home');
    await press(page, 'Enter');
    await page.getByTestId('inspector').waitFor();
    await expectFocus(page, 'the inspector');
    await paneTo(page, 'inspector');
    await press(page, 'Control+Alt+i');
    await page.getByTestId('inspector').waitFor({ state: 'detached' });
    await expectFocusOn(page, '[data-pane=main] *', 'the inspector closed');
  });

  it('artifacts are walked, read in other forms and compared', async () => {
    const page = await begin(await startPeer());
    await sendByKey(page, 'artifacts');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await tabByNumber(page, 'artifacts');
    await page.getByTestId('artifact-row').first().waitFor();
    await roundTo(page, '[data-testid=artifact-list]');
    const name = () => page.getByTestId('artifact-name').textContent();
    await press(page, 'Home');
    const first = await name();
    await press(page, 'j');
    await expect.poll(name).not.toBe(first);
    await press(page, 'k');
    await expect.poll(name).toBe(first);
    const form = () =>
      page.locator('[data-testid=artifact-view] [role=radiogroup] [aria-checked=true]').first().textContent();
    const before = await form();
    await press(page, 'v');
    await expect.poll(form).not.toBe(before);
    await tabTo(page, '[data-testid=artifact-view] [role=radio]');
    await press(page, 'ArrowRight');
    await tabTo(page, '[data-testid=artifact-details-toggle]');
    await press(page, 'Enter');
  });
});
