// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeOptions } from '../../build/bundle.mjs';
import { CACHE } from '../../build/paths.mjs';

/** @typedef {import('../../shared/contract/views.ts').EntryView} EntryView */
/** @typedef {import('../../shared/contract/views.ts').OutcomeView} OutcomeView */
/** @typedef {import('../../shared/contract/views.ts').AgentOptions} AgentOptions */
/** @typedef {import('../../shared/model/row.ts').Row} Row */
/** @typedef {import('../../shared/model/operation.ts').OperationName} OperationName */
/** @typedef {import('../../shared/a2a/reduce/artifacts.ts').ArtifactRecord} ArtifactRecord */
/** @typedef {import('../../shared/a2a/reduce/conversation.ts').Turn} Turn */
/** @typedef {import('../../shared/a2a/reduce/tree.ts').TreeTask} TreeTask */

const ENGINE = fileURLToPath(new URL('iac-code-engine.mjs', import.meta.url));
/** Entries of one `entries.read`. */
const PAGE = 500;
/** Longest wait for a row that has to come, milliseconds. */
const ROW_TIMEOUT_MS = 30_000;

/** @type {Promise<typeof import('./iac-code-engine.mjs')> | undefined} */
let product;

/** The engine as the product is bundled, for Node of the oldest runtime. */
function loadProduct() {
  product ??= (async () => {
    const { build } = await import('esbuild');
    const outfile = join(CACHE, 'interop', 'engine.cjs');
    await build({ ...nodeOptions(), entryPoints: [ENGINE], outfile, sourcemap: true });
    return import(pathToFileURL(outfile).href);
  })();
  return product;
}

/** @template T @param {import('../../shared/lib/result.ts').Reply<T>} reply @returns {T} */
export function value(reply) {
  if (reply.ok) return reply.value;
  throw new Error(`${reply.error.code}: ${reply.error.message}`);
}

/**
 * One exchange as every view of it sees it.
 * @typedef {object} Told
 * @property {OutcomeView} outcome
 * @property {Row[]} rows of the exchange
 * @property {EntryView[]} entries of the exchange
 * @property {readonly Turn[]} turns what it adds up to as a conversation
 */

/**
 * @typedef {object} Client
 * @property {import('../../electron/engine/engine.ts').Engine} engine
 * @property {string} agent
 * @property {(operation: OperationName, request: Record<string, unknown>, options?: AgentOptions) => Promise<number>} start
 * @property {(exchange: number) => Promise<Told>} end waits for the end of an exchange
 * @property {(operation: OperationName, request: Record<string, unknown>, options?: AgentOptions) => Promise<Told>} call
 * @property {(exchange: number, wanted: (row: Row) => boolean) => Promise<Row>} row the first such row of an exchange, once it is there
 * @property {() => Promise<Row[]>} rows all rows so far
 * @property {(rows: Row[]) => Promise<EntryView[]>} read the entries of rows
 * @property {(task: string) => Promise<TreeTask | undefined>} node of the tree
 * @property {(task: string) => Promise<ArtifactRecord[]>} artifacts of a task, with the events that make them up
 * @property {(task: string) => Promise<readonly Turn[]>} conversation of a task, over all exchanges about it
 */

/**
 * An engine with the agent in its list.
 * @param {string} url
 * @param {AgentOptions} [options]
 */
export async function openEngine(url, options) {
  const { Artifacts, createEngine, conversationOf, createTree } = await loadProduct();
  const dataDir = mkdtempSync(join(tmpdir(), 'loupe-interop-'));
  const engine = await createEngine({
    dataDir,
    host: 'cli',
    version: '0.0.0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, localFiles: true, vault: 'none' },
  });
  const session = engine.liveSession;
  const view = value(await engine.call('agents.add', { url, ...(options && { options }) }));

  /** All rows up to the present one. @returns {Promise<Row[]>} */
  const allRows = () =>
    new Promise((resolve) => {
      /** @type {Row[]} */
      const rows = [];
      const feed = engine.openFeed({ session, after: 0 }, (batch) => {
        rows.push(...batch.rows);
        const last = rows[rows.length - 1]?.seq ?? 0;
        feed.ack(last);
        if (last < batch.last) return;
        feed.close();
        resolve(rows);
      });
    });
  /** @param {Row[]} rows */
  const read = async (rows) => {
    /** @type {EntryView[]} */
    const entries = [];
    for (let from = 0; from < rows.length; from += PAGE) {
      const seqs = rows.slice(from, from + PAGE).map(({ seq }) => seq);
      entries.push(...value(await engine.call('entries.read', { session, seqs })));
    }
    return entries;
  };

  /** @param {Row[]} rows @param {string} task */
  const nodeIn = (rows, task) => {
    const tree = createTree();
    for (const row of rows) tree.push(row);
    return tree.task(view.id, task);
  };

  /** @type {Client} */
  const client = {
    engine,
    agent: view.id,
    start: async (operation, request, changes) => {
      const call = { agent: view.id, operation, request, ...(changes && { options: changes }) };
      return value(await engine.call('calls.start', call)).exchange;
    },
    end: async (exchange) => {
      const outcome = value(await engine.call('calls.outcome', { exchange }));
      const rows = (await allRows()).filter((row) => row.exchange === exchange);
      const entries = await read(rows);
      return { outcome, rows, entries, turns: conversationOf(entries) };
    },
    call: async (operation, request, changes) => client.end(await client.start(operation, request, changes)),
    row: (exchange, wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          feed.close();
          reject(new Error(`exchange ${exchange}: the row that was waited for did not come`));
        }, ROW_TIMEOUT_MS);
        const feed = engine.openFeed({ session, after: 0 }, (batch) => {
          const row = batch.rows.find((item) => item.exchange === exchange && wanted(item));
          const last = batch.rows[batch.rows.length - 1];
          if (last) feed.ack(last.seq);
          if (!row) return;
          clearTimeout(timer);
          feed.close();
          resolve(row);
        });
      }),
    rows: allRows,
    read,
    node: async (task) => nodeIn(await allRows(), task),
    artifacts: async (task) => {
      const tree = createTree();
      const artifacts = new Artifacts(tree);
      for (const row of await allRows()) {
        tree.push(row);
        artifacts.push(row);
      }
      return artifacts.records.filter((record) => record.task === task);
    },
    conversation: async (task) => {
      const rows = await allRows();
      const exchanges = new Set(nodeIn(rows, task)?.exchanges);
      return conversationOf(await read(rows.filter((row) => exchanges.has(row.exchange))));
    },
  };
  let ended = false;
  return {
    ...client,
    view,
    dataDir,
    /** Ends the engine, and by default removes what it wrote; safe to call twice. */
    async close(remove = true) {
      if (!ended) await engine.close();
      ended = true;
      if (remove) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
