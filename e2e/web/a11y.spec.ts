import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTellingAgent } from '../../electron/engine/testing/telling-agent.ts';
import { startAskingAgent } from '../agents/asking-agent.ts';
import { startCuttingAgent } from '../agents/cutting-agent.ts';
import { startGuardedAgent } from '../agents/guarded-agent.ts';
import { startListingAgent } from '../agents/listing-agent.ts';
import { startNoAgent } from '../agents/no-agent.ts';
import { connect, openTab, send, waitForState, waitForTimeline } from '../harness/actions.ts';
import { walkArtifacts, walkComparedArtifacts, walkFilesElsewhere } from '../harness/artifact-walks.ts';
import { type Launched, type LaunchOptions, launchLoupe } from '../harness/launch.ts';
import { startPeer } from '../harness/peer.ts';
import { LEFT_OUT, SCREENS } from '../harness/screen-table.ts';
import { declaredScreens, screenFaults } from '../harness/screens.ts';
import { type Beginning, walkAccess, walkMain, walkPush, walkPushRefused } from '../harness/walks.ts';

const looked = new Set<string>();
let wrong: string[] = [];
let loupe: Launched;
const ends: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  await loupe?.close();
  for (const end of ends.splice(0)) await end();
  const found = wrong;
  wrong = [];
  expect(found).toEqual([]);
});

/** Examines the screen as it is. */
async function look(name: keyof typeof SCREENS): Promise<void> {
  looked.add(name);
  wrong.push(...(await screenFaults(loupe.page, name, SCREENS[name])));
}

async function begin(
  agent: { url: string; close(): Promise<unknown> },
  { first, ...options }: LaunchOptions & Beginning = {},
): Promise<Page> {
  ends.push(() => agent.close());
  loupe = await launchLoupe(options);
  await first?.();
  await connect(loupe.page, agent.url);
  return loupe.page;
}

const close = async (page: Page, opened: string): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator(opened).first().waitFor({ state: 'detached' });
};

async function menuOf(page: Page, row: string, name: keyof typeof SCREENS): Promise<void> {
  await page.locator(row).first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await look(name);
  await close(page, '[role=menu]');
}

describe('no serious fault is found in either theme', () => {
  it('on the main screens', () => walkMain({ begin, look, close }), 180_000);
});

