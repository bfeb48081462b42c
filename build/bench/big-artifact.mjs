// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { READY_TIMEOUT_MS, SETTLE_MS, wait, withApp } from './app.mjs';
import { actAndWatch } from './big-artifact-probe.mjs';
import { artifactText, CHUNK_BYTES, CHUNKS, startArtifactServer, TASK } from './big-artifact-server.mjs';
import { median } from './figures.mjs';
import { withFolder } from './folder.mjs';
import { findHosts } from './hosts.mjs';

const ROUNDS = 2;
/** An artifact that has not arrived by then is not going to, milliseconds. */
const TIMEOUT_MS = 120_000;
/** Wait between two looks at the memory, milliseconds. */
const LOOK_MS = 100;
/** A page that is ready has become quiet, milliseconds. */
const QUIET_MS = 3_000;
/** Rows of the stream besides its chunks: request, answer, task, last state, end. */
const ROWS_AROUND = 5;
const DIALOG = fileURLToPath(new URL('big-artifact-dialog.cjs', import.meta.url));

const MEMORY = { gate: 400 };
const BLOCKED = { gate: 100 };
const NONE = { goal: 0 };

const TAB = (/** @type {string} */ name) => `[data-testid="tab"][data-tab="${name}"]`;
const BYTES = CHUNKS * CHUNK_BYTES;
const WHOLE = `[data-testid="artifact-view"][data-artifact-state="complete"][data-bytes="${BYTES}"][data-digest="match"]`;
const CONTENT = '[data-testid="artifact-content"]';
/** What is scrolled: the editor of texts, the list of bytes. */
const SCROLLED = { text: '[data-testid="artifact-code"] .monaco-scrollable-element', raw: '[data-testid="hex-view"]' };

/** @typedef {import('./big-artifact-server.mjs').Kind} Kind */
/** @typedef {import('./big-artifact-probe.mjs').Blocked} Blocked */
/** @typedef {'timeline' | 'conversation' | 'artifacts'} Shown the tab on show while the artifact arrives */

/**
 * What a run found.
 * @typedef {object} Run
 * @property {number} idle memory of all processes before, MB
 * @property {number} peak the highest while it arrived, MB
 * @property {number} peakEngine of the engine's process, MB
 * @property {number} peakPage of the page's process, MB
 * @property {number} after the highest while it was opened, scrolled and saved, MB
 * @property {number} afterEngine of the engine's process then, MB
 * @property {number} afterPage of the page's process then, MB
 * @property {Blocked} arrival
 * @property {Blocked} opened
 * @property {Blocked} scrolled
 * @property {Blocked} saved
 * @property {number} stored chunks in the session file
 * @property {boolean} sound panel and saved file have the right digest
 */

/** Follows the memory of an app and keeps the highest. @param {import('./app.mjs').App} app */
function followMemory({ memory }) {
  const most = { total: 0, page: 0, engine: 0 };
  const look = () => {
    const now = memory();
    most.total = Math.max(most.total, now.total);
    most.page = Math.max(most.page, now.page);
    most.engine = Math.max(most.engine, now.engine);
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

/** Different chunks in the session files of a data folder. @param {string} dataDir */
async function storedChunks(dataDir) {
  const numbers = new Set();
  const folder = join(dataDir, 'sessions');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const text = line.match(/chunk (\d{7}) of the artifact/)?.[1];
      // "chunk " in base64; what follows is the number.
      const raw = line.match(/(Y2h1bmsg[\w+/]{12})/)?.[1];
      const number = text ?? (raw && Buffer.from(raw, 'base64').toString('latin1').slice(6, 13));
      if (number) numbers.add(Number(number));
    }
  }
  return numbers.size;
}

/** @param {string} file */
async function digestOfFile(file) {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes);
  return hash.digest('hex');
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {Kind} kind
 * @param {Shown} shown
 */
async function prepare(page, url, kind, shown) {
  await page.getByTestId('address').fill(url);
  await page.getByTestId('connect').click();
  await page.getByTestId('card-page').waitFor({ timeout: READY_TIMEOUT_MS });
  const write = async (/** @type {string} */ text) => {
    await page.getByTestId('composer').getByRole('textbox').fill(text);
    await page.locator('[data-testid="send"][data-state="ready"]').waitFor({ timeout: READY_TIMEOUT_MS });
  };
  await write('nothing yet');
  await page.getByTestId('send').click();
  await page.locator(TAB('timeline')).click({ timeout: READY_TIMEOUT_MS });
  await page.locator('[data-testid="timeline"][data-state="ended"]').waitFor({ timeout: READY_TIMEOUT_MS });
  const last = Number(await page.locator('[data-testid="event-row"][data-kind="end"]').last().getAttribute('data-seq'));
  if (shown !== 'timeline') await page.locator(TAB(shown)).click();
  await write(artifactText(kind));
  return last;
}

