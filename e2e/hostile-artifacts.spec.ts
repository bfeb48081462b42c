import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unzip } from '../electron/web/testing/unzip.ts';
import { type HostileAgent, startHostileAgent } from './agents/hostile-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

/** Time in which something that was let loose would have happened, ms. */
const QUIET_MS = 800;
/** What the browser says of things that a hostile page wanted and did not get. */
const REFUSED =
  /violates the following Content Security Policy directive|^Blocked (?:form submission|script execution)|sandboxed|^Refused to/;
/** Names under which the files are saved, by artifact. */
const SAVED: Readonly<Record<string, string>> = {
  up: 'up.txt',
  'up-windows': 'up-windows.txt',
  absolute: 'absolute.txt',
  drive: 'drive.txt',
  bidi: 'invoicegpj.exe',
  hidden: '_bashrc',
  device: '_con.txt',
  nul: 'ab.txt',
  split: 'split.txt',
  same: 'SAME.txt',
  'same-again': 'same (2).txt',
  bomb: 'logs.gz',
  html: 'statement.html',
  'html-as-png': 'photo.png',
};

let agent: HostileAgent;
let loupe: Launched;
/** Dialogs of the page and windows beside it. */
let appeared: string[];

beforeEach(async () => {
  agent = await startHostileAgent();
  loupe = await launchLoupe();
  appeared = [];
  const { page } = loupe;
  page.on('dialog', async (dialog) => {
    appeared.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.context().on('page', (other) => appeared.push(`window: ${other.url()}`));
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  expect((loupe?.problems ?? []).filter((one) => !REFUSED.test(one))).toEqual([]);
});

async function attack(): Promise<Page> {
  const { page } = loupe;
  await connect(page, agent.url);
  await send(page, 'attack');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  return page;
}

const row = (page: Page, id: string): Locator => page.locator(`[data-testid=artifact-row][data-id="${id}"]`);
const view = (page: Page): Locator => page.getByTestId('artifact-view');

/** Saves all as a browser does: in one archive, which is unpacked here. */
async function saveAllUnpacked(page: Page, folder: string): Promise<void> {
  const [one] = await Promise.all([page.waitForEvent('download'), page.getByTestId('artifact-save-all').click()]);
  expect(one.suggestedFilename()).toBe('loupe-artifacts.zip');
  for (const { name, content } of unzip(readFileSync(await one.path()))) {
    expect(name).not.toMatch(/[\\/\p{Cc}\p{Cf}]|^\.|\.\./u);
    expect(existsSync(join(folder, name))).toBe(false);
    writeFileSync(join(folder, name), content);
  }
}

/** Nothing of the agent ran, nothing was fetched, and the page is where it was. */
async function expectCalm(page: Page, address: string, what: string): Promise<void> {
  const ran = await page.evaluate(() => [
    (globalThis as { ran?: unknown }).ran,
    [...document.querySelectorAll('[data-testid=app] script')].length,
  ]);
  expect(ran, what).toEqual([undefined, 0]);
  expect(agent.trap.caught, what).toEqual([]);
  expect(appeared, what).toEqual([]);
  expect(page.url(), what).toBe(address);
  expect(page.context().pages().length, what).toBe(1);
}

describe('hostile artifacts', () => {
  it('run nothing and fetch nothing in any form in which they can be looked at', async () => {
    const page = await attack();
    const address = page.url();
    await openTab(page, 'conversation');
    await page.getByTestId('turn').first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    await expectCalm(page, address, 'conversation');
    await openTab(page, 'artifacts');
    await row(page, 'html').waitFor();
    let forms = 0;
    for (const id of agent.bytes.keys()) {
      await row(page, id).click();
      await page.locator(`[data-testid=artifact-row][data-id="${id}"][aria-selected=true]`).waitFor();
      await page.getByTestId('artifact-content').waitFor();
      const choices = view(page).getByRole('radio');
      for (let at = 0; at < (await choices.count()); at++) {
        const choice = choices.nth(at);
        if (await choice.isEnabled()) await choice.click();
        await page.getByTestId('artifact-content').waitFor();
        forms++;
        await expectCalm(page, address, `${id}, ${await choice.textContent()}`);
      }
    }
    expect(forms).toBeGreaterThan(agent.bytes.size);
    await page.waitForTimeout(QUIET_MS);
    await expectCalm(page, address, 'artifacts');
    // Whoever does come is noticed.
    await fetch(`${agent.trap.url}/somebody`);
    expect(agent.trap.caught).toEqual(['a connection', 'GET /somebody']);
  });

  it('do nothing in the timeline, the inspector and the card either', async () => {
    const page = await attack();
    const address = page.url();
    await openTab(page, 'timeline');
    const rows = page.getByTestId('event-row');
    await rows.first().waitFor();
    for (let at = 0; at < (await rows.count()); at++) {
      await rows.nth(at).click();
      await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
      for (const tab of ['json', 'raw', 'rendered']) {
        await page.locator(`[data-testid=inspector-tab][data-tab=${tab}]`).click();
      }
    }
    await page.waitForTimeout(QUIET_MS);
    await expectCalm(page, address, 'timeline');
    await page.getByTestId('agent-row').click();
    await openTab(page, 'card');
    await page.getByTestId('card-page').waitFor();
    await page.waitForTimeout(QUIET_MS);
    await expectCalm(page, address, 'card');
  });

  it('of another type than they say are shown as what they are', async () => {
    const page = await attack();
    await openTab(page, 'artifacts');
    for (const id of ['html-as-png', 'html-as-pdf', 'svg-as-png', 'png-as-text']) {
      await row(page, id).click();
      await page.locator('[data-testid=type-verdict][data-state=differs]').waitFor();
    }
    for (const id of ['html-as-png', 'html-as-pdf']) {
      await row(page, id).click();
      await page.locator(`[data-testid=artifact-row][data-id="${id}"][aria-selected=true]`).waitFor();
      await page.getByTestId('artifact-content').waitFor();
      expect(await page.locator('[data-testid=artifact-picture], [data-testid=artifact-content] embed').count()).toBe(
        0,
      );
    }
  });

  it('show what is hidden in their names', async () => {
    const page = await attack();
    await openTab(page, 'artifacts');
    await row(page, 'bidi').waitFor();
    const listed = (await page.getByTestId('artifact-list').textContent()) ?? '';
    expect(listed).toContain('invoice\\u202egpj.exe');
    expect(listed).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    await row(page, 'bidi').click();
    await expect.poll(() => page.getByTestId('artifact-name').textContent()).toBe('invoice\\u202egpj.exe');
  });

  it('of compressed bytes stay compressed', async () => {
    const page = await attack();
    const size = agent.bytes.get('bomb')?.length ?? 0;
    await openTab(page, 'artifacts');
    await row(page, 'bomb').click();
    await page.locator('[data-testid=artifact-content][data-viewer=bytes]').waitFor();
    expect(await view(page).getAttribute('data-bytes')).toBe(String(size));
    expect(await page.getByTestId('hex-view').textContent()).toContain('1f 8b 08');
    expect(Number(await page.getByTestId('hex-view').getAttribute('data-bytes'))).toBeLessThanOrEqual(size);
  });

  it('are saved inside the folder that was chosen, byte for byte', async () => {
    const page = await attack();
    const root = mkdtempSync(join(tmpdir(), 'loupe-hostile-'));
    const folder = join(root, 'a', 'chosen');
    mkdirSync(folder, { recursive: true });
    try {
      const dialogs = await loupe.answerDialogs(folder);
      await openTab(page, 'artifacts');
      if (dialogs) {
        await page.getByTestId('artifact-save-all').click();
        await page.getByTestId('artifact-saved').waitFor({ timeout: 20_000 });
      } else await saveAllUnpacked(page, folder);
      expect(readdirSync(folder)).toHaveLength(agent.bytes.size);
      for (const [id, name] of Object.entries(SAVED)) {
        expect(readFileSync(join(folder, name)).equals(agent.bytes.get(id) as Buffer), `${id} as ${name}`).toBe(true);
      }
      expect([readdirSync(root), readdirSync(join(root, 'a'))]).toEqual([['a'], ['chosen']]);
      expect(existsSync('/tmp/absolute.txt')).toBe(false);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    expect(agent.trap.caught).toEqual([]);
  });
});

describe.each(['inflate', 'inflate stream'])('an answer of few bytes that grow to very many, to “%s”', (word) => {
  it('is not read to its end, and said so', async () => {
    const { page } = loupe;
    await connect(page, agent.url);
    await send(page, word);
    const end = page.locator('[data-testid=event-row][data-kind=end]');
    const words = 'grows to more than 200 times its size';
    await end.filter({ hasText: words }).waitFor();
    await openTab(page, 'conversation');
    await page.getByTestId('turn').getByText(words).waitFor();
    await send(page, 'attack');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    expect(agent.trap.caught).toEqual([]);
  });
});
