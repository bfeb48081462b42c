import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Browser, Locator, Page } from 'playwright-core';
import type { CommandEngine } from '../../electron/cli/connection.ts';
import type { AgentView, CardView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { SHOTS_FOLDER } from '../harness/shots.ts';
import { launchBrowser, startWeb } from '../harness/web.ts';
import type { ClientSide, Step } from './case-file.ts';
import { enterCredentials } from './credentials.ts';
import type { FakeAgent, LoggedRequest } from './fake-agent.ts';
import { saveConnections, serveWithStore, storeEnvironment } from './secret-store.ts';
import { socketsLeft } from './sockets.ts';
import { type Pushing, receivePushed } from './webhook.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** Longest wait for the page, and for the end of one step, milliseconds. */
const READY_TIMEOUT_MS = 20_000;
const STEP_TIMEOUT_MS = 10_000;
/** Wait between two looks at the session, milliseconds. */
const POLL_MS = 25;
/** What the page shows comes a little after the answer, milliseconds. */
const SETTLE_MS = 500;

/** Procedures of the page's host, for what has no place in the page. */
type HostCall = (name: string, input: unknown) => Promise<unknown>;

/** A case played in the page of the web host. */
export interface Window {
  page: Page;
  /** What the agent received from the page so far. */
  log(): Promise<LoggedRequest[]>;
  /** Uncaught errors and error lines of the page's console. */
  problems: string[];
  /** Milliseconds from the last message until its answer was on screen; 0 when nothing was sent. */
  paintedAfterMs: number;
  /** Where the page's host keeps its files. */
  dataDir: string;
  /** Connections that the agent still held after each disconnect; undefined where nobody can tell. */
  socketsLeft: (number | undefined)[];
  /** Calls a procedure as the page does. */
  call: HostCall;
  /** Does one more thing as the person would. */
  act(step: Step): Promise<void>;
  close(): Promise<void>;
}

const part = (page: Page, testId: string, state?: string): Locator =>
  page.locator(`[data-testid=${testId}]${state === undefined ? '' : `[data-state=${state}]`}`);

export const openTab = (page: Page, tab: string): Promise<void> =>
  page.locator(`[data-testid=tab][data-tab=${tab}]`).click({ timeout: STEP_TIMEOUT_MS });

/** Leaves the settings of a case where the host reads them at its start. */
function writeSettings(dataDir: string, settings: Record<string, unknown> = {}): void {
  const { allowSelfSignedFor, ...rest } = settings;
  const all = { ...rest, ...(allowSelfSignedFor !== undefined && { allowSelfSignedFor: [allowSelfSignedFor].flat() }) };
  if (Object.keys(all).length === 0) return;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(all));
}

/** A call with the key that the page itself uses. */
async function hostCall(page: Page, name: string, input: unknown): Promise<unknown> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/call$/), page.reload()]);
  const { authorization = '' } = request.headers();
  const { origin } = new URL(request.url());
  const answer = await page.request.post(request.url(), { headers: { authorization, origin }, data: { name, input } });
  return answer.json();
}

async function connect(page: Page, url: string): Promise<void> {
  const address = page.getByRole('textbox', { name: /address/i });
  if ((await address.count()) === 0) {
    const row = page.getByTestId('agent-row').first();
    await row.click();
    await openTab(page, 'card');
    await part(page, 'card-page', 'ready').or(part(page, 'error')).first().waitFor();
    // Its card is known from before, so that it is not read again by itself.
    const known = (await part(page, 'card-page', 'ready').count()) > 0;
    if (known && (await row.getAttribute('data-state')) === 'idle') {
      await chooseForAgent(page, 'Connect');
      await part(page, 'agent-row', 'connected').or(part(page, 'error')).first().waitFor();
    }
  } else {
    await address.fill(url);
    await address.press('Enter');
  }
  await part(page, 'card-page', 'ready').or(part(page, 'error')).first().waitFor();
}

/** Chooses from the menu beside the agent's name. */
async function chooseForAgent(page: Page, item: string): Promise<void> {
  await page.getByTestId('agent-menu').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function disconnect(page: Page): Promise<void> {
  await chooseForAgent(page, 'Disconnect');
  await part(page, 'agent-row', 'idle').waitFor();
}

/** Shows the card of the only agent. */
export async function showCard(page: Page): Promise<void> {
  await page.getByTestId('agent-row').first().click();
  await openTab(page, 'card');
  await part(page, 'card-page').waitFor();
}

async function pressOnCard(page: Page, button: string): Promise<void> {
  await showCard(page);
  const answered = page.waitForResponse(/\/api\/call$/);
  await page.getByTestId(button).click();
  await answered;
}

async function chooseOperation(page: Page, operation: string): Promise<void> {
  // What it shows may still change with the card; what is chosen here stays.
  await page.locator('.composer-operation').click();
  await page.getByRole('menuitem', { name: operation, exact: true }).click();
}

interface RecordedLine {
  kind?: string;
  exchange?: number;
  operation?: string;
}

/** Calls of the session on disk that have ended; the card is no call. */
function endedCalls(dataDir: string): number {
  const folder = join(dataDir, 'sessions');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));
  const entries = lines.map((line) => JSON.parse(line) as RecordedLine);
  const calls = new Set(
    entries
      .filter(({ kind, operation }) => kind === 'request' && operation !== 'GetAgentCard')
      .map(({ exchange }) => exchange),
  );
  return entries.filter(({ kind, exchange }) => kind === 'end' && calls.has(exchange)).length;
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > STEP_TIMEOUT_MS) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Writes a message and waits until the call has ended. Returns the milliseconds until something of it was shown. */
async function send(page: Page, step: Step, dataDir: string): Promise<number> {
  if (step.do === 'send') await chooseOperation(page, 'SendMessage');
  if (step.do === 'stream') await chooseOperation(page, 'SendStreamingMessage');
  const before = endedCalls(dataDir);
  const shown = page.locator('[data-testid=turn], [data-testid=error], [data-testid=event-row]');
  const rows = await shown.count();
  const box = page.getByTestId('composer').getByRole('textbox').first();
  await box.fill(step.text ?? '');
  const started = performance.now();
  await box.press('Control+Enter');
  const painted = until(async () => (await shown.count()) > rows, 'the answer on screen').then(
    () => performance.now() - started,
    () => Number.POSITIVE_INFINITY,
  );
  await until(() => endedCalls(dataDir) > before, `the end of ${step.do}`);
  // A view of another task may show as many things as the one before.
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]);
  return painted;
}