/** What shows that all of it has arrived. @param {Shown} shown @param {number} last seq before */
function arrivedSelector(shown, last) {
  if (shown === 'artifacts') return WHOLE;
  if (shown === 'conversation') return `[data-testid="turn"][data-task="${TASK}"][data-live="false"]`;
  return `[data-testid="event-row"][data-kind="end"][data-seq="${last + CHUNKS + ROWS_AROUND}"]`;
}

/**
 * Receives the artifact on a fresh Loupe, then opens, scrolls and saves it.
 * @param {import('./hosts.mjs').Host} host
 * @param {Awaited<ReturnType<typeof startArtifactServer>>} server
 * @param {Kind} kind
 * @param {Shown} shown
 * @returns {Promise<Run>}
 */
const receive = (host, server, kind, shown) =>
  withFolder(async (folder) => {
    const file = join(folder, 'saved');
    process.env.LOUPE_BENCH_SAVED = file;
    const preload = host.name === 'electron' ? { preload: DIALOG } : {};
    return withApp(
      host.start,
      async (app) => {
        const { page, dataDir } = app;
        const last = await prepare(page, server.url, kind, shown);
        await wait(QUIET_MS);
        const idle = app.memory().total;
        const act = (/** @type {Parameters<typeof actAndWatch>[0]} */ wanted) => page.evaluate(actAndWatch, wanted);
        const stopArrival = followMemory(app);
        const until = arrivedSelector(shown, last);
        const arrival = await act({ click: '[data-testid="send"]', until, timeoutMs: TIMEOUT_MS });
        await wait(SETTLE_MS);
        const arrived = stopArrival();
        const stored = await storedChunks(dataDir);

        const stopOpened = followMemory(app);
        const opened = await act({ click: TAB('artifacts'), until: `${WHOLE} ${CONTENT}`, timeoutMs: TIMEOUT_MS });
        await page.locator(SCROLLED[kind]).waitFor({ timeout: READY_TIMEOUT_MS });
        const scrolled = await act({ scroll: SCROLLED[kind], until: SCROLLED[kind], timeoutMs: TIMEOUT_MS });
        const download = host.name === 'web' ? page.waitForEvent('download') : undefined;
        const save = '[data-testid="artifact-save"]';
        const saved = await act({ click: save, until: '[data-testid="artifact-saved"]', timeoutMs: TIMEOUT_MS });
        await (await download)?.saveAs(file);
        const opening = stopOpened();
        const sound = (await digestOfFile(file)) === server.sha256[kind];
        const { total: peak, page: peakPage, engine: peakEngine } = arrived;
        return {
          idle,
          peak,
          peakPage,
          peakEngine,
          after: opening.total,
          afterEngine: opening.engine,
          afterPage: opening.page,
          arrival,
          opened,
          scrolled,
          saved,
          stored,
          sound,
        };
      },
      preload,
    );
  }).finally(() => {
    delete process.env.LOUPE_BENCH_SAVED;
  });

/** One kind of content under one tab, over all rounds. */
class Series {
  /** @type {Run[]} */
  runs = [];

  /** @param {import('./hosts.mjs').Host} host @param {Kind} kind @param {Shown} shown @param {number} bare */
  constructor(host, kind, shown, bare) {
    this.host = host;
    this.kind = kind;
    this.shown = shown;
    this.bare = bare;
    this.name = `${host.name} ${kind} under ${shown}`;
  }

  /** @param {Awaited<ReturnType<typeof startArtifactServer>>} server */
  async round(server) {
    this.runs.push(await receive(this.host, server, this.kind, this.shown));
  }

  /** @param {'peak' | 'after'} key */
  memory(key) {
    return median(this.runs.map((run) => run[key])) - this.bare;
  }

  /** The best round, because other programs disturb too. @param {'arrival' | 'opened' | 'scrolled' | 'saved'} key @param {'task' | 'gap'} what */
  blocked(key, what) {
    return Math.min(...this.runs.map((run) => run[key][what]));
  }