describe('no serious fault is found in either theme either', () => {
  it('before there is an agent', async () => {
    const silent = await startNoAgent(() => {});
    const deaf = await startNoAgent((end) => end());
    ends.push(silent.close, deaf.close);
    loupe = await launchLoupe();
    const { page } = loupe;
    const address = page.getByTestId('address');
    await address.fill(deaf.url);
    await address.press('Enter');
    await page.locator('[data-testid=error][data-for=start]').waitFor();
    await look('start, failed');
    await page.locator('.start-failure-actions button').first().click();
    await look('card not read');
    await page.locator('.card-none').getByRole('button').last().click();
    await page.locator('[data-testid=error][data-for=card-fetch]').waitFor();
    await look('card not read again');
    await page.keyboard.press('Alt+n');
    await address.fill(silent.url);
    await address.press('Enter');
    await page.locator('[data-testid=loading][data-for=start]').waitFor();
    await look('start, reading');
  });

  it('in menus and dialogs', async () => {
    const page = await begin(await startPeer());
    await menuOf(page, '[data-testid=agent-row]', 'menu of an agent');
    await page.getByTestId('agent-row').click({ button: 'right' });
    await page.locator('[data-menu=rename]').click();
    await page.getByRole('dialog').waitFor();
    await look('name of an agent');
    await close(page, '[role=dialog]');
    await page.getByTestId('agent-menu').click();
    await page.getByRole('menu').waitFor();
    await look('menu of the centre');
    await close(page, '[role=menu]');
    await page.locator('.top-end [aria-haspopup=menu]').press('Enter');
    await page.getByRole('menu').waitFor();
    await look('theme menu');
    await close(page, '[role=menu]');
    await page.locator('.composer-operation').press('Enter');
    await page.getByRole('menu').waitFor();
    await look('menu of the composer');
    await close(page, '[role=menu]');
    await menuOf(page, '[data-testid=session-row]', 'menu of a session');
    await page.getByTestId('session-row').click({ button: 'right' });
    await page.locator('[data-menu=rename]').click();
    await look('name of a session');
    await close(page, '[role=dialog]');
    await page.getByTestId('tab').first().focus();
    await page.keyboard.press('?');
    await page.getByTestId('key-sheet').waitFor();
    await look('keys');
    await close(page, '[data-testid=key-sheet]');
    await page.keyboard.press('Control+s');
    await page.locator('[data-testid=share][data-state=ready]').waitFor();
    await look('share');
    await close(page, '[data-testid=share]');
    const file = { name: 'none.jsonl', mimeType: 'text/plain', buffer: Buffer.from('no session\n') };
    await page.locator('.sessions input[type=file]').setInputFiles(file);
    await page.locator('[data-testid=error][data-for=sessions]').waitFor();
    await look('a file that is no session');
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['no session'], 'none.jsonl'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.locator('[data-testid=error][data-for=drop]').waitFor();
    await look('a dropped file that is no session');
    await close(page, '[role=dialog]');
    await page.locator('.composer-bar [aria-expanded]').nth(1).click();
    const editor = page.locator('.composer-metadata .monaco-editor').first();
    await editor.locator('.view-lines').click();
    await page.keyboard.insertText('no JSON');
    await look('composer drawers');
    await send(page, 'hello');
    await page.locator('[data-testid=error][data-for=composer]').waitFor();
    await look('composer, refused');
  });

  it('where nothing was sent', async () => {
    const page = await begin(await startPeer());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('>all events');
    await page.keyboard.press('Enter');
    await openTab(page, 'timeline');
    await look('timeline, nothing sent');
    await openTab(page, 'conversation');
    await look('conversation, nothing sent');
    await openTab(page, 'spans');
    await page.locator('[data-testid=spans]').waitFor();
    await look('spans, nothing sent');
    await openTab(page, 'artifacts');
    await look('no artifacts');
  });

  it('in timeline, inspector and wire', async () => {
    const page = await begin(await startPeer());
    await send(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'timeline');
    await waitForTimeline(page, 'ended');
    if ((await page.getByTestId('inspector').count()) === 0) await page.keyboard.press('Control+Alt+i');
    await look('timeline');
    const field = page.getByTestId('filter-input').first();
    await field.fill('text:"no such words"');
    await look('timeline, nothing matches');
    await field.fill('-kind:usage dur:>lots na');
    await page.getByTestId('filter-suggestions').waitFor();
    await look('completion of a filter');
    await field.fill('kind:tool');
    await page.keyboard.press('Escape');
    await page.getByTestId('filter-save').click();
    await page.getByTestId('filter-dialog-name').fill('Tools');
    await look('saving a filter');
    await page.getByTestId('filter-dialog-save').click();
    await menuOf(page, '[data-testid=saved-filter]', 'menu of a filter');
    await page.getByTestId('filter-clear').click();
    await page.locator('[data-testid=event-row]').first().click();
    await page.keyboard.press('p');
    await menuOf(page, '[data-testid=event-row]', 'menu of an event');
    await page.getByTestId('pins').click();
    await look('menu of pins');
    await close(page, '[role=menu]');
    // A closed menu gives the focus back a moment later.
    await page.locator('[data-testid=pins]:focus').waitFor();
    await page.getByTestId('timeline').focus();
    await page.keyboard.press('g');
    await look('go to event');
    await page.keyboard.press('Escape');
    await page.locator('[data-testid=event-row][data-kind=request]').first().click();
    for (const [digit, name] of [
      [2, 'inspector, JSON'],
      [3, 'inspector, raw'],
      [4, 'inspector, timing'],
    ] as const) {
      await page.keyboard.press(`Control+Alt+Digit${digit}`);
      await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
      await look(name);
    }
    await page.keyboard.press('Control+Alt+Digit2');
    await page.locator('[data-testid=event-row][data-kind=end]').first().click();
    await look('inspector of an end');
    await page.keyboard.press('Control+Alt+Digit1');
    await openTab(page, 'spans');
    await page.getByTestId('span-table').click();
    await page.getByTestId('latency-tables').getByRole('radio').last().click();
    await look('spans as a table, and runs');
    await page.getByTestId('latency-copy').click();
    await look('menu of the latency');
    await close(page, '[role=menu]');
    await page.getByTestId('run-again-times').fill('1');
    await page.getByTestId('run-again-start').click();
    await page.locator('[data-testid=run-again-said][data-state=done]').waitFor();
    for (const mark of await page.getByTestId('compare-mark').locator('label').all()) {
      await mark.click();
    }
    await page.getByTestId('compare-open').click();
    await page.getByTestId('compare').waitFor();
    await look('runs compared');
    await close(page, '[role=dialog]');
    await page.keyboard.press('Control+j');
    await page.getByTestId('exchange-row').last().click();
    await menuOf(page, '[data-testid=exchange-row]', 'menu of an exchange');
    await page.getByTestId('wire-copy').click();
    await look('menu of copies');
    await close(page, '[role=menu]');
    await page.locator('[data-list=frames]').focus();
    await page.keyboard.press('g');
    await look('go to frame');
    await page.keyboard.press('Escape');
    const kinds = page.locator(
      '.wire-frames .wire-kind[aria-pressed=true], .wire-middle .wire-kind[aria-pressed=true]',
    );
    while ((await kinds.count()) > 0) await kinds.first().click();
    await look('wire, no frame shown');
    const view = (id: string) => page.locator(`[data-pane=wire] [role=radio][data-value=${id}]`).click();
    await view('text');
    await look('wire, text');
    await view('hex');
    await look('wire, hex');
    await page.getByTestId('exchange-row').first().click();
    await view('request');
    await look('wire, no body');
    await page.locator('[data-pane=wire] [data-filter]').fill('no such exchange');
    await look('wire, nothing matches');
  }, 180_000);

  it('in artifacts', () => walkArtifacts({ begin, look, close }), 180_000);

  it('in drawn and compared artifacts', () => walkComparedArtifacts({ begin, look, close }), 180_000);

  it('in files that did not come along', () => walkFilesElsewhere({ begin, look, close }), 180_000);

  it('while an agent asks, works and ends', async () => {
    const agent = await startAskingAgent();
    const page = await begin(agent);
    const ask = async (word: string) => {
      if (word !== 'write') await page.keyboard.press('Alt+3');
      await send(page, word);
      await openTab(page, 'conversation');
    };
    await ask('write');
    await page.locator('[data-testid=question-card][data-state=open]').waitFor();
    await look('a permission');
    await page.locator('[data-testid=choice][data-id=allow_once]').click();
    await page.locator('[data-testid=question-card][data-state=answered]').waitFor();
    await ask('form');
    await page.getByTestId('answer-form').waitFor();
    await page.getByTestId('send-answer').click();
    await page.locator('[data-name="/region"]').getByRole('alert').waitFor();
    await look('a form');
    await ask('pick');
    agent.refuseAnswers();
    await page.locator('[data-testid=choice][data-id=south]').click();
    await page.getByTestId('question-refused').waitFor();
    await look('an answer refused');
    await page.getByTestId('cancel-task').click();
    await page.getByTestId('cancel-refused').waitFor();
    await look('a refused cancel');
    await ask('work');
    await page.getByTestId('stop-listening').waitFor();
    await look('a working task');
    await page.getByTestId('cancel-task').click();
    await waitForState(page, 'TASK_STATE_CANCELED');
    await ask('finish');
    await page.locator('[data-testid=live-state][data-task-state=TASK_STATE_COMPLETED]').waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByTestId('composer').getByRole('textbox').first().fill('more');
    await look('an ended task');
    await page.getByTestId('send-anyway').click();
    await page.locator('[data-testid=error-card][data-state=answer]').waitFor();
    await look('an error answer');
    await openTab(page, 'timeline');
    await page.locator('[data-testid=event-row][data-kind=error]').last().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await look('inspector of an error');
  }, 180_000);

  it('while a stream is cut', async () => {
    const page = await begin(await startCuttingAgent({ refusals: 50 }));
    await send(page, 'Create a network');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'timeline');
    await page.getByTestId('cut-row').waitFor();
    await look('a cut stream');
    await page.locator('[data-testid=event-row][data-kind=end][data-lane=error]').first().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await look('inspector of a cut');
    await openTab(page, 'conversation');
    await page.getByTestId('cut-card').waitFor();
    await look('a cut stream in the conversation');
  });

  it('in the tree', async () => {
    const titles = ['Question 0', 'Question 1', 'Question 2'];
    const page = await begin(await startListingAgent({ titles, pageSize: 2, working: true, pollsToEnd: 10_000 }));
    await page.getByTestId('list-choose').click();
    await page.getByTestId('list-form').waitFor();
    await look('listing tasks');
    await page.getByTestId('list-submit').click();
    await page.locator('[data-testid=list-notice][data-listed]').waitFor();
    await send(page, 'Make a report');
    await page.getByTestId('watch-row').waitFor();
    await openTab(page, 'timeline');
    await look('tree and watch');
    await menuOf(page, '[data-testid=tree-row][data-kind=task]', 'menu of the tree');
  });

  it('where a list is refused', async () => {
    const page = await begin(await startListingAgent({ listError: { code: -32_004, message: 'No' } }));
    await page.getByTestId('list-refresh').click();
    await page.locator('[data-testid=error][data-for=contexts]').waitFor();
    await look('a list refused');
  });

  it('in access', () => walkAccess({ begin, look, close }));

  it('before a link leads outside', async () => {
    const links = {
      documentationUrl: 'https://docs.example/agent',
      provider: { organization: 'Example', url: 'https://agent.example' },
    };
    const page = await begin(await startGuardedAgent({ accepts: () => true, card: links }));
    await page.locator('.card-page button.link[title^=http]').first().click();
    await page.getByRole('dialog').waitFor();
    await look('a link that leads outside');
  });

  it('in push', () => walkPush({ begin, look, close }));

  it('in push of an agent that has none', () => walkPushRefused({ begin, look, close }));

  it('in access by hand', async () => {
    const page = await begin(await startPeer());
    await openTab(page, 'access');
    await page.getByTestId('access-kind').selectOption('oauth2');
    await page.getByTestId('access-save').click();
    await page.getByTestId('field-problem').first().waitFor();
    await look('access by hand');
  });

  it('in lenses', async () => {
    const page = await begin(await startTellingAgent());
    await send(page, 'go');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'timeline');
    await page.locator('[data-testid=event-row][data-kind=status]').first().click();
    await page.getByTestId('lens-from-event').waitFor();
    await menuOf(page, '.inspector-sections', 'menu in the inspector');
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').getByRole('combobox').fill('>lenses');
    await page.keyboard.press('Enter');
    await page.getByTestId('lenses').waitFor();
    await look('lenses, none');
    await page.getByTestId('lens-new').click();
    await page.locator('[data-testid=lens-editor][data-current=true] .monaco-editor').waitFor();
    await look('a new lens');
    await page.getByTestId('lens-save').click();
    await page.locator('[data-testid=lens-editor][data-state=saved]').waitFor();
    await page.locator('[data-testid=lens-editor] .view-lines').click();
    await page.keyboard.type('x');
    await page.locator('[data-testid=lens-editor][data-state=changed]').waitFor();
    await page.getByTestId('lens-back').click();
    await page.getByTestId('confirm').waitFor();
    await look('a changed lens');
    await page.getByTestId('confirm').click();
    await page.getByTestId('lens-row').locator('[aria-haspopup=menu]').click();
    await look('menu of a lens');
  });

  it('in a narrow window', async () => {
    const page = await begin(await startPeer(), { viewport: { width: 760, height: 600 } });
    await send(page, 'tools');
    await page.locator('[data-testid=live-state][data-task-state=TASK_STATE_COMPLETED]').waitFor();
    await openTab(page, 'conversation');
    await look('narrow window');
    await page.keyboard.press('Control+b');
    await page.locator('.over-rail').waitFor();
    await look('rail over a narrow window');
  });

  it('in a session from before', async () => {
    const page = await begin(await startPeer());
    await send(page, 'tools');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    const again = await loupe.restart();
    await again.locator('[data-testid=session-row][data-state=kept]').first().click();
    await again.getByTestId('event-row').first().waitFor();
    await look('session from before');
    expect(page.isClosed()).toBe(true);
  });

  it('and that was every screen there is', () => {
    expect(Object.keys(SCREENS).filter((name) => !looked.has(name))).toEqual([]);
    const shown = new Set<string>([...Object.values(SCREENS).flat(), ...Object.values(LEFT_OUT).flat()]);
    const declared = declaredScreens();
    expect(declared.filter((part) => !shown.has(part))).toEqual([]);
    expect([...shown].filter((part) => !declared.includes(part))).toEqual([]);
  });
});

afterAll(() => looked.clear());
