import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArtifactAgent, type Link, picture, startArtifactAgent } from './agents/artifact-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { HOST, type Launched, launchLoupe } from './harness/launch.ts';

/** Time in which something that was let loose would have happened, ms. */
const QUIET_MS = 800;
const TEXT = '# Far away\n\nThis came from another place.\n';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

let loupe: Launched;
let agent: ArtifactAgent | undefined;
let folder: string;
const servers: Server[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-local-'));
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  rmSync(folder, { recursive: true, force: true });
  expect(loupe?.problems ?? []).toEqual([]);
});

/** A server of another origin that remembers what it was asked. */
async function otherOrigin(listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const view = (page: Page): Locator => page.getByTestId('artifact-view');

async function run(links: Link[], files?: RequestListener): Promise<Page> {
  agent = await startArtifactAgent(links, files);
  const { page } = loupe;
  await connect(page, agent.url);
  await send(page, 'links');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  await page.getByTestId('artifact-row').first().waitFor();
  return page;
}

const show = (page: Page, id: string): Promise<void> =>
  page.locator(`[data-testid=artifact-row][data-id="${id}"]`).first().click();

const showText = (page: Page, viewer: string): Promise<void> =>
  page.locator(`[data-testid=artifact-content][data-viewer=${viewer}]`).waitFor();

describe('a file on the web', () => {
  it('is fetched on a click that names its origin, and on no other occasion', async () => {
    const metadata = { byteSize: Buffer.byteLength(TEXT), sha256: sha256(TEXT) };
    const page = await run(
      [
        { artifactId: 'plan', url: 'plan.md', name: 'plan.md', mediaType: 'text/markdown', metadata },
        { artifactId: 'picture', url: 'picture', name: 'picture.png', metadata: { sha256: sha256('other') } },
      ],
      (request, response) => {
        const isPlan = request.url === '/files/plan.md';
        response.writeHead(200, { 'Content-Type': isPlan ? 'text/markdown' : 'image/png' });
        response.end(isPlan ? TEXT : picture());
      },
    );
    await show(page, 'plan');
    await page.getByTestId('artifact-link').waitFor();
    await openTab(page, 'timeline');
    await openTab(page, 'artifacts');
    await page.waitForTimeout(QUIET_MS);
    expect(agent?.served).toEqual([]);
    expect(await page.getByTestId('digest-verdict').getAttribute('data-state')).toBe('elsewhere');
    expect(await faults(page)).toEqual([]);

    const button = page.getByTestId('artifact-link-fetch');
    expect(await button.textContent()).toContain(agent?.url);
    await button.click();
    await showText(page, 'markdown');
    await page.getByRole('heading', { name: 'Far away' }).waitFor();
    expect(await view(page).getAttribute('data-digest')).toBe('match');
    expect(await page.getByTestId('artifact-copy').getAttribute('data-place')).toBe(agent?.url);
    await page.getByTestId('artifact-save').waitFor();
    expect(await faults(page)).toEqual([]);

    await show(page, 'picture');
    await page.getByTestId('artifact-link-fetch').click();
    await page.getByText('24 × 16').waitFor();
    expect(await view(page).getAttribute('data-digest')).toBe('differs');
    await openTab(page, 'timeline');
    await openTab(page, 'artifacts');
    await page.getByText('24 × 16').waitFor();
    await page.getByTestId('artifact-details-toggle').click();
    expect(await page.getByTestId('artifact-details').textContent()).toContain('Fetched from');
    expect(await faults(page)).toEqual([]);
    expect(agent?.served).toEqual(['/files/plan.md', '/files/picture']);
    expect(agent?.leaks).toEqual([]);

    await page.getByTestId('artifact-copy-wire').click();
    await page.locator('[data-testid=exchange-row][data-operation=FetchFile][aria-selected=true]').waitFor();
    expect(await page.locator('[data-testid=exchange-row][data-operation=FetchFile]').count()).toBe(2);
  });

  it('is followed to another origin after a click that names that one', async () => {
    const far = await otherOrigin((_request, response) => response.end(TEXT));
    const page = await run([{ artifactId: 'moved', url: 'moved', name: 'moved.md' }], (_request, response) => {
      response.writeHead(302, { Location: `${far.url}/plan.md` }).end();
    });
    await show(page, 'moved');
    await page.getByTestId('artifact-link-fetch').click();
    const status = page.locator('[data-testid=fetch-status][data-state=elsewhere]');
    await status.waitFor();
    expect(await status.getAttribute('data-origin')).toBe(far.url);
    await page.waitForTimeout(QUIET_MS);
    expect(far.asked).toEqual([]);
    expect(await faults(page)).toEqual([]);
    await page.getByTestId('fetch-elsewhere').click();
    await page.getByRole('heading', { name: 'Far away' }).waitFor();
    expect(far.asked).toEqual(['/plan.md']);
    expect(await page.getByTestId('artifact-copy').getAttribute('data-place')).toBe(far.url);
  });

  it('says how far it is, can be stopped, and says why it did not come', async () => {
    let answer: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Length': 4_000 });
      response.write('x'.repeat(1_000));
    };
    const page = await run([{ artifactId: 'slow', url: 'slow', name: 'slow.txt' }], (request, response) =>
      answer(request, response),
    );
    await show(page, 'slow');
    await page.getByTestId('artifact-link-fetch').click();
    await page.locator('progress[max="4000"][value="1000"]').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByTestId('fetch-stop').click();
    await page.getByTestId('artifact-link-fetch').waitFor();
    answer = (_request, response) => response.writeHead(410, 'Gone').end();
    await page.getByTestId('artifact-link-fetch').click();
    await page.locator('[data-testid=fetch-status][data-state=failed]').getByText('answered 410 Gone').waitFor();
    expect(await faults(page)).toEqual([]);
    answer = (_request, response) => response.end('here it is');
    await page.getByTestId('fetch-retry').click();
    await page.getByTestId('artifact-copy').waitFor();
    expect(agent?.served).toHaveLength(3);
  });
});