/** Enters header lines and the credential of a case through the host, as the page does. */
async function enterInWindow(window: Pick<Window, 'call'>, client: ClientSide): Promise<void> {
  const { auth, connect_url: url } = client;
  const options = { headers: Object.entries(client.headers ?? {}) };
  await window.call('agents.add', { url, options, connect: false });
  const engine = { call: window.call, openFeed: () => undefined } as unknown as CommandEngine;
  const entered = auth && (await enterCredentials(engine, url, auth));
  const added = (await window.call('agents.add', { url })) as Reply<AgentView>;
  if (!entered?.waiting || !added.ok) return;
  const card = (await window.call('card.get', { agent: added.value.id })) as Reply<CardView>;
  await entered.complete(card.ok ? card.value.card : undefined);
}

/** One for all cases; each has windows of its own in it. */
let browser: Promise<Browser> | undefined;

const openWindows = new Set<Window>();

/** Ends the windows that are open, and the browser of all cases, if one was needed. */
export async function closeBrowser(): Promise<void> {
  for (const window of [...openWindows]) await window.close();
  await browser?.then(
    (open) => open.close(),
    () => undefined,
  );
  browser = undefined;
}

/**
 * Starts a page of its own on the agent, which forgets what it received before, and plays the case's steps. With
 * LOUPE_SHOTS the last picture is kept there under the given name.
 */
export async function playInWindow(
  name: string,
  client: ClientSide,
  agent: FakeAgent,
  environment?: unknown,
  pushing?: Pushing,
): Promise<Window> {
  await agent.reset();
  const dataDir = await mkdtemp(join(tmpdir(), 'loupe-case-'));
  writeSettings(dataDir, client.settings);
  browser ??= launchBrowser();
  const store = storeEnvironment(environment);
  if (store) await saveConnections(dataDir, client.connect_url, store);
  const options = { dataDir, args: [], viewport: VIEWPORT, colorScheme: 'dark' as const };
  const started = await startWeb(options, await browser, store && (() => serveWithStore(dataDir, store)));
  const { page } = started;
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const window: Window = {
    page,
    problems,
    dataDir,
    paintedAfterMs: 0,
    socketsLeft: [],
    log: () => agent.log(),
    call: (name, input) => hostCall(page, name, input),
    async act(step) {
      if (step.do === 'connect') await connect(page, client.connect_url);
      else if (step.do === 'refreshCard') await pressOnCard(page, 'fetch-card');
      else if (step.do === 'getExtendedCard') await pressOnCard(page, 'fetch-extended');
      else if (['send', 'stream', 'sendAuto', 'reply', 'followUp'].includes(step.do)) {
        window.paintedAfterMs = await send(page, step, dataDir);
      } else if (step.do === 'subscribe') {
        const agents = (await window.call('agents.list', {})) as { value: { id: string }[] };
        const request = { id: step.id };
        await window.call('calls.start', { agent: agents.value[0]?.id, operation: 'SubscribeToTask', request });
      } else if (step.do === 'receiveWebhooks' && pushing) {
        const agents = (await window.call('agents.list', {})) as { value: { id: string }[] };
        await receivePushed(window.call, agents.value[0]?.id ?? '', pushing);
      } else if (step.do === 'reconnect') {
        await openTab(page, 'conversation');
        await page.locator('[data-testid=cut-card]').getByRole('button').first().click();
      } else if (step.do === 'disconnect') {
        await disconnect(page);
        window.socketsLeft.push(await socketsLeft(Number(new URL(client.connect_url).port)));
      } else throw new Error(`the step ${step.do} has no way through the window`);
    },
    async close() {
      if (!openWindows.delete(window)) return;
      if (SHOTS_FOLDER) await page.screenshot({ path: join(SHOTS_FOLDER, `${name}.png`) });
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  openWindows.add(window);
  try {
    await page.getByTestId('app').waitFor({ timeout: READY_TIMEOUT_MS });
    if (client.headers || client.auth || store) {
      await enterInWindow(window, client);
      await agent.reset();
      await page.reload();
      await page.getByTestId('app').waitFor({ timeout: READY_TIMEOUT_MS });
    }
    for (const step of client.steps) await window.act(step);
    return window;
  } catch (error) {
    await window.close();
    throw error;
  }
}
