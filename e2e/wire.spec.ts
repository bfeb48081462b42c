import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, openTab, send, waitForState, waitForTimeline } from './harness/actions.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';
import { type Peer, startPeer } from './harness/peer.ts';

/** Rows on screen plus overscan, whatever the length of the log. */
const DOM_ROWS = 200;
const FRAMES = 10_000;
/** An agent thinks for a moment, milliseconds. */
const ANSWER_AFTER_MS = 200;

let loupe: Launched;
let peer: Peer | undefined;
let server: Server | undefined;
/** Header lines of the last POST, as they arrived. */
let sent: [string, string][] = [];

const item = (id: unknown, result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
const status = (state: string) => ({ statusUpdate: { taskId: 'task-1', contextId: 'ctx-1', status: { state } } });

/** A stream with everything that may stand in one, then a cut in the middle of a block. The task has ended by then. */
function stream(response: ServerResponse, id: unknown): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Custom': 'a  b' });
  const submitted = { task: { id: 'task-1', contextId: 'ctx-1', status: { state: 'TASK_STATE_SUBMITTED' } } };
  response.write(`: hello\n\nid: 7\nevent: step\nretry: 250\n${item(id, submitted)}data: {"broken\n\n`);
  response.write(`${item(id, status('TASK_STATE_COMPLETED'))}retry: 900\n\ndata: {"left over`, () =>
    setTimeout(() => response.destroy(), 50),
  );
}

async function startAgent(): Promise<string> {
  const started = createServer((request, response) => {
    const { port } = started.address() as AddressInfo;
    if (request.method === 'GET') {
      const url = `http://127.0.0.1:${port}/rpc`;
      const interfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'Wire agent',
          description: 'Streams oddly',
          version: '1',
          supportedInterfaces: interfaces,
          capabilities: { streaming: true },
          defaultInputModes: ['text/plain'],
          defaultOutputModes: ['text/plain'],
          skills: [{ id: 's', name: 'S', description: 'Does s', tags: ['s'] }],
        }),
      );
      return;
    }
    sent = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      sent.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body);
      if (method === 'SendStreamingMessage') setTimeout(() => stream(response, id), ANSWER_AFTER_MS);
      else response.writeHead(503, { 'Content-Type': 'text/plain' }).end('overloaded');
    });
  });
  server = started;
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  await peer?.close();
  server?.closeAllConnections();
  if (server) await new Promise((closed) => server?.close(closed));
  peer = undefined;
  server = undefined;
  expect(loupe?.problems ?? []).toEqual([]);
});

const exchange = (page: Page, state: string): Locator =>
  page.locator(`[data-testid=exchange-row][data-state=${state}]`);
const frames = (page: Page): Locator => page.getByTestId('frame-row');
const attributes = (rows: Locator, name: string): Promise<(string | null)[]> =>
  rows.evaluateAll((all, attribute) => all.map((row) => row.getAttribute(attribute)), name);

/** Text that the page would put on the clipboard. */
async function catchCopies(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const put = (text: string) => {
      (globalThis as unknown as { copied: string }).copied = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator.clipboard, 'writeText', { value: put, configurable: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { copied: string }).copied ?? '');
}

async function streamOnce(page: Page): Promise<void> {
  await connect(page, await startAgent());
  await send(page, 'go');
  await openTab(page, 'timeline');
  await page.locator('[data-testid=event-row][data-kind=end]').first().waitFor();
  await page.keyboard.press('Control+j');
  await exchange(page, 'cut').first().waitFor();
  await exchange(page, 'cut').first().click();
}