  /** @returns {import('./figures.mjs').Result[]} */
  results() {
    const { name, runs } = this;
    const of = this.bare > 0 ? ' without the browser itself' : '';
    const a1 = (/** @type {string} */ what, /** @type {number} */ value) => ({
      value,
      goal: { id: 'A1', what: `${name} ${what}`, unit: 'MB', ...MEMORY },
    });
    const a2 = STAGES.flatMap(([key, word]) =>
      /** @type {const} */ (['task', 'gap']).map((what) => ({
        value: this.blocked(key, what),
        goal: {
          id: 'A2',
          what: `${name} ${word}, longest ${what === 'gap' ? 'frame gap' : 'task'}`,
          unit: 'ms',
          ...BLOCKED,
        },
      })),
    );
    const missing = Math.max(...runs.map(({ stored }) => CHUNKS - stored));
    const unsound = runs.filter(({ sound }) => !sound).length;
    return [
      a1(`memory at its highest${of}`, this.memory('peak')),
      a1(`memory opened and saved${of}`, this.memory('after')),
      { value: missing, goal: { id: 'A1', what: `${name} not stored`, unit: 'chunks', ...NONE } },
      { value: unsound, goal: { id: 'A1', what: `${name} with a wrong SHA-256`, unit: 'files', ...NONE } },
      ...a2,
    ];
  }

  row() {
    const middle = (/** @type {(run: Run) => number} */ of) => median(this.runs.map(of));
    return {
      host: this.host.name,
      content: this.kind,
      under: this.shown,
      'bare MB': this.bare,
      'idle MB': middle(({ idle }) => idle),
      'peak MB': middle(({ peak }) => peak),
      'engine MB': middle(({ peakEngine }) => peakEngine),
      'page MB': middle(({ peakPage }) => peakPage),
      'opened, saved MB': middle(({ after }) => after),
      'engine then MB': middle(({ afterEngine }) => afterEngine),
      'page then MB': middle(({ afterPage }) => afterPage),
      'arrival ms': middle(({ arrival }) => arrival.wall),
      'task ms': middle(({ arrival }) => arrival.task),
      'gap ms': middle(({ arrival }) => arrival.gap),
      'open ms': middle(({ opened }) => opened.wall),
      'open gap ms': middle(({ opened }) => opened.gap),
      'scroll gap ms': middle(({ scrolled }) => scrolled.gap),
      'save ms': middle(({ saved }) => saved.wall),
      'save gap ms': middle(({ saved }) => saved.gap),
      'stored chunks': Math.min(...this.runs.map(({ stored }) => stored)),
      rounds: this.runs.length,
    };
  }
}

/** @type {['arrival' | 'opened' | 'scrolled' | 'saved', string][]} */
const STAGES = [
  ['arrival', 'arriving'],
  ['opened', 'opened'],
  ['scrolled', 'scrolled'],
  ['saved', 'saved'],
];

/** @type {[Kind, Shown][]} */
const CASES = [
  ['text', 'timeline'],
  ['raw', 'artifacts'],
  ['text', 'conversation'],
];

/** What a browser with an empty page holds, MB; nothing where the window is part of the product. @param {import('./hosts.mjs').Host} host */
async function bareMemory({ startBare }) {
  if (!startBare) return 0;
  const look = async (/** @type {import('./app.mjs').App} */ { memory }) => {
    await wait(QUIET_MS);
    const { total, engine } = memory();
    return total - engine;
  };
  return withApp(startBare, look, { shown: 'p' });
}

/**
 * A1: memory of all processes while an artifact of 200 MB arrives in chunks of 64 KiB, and while it is opened, scrolled and
 * saved; nothing of it is lost. A2: how long the page is blocked meanwhile; the best round, because other programs disturb too.
 * @param {import('./goals.mjs').Bench} bench
 * @returns {Promise<import('./figures.mjs').Findings>}
 */
export async function bigArtifactGoals(bench) {
  const { rounds = ROUNDS, say } = bench;
  const server = await startArtifactServer();
  const results = [];
  const table = [];
  try {
    for (const host of await findHosts(bench, 'A1, A2')) {
      const bare = await bareMemory(host);
      const series = CASES.map(([kind, shown]) => new Series(host, kind, shown, bare));
      for (let round = 0; round < rounds; round += 1) {
        for (const one of series) {
          say(`A1, A2 ${one.name} round ${round + 1} of ${rounds}`);
          await one.round(server);
        }
      }
      results.push(...series.flatMap((one) => one.results()));
      table.push(...series.map((one) => one.row()));
    }
  } finally {
    await server.stop();
  }
  return { results, table };
}