describe('a file of this computer', () => {
  it('is opened after a question that names its path, and is judged', async () => {
    const file = join(folder, 'stored.yml');
    const link = join(folder, 'link.yml');
    const text = 'Type: of this computer\n';
    writeFileSync(file, text);
    symlinkSync(file, link);
    const metadata = { byteSize: text.length, sha256: sha256(text), sourcePath: link };
    const page = await run([
      { artifactId: 'near', url: pathToFileURL(file).href, name: 'stored.yml' },
      { artifactId: 'stored', url: 'iac-code-artifact://id/stored.yml', name: 'stored.yml', metadata },
      {
        artifactId: 'gone',
        url: 'iac-code-artifact://id/gone.yml',
        name: 'gone.yml',
        metadata: { sourcePath: join(folder, 'gone') },
      },
      { artifactId: 'own', url: 'iac-code-artifact://id/own', name: 'own', metadata: { sourcePath: loupe.dataDir } },
    ]);
    await show(page, 'near');
    await page.getByTestId('artifact-local').click();
    expect(await page.getByTestId('local-path').textContent()).toBe(file);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('local-path').waitFor({ state: 'detached' });
    expect(await page.getByTestId('artifact-content').count()).toBe(0);

    await show(page, 'stored');
    await page.getByTestId('artifact-local').click();
    expect(await page.getByTestId('local-path').textContent()).toBe(link);
    expect(await page.getByTestId('local-resolved').textContent()).toBe(file);
    await page.getByTestId('local-open').click();
    await showText(page, 'code');
    expect(await view(page).getAttribute('data-digest')).toBe('match');
    expect(await page.getByTestId('artifact-copy').getAttribute('data-place')).toBe(file);
    expect(await faults(page)).toEqual([]);

    await show(page, 'gone');
    await page.getByTestId('local-refused').getByText('There is no file').waitFor();
    expect(await page.getByTestId('artifact-local').count()).toBe(0);
    await show(page, 'own');
    await page.getByTestId('local-refused').getByText('belongs to Loupe').or(page.getByText('is a folder')).waitFor();
    expect(await page.getByTestId('artifact-local').count()).toBe(0);
  });
});

if (HOST === 'electron') {
  describe('another program', () => {
    it('is asked about by name and type, and gets no programs', async () => {
      const page = await run(
        [
          { artifactId: 'note', url: 'note.txt', name: 'note.txt' },
          { artifactId: 'script', url: 'script', name: 'note.sh' },
          { artifactId: 'disguise', url: 'script?in=disguise', name: 'notes.txt' },
        ],
        (request, response) =>
          response.end(request.url?.startsWith('/files/script') ? '#!/bin/sh\necho\n' : 'plain text'),
      );
      for (const [id, state] of [
        ['note', 'fine'],
        ['script', 'ending'],
        ['disguise', 'content'],
      ] as const) {
        await show(page, id);
        await page.getByTestId('artifact-link-fetch').click();
        await page.getByTestId('artifact-outside').click();
        await page.locator(`[data-testid=outside-words][data-state=${state}]`).waitFor();
        expect(await page.getByTestId('outside-open').isEnabled()).toBe(state === 'fine');
        expect(await faults(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByTestId('outside-words').waitFor({ state: 'detached' });
      }
    });

    it('gets a copy of a file that is dragged out, which is gone at the end', async () => {
      const name = `dragged-${process.pid}.txt`;
      const page = await run([{ artifactId: 'note', url: 'note.txt', name }], (_request, response) =>
        response.end('plain text'),
      );
      await show(page, 'note');
      await page.getByTestId('artifact-link-fetch').click();
      await page.getByTestId('artifact-copy').waitFor();
      const { x = 0, y = 0 } = (await page.getByTestId('artifact-name').boundingBox()) ?? {};
      await page.mouse.move(x + 10, y + 8);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 60, { steps: 5 });
      const copy = (): string | undefined =>
        readdirSync(tmpdir())
          .map((folder) => join(tmpdir(), folder, '1', name))
          .find((path) => existsSync(path));
      await expect.poll(() => copy() && readFileSync(copy() as string, 'utf8')).toBe('plain text');
      await page.mouse.up();
      await loupe.close();
      expect(copy()).toBeUndefined();
    });
  });
}