describe('the wire console', () => {
  it('opens and folds with its key, and remembers its height', async () => {
    const { page } = loupe;
    // Panes are remembered per size of the window, which Electron sets when it is there.
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1440);
    const bar = page.getByTestId('wire-bar');
    expect(await bar.getAttribute('data-state')).toBe('collapsed');
    await page.getByTestId('wire-toggle').press('Control+j');
    const console = page.getByTestId('wire');
    await console.waitFor();
    expect(await bar.getAttribute('data-state')).toBe('open');
    const height = async () => Math.round((await console.boundingBox())?.height ?? 0);
    expect(await height()).toBe(348);
    await page.locator('[data-testid=empty][data-for=wire]').waitFor();
    const edge = console.getByRole('separator').first();
    await edge.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(height).toBe(340);
    for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowDown');
    await expect.poll(height).toBe(160);
    // What was chosen is written a moment later.
    await page.waitForTimeout(600);
    const again = await loupe.restart();
    await expect.poll(async () => Math.round((await again.getByTestId('wire').boundingBox())?.height ?? 0)).toBe(160);
    await again.getByTestId('wire-toggle').click();
    await expect.poll(() => again.getByTestId('wire').count()).toBe(0);
  });

  it('shows every line that was sent and received, and every frame as it came', async () => {
    const { page } = loupe;
    await streamOnce(page);
    const lines = page.locator('[data-testid=header-line]');
    await expect.poll(() => lines.count()).toBeGreaterThan(sent.length);
    const shown = await lines.evaluateAll((all) =>
      all.map((line) => [line.querySelector('dt')?.textContent, line.querySelector('dd')?.textContent]),
    );
    expect(shown.slice(0, sent.length)).toEqual(sent);
    expect(shown).toContainEqual(['X-Custom', 'a  b']);

    await expect
      .poll(() => attributes(frames(page), 'data-framing'))
      .toEqual(['sse', 'sse', 'sse', 'sse', 'sse', 'tail']);
    expect(await attributes(frames(page), 'data-kind')).toEqual([
      'comment',
      'data',
      'damaged',
      'data',
      'comment',
      'damaged',
    ]);
    const texts = await frames(page).locator('.wf-text').allTextContents();
    expect(texts[0]).toBe(': hello');
    expect(texts[1]).toMatch(
      /^id: 7\u2009↵\u2009event: step\u2009↵\u2009retry: 250\u2009↵\u2009data: \{"jsonrpc":"2.0"/,
    );
    expect(texts[2]).toBe('data: {"broken');
    expect(texts[5]).toBe('data: {"left over');
    const seqs = await frames(page).locator('.wf-seq').allTextContents();
    expect([seqs[0], seqs[4]]).toEqual(['', '']);
    expect(seqs[1]).toMatch(/^\d+$/);
    const marked = frames(page).nth(1);
    expect(await marked.getAttribute('data-id')).toBe('7');
    expect(await marked.getAttribute('data-event')).toBe('step');
    expect(await marked.getAttribute('data-retry')).toBe('250');
    const tail = page.getByTestId('frame-tail');
    expect(await tail.getAttribute('data-state')).toBe('cut');
    expect(await page.locator('[data-testid=wire-timing][data-step=firstByte]').count()).toBe(1);
  });

  it('leads from the timeline to the frame and back', async () => {
    const { page } = loupe;
    await streamOnce(page);
    await page.keyboard.press('Control+j');
    const row = page.locator('[data-testid=event-row][data-kind=unreadable]').first();
    const seq = (await row.getAttribute('data-seq')) ?? '';
    await row.click();
    await page.getByTestId('timeline').press('w');
    const frame = page.locator(`[data-testid=frame-row][data-seq="${seq}"]`);
    await expect.poll(() => frame.getAttribute('data-state')).toBe('selected');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('frame-list');

    await page.keyboard.press('j');
    const next = await page.locator('[data-testid=frame-row][data-state=selected]').getAttribute('data-seq');
    expect(Number(next)).toBeGreaterThan(Number(seq));
    const there = page.locator(`[data-testid=event-row][data-seq="${next}"]`);
    await expect.poll(() => there.getAttribute('data-state')).toBe('selected');
    await openTab(page, 'conversation');
    await page.getByTestId('frame-list').press('w');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('timeline');
    expect(await there.getAttribute('data-state')).toBe('selected');

    await page.locator('[data-testid=event-row][data-kind=request]').first().click();
    await page.locator('[data-testid=inspector][data-state=ready]').waitFor();
    await page.getByTestId('show-in-wire').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('exchange-list');
  });

  it('filters by status, operation and bytes, pins, and clears with a way back', async () => {
    const { page } = loupe;
    await streamOnce(page);
    const rows = page.getByTestId('exchange-row');
    const total = await rows.count();
    expect(total).toBeGreaterThan(1);
    const filter = page.getByTestId('wire-filter');
    await page.getByTestId('exchange-list').focus();
    await page.keyboard.press('Control+f');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('wire-filter');
    await filter.fill('status:cut');
    await expect.poll(() => attributes(rows, 'data-state')).toEqual(['cut']);
    await filter.fill('op:card');
    await expect.poll(() => attributes(rows, 'data-operation')).toEqual(['GetAgentCard']);
    await filter.fill('LEFT');
    await expect.poll(() => attributes(rows, 'data-operation')).toEqual(['SendStreamingMessage']);
    await expect.poll(() => attributes(frames(page), 'data-kind')).toEqual(['damaged']);
    await filter.fill('nowhere-to-be-found');
    await page.locator('[data-testid=empty][data-for=wire]').waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(() => rows.count()).toBe(total);

    await page.getByTestId('exchange-list').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('p');
    await exchange(page, 'cut').first().waitFor();
    const pinned = page.locator('[data-testid=exchange-row][data-pinned=true]');
    await pinned.waitFor();
    expect(await rows.first().getAttribute('data-pinned')).toBe('true');
    await page.getByTestId('wire-clear').click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByTestId('wire-cleared').getByRole('button').click();
    await expect.poll(() => rows.count()).toBe(total);
  });

  it('copies the exchange, and its command', async () => {
    const { page } = loupe;
    await streamOnce(page);
    const copied = await catchCopies(page);
    await page.getByTestId('wire-curl').click();
    await expect.poll(copied).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/rpc' \\\n {2}--no-buffer/);
    const choose = async (kind: string) => {
      await page.getByTestId('wire-copy').click();
      await page.locator(`[data-menu="${kind}"]`).click();
    };
    await choose('exchange');
    await expect
      .poll(copied)
      .toMatch(/^POST \/rpc HTTP\/1\.1\r\n.*\r\n\r\nHTTP\/1\.1 200 OK\r\n.*data: \{"left over$/s);
    await choose('response.body');
    await expect.poll(copied).toMatch(/^: hello\n\nid: 7\n/);
    await choose('request.head');
    await expect.poll(copied).toMatch(/^POST \/rpc HTTP\/1\.1\nHost: /);
    await frames(page).nth(2).click();
    await page.getByTestId('frame-list').press('c');
    await expect.poll(copied).toBe('data: {"broken\n\n');
    await page.getByTestId('wire').locator('[data-value=hex]').click();
    await expect.poll(() => page.getByTestId('wire-bytes').textContent()).toContain('64 61 74 61 3a 20 7b 22');
    await page.getByTestId('wire').locator('[data-value=request]').click();
    await expect.poll(() => page.getByTestId('wire-bytes').textContent()).toContain('"method":"SendStreamingMessage"');
  });

  it('exports the session as an archive', async () => {
    const { page, host } = loupe;
    await streamOnce(page);
    // Electron asks the person where to put it.
    if (host === 'electron') return;
    const download = page.waitForEvent('download');
    await page.getByTestId('wire-har').click();
    await page.getByTestId('share-save').click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.har$/);
    const { log } = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(log.version).toBe('1.2');
    expect(log.entries.length).toBe(await page.getByTestId('exchange-row').count());
    expect(log.entries[1].response.content.text).toMatch(/^: hello\n\n.*data: \{"left over$/s);
  });
});

it(`scrolls through ${FRAMES} frames and reads only what is in view`, async () => {
  const { page } = loupe;
  peer = await startPeer();
  await connect(page, peer.url);
  await page.keyboard.press('Control+j');
  await send(page, `burst ${FRAMES}`);
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
  await page.locator('[data-testid=exchange-row][data-operation=SendStreamingMessage]').last().click();
  const list = page.getByTestId('frame-list');
  await expect.poll(async () => Number(await list.getAttribute('data-count'))).toBeGreaterThanOrEqual(FRAMES);
  const longest = await list.evaluate(async (grid) => {
    let longest = 0;
    for (let step = 1; step <= 60; step++) {
      const begun = performance.now();
      grid.scrollTop = (grid.scrollHeight * step) / 60;
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      longest = Math.max(longest, performance.now() - begun);
    }
    return longest;
  });
  expect(longest).toBeLessThan(500);
  expect(await frames(page).count()).toBeLessThan(DOM_ROWS);
  await expect.poll(() => frames(page).last().locator('.wf-text').textContent()).toMatch(/^data: \{/);
});
