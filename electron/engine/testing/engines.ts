import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { Row } from '../../../shared/model/row.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine.ts';

/** Engines and folders of one test, put away at its end. */
export function testEngines() {
  const engines: Engine[] = [];
  const folders: string[] = [];
  const folder = () => {
    const path = fs.mkdtempSync(join(tmpdir(), 'loupe-engine-'));
    folders.push(path);
    return path;
  };
  return {
    folder,
    async start(options: Partial<EngineOptions> = {}): Promise<Engine> {
      const engine = await createEngine({
        dataDir: options.dataDir ?? folder(),
        host: 'cli',
        version: '0.0.0',
        platform: 'test',
        capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    async close(): Promise<void> {
      for (const engine of engines.splice(0)) await engine.close();
      for (const path of folders.splice(0)) fs.rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The value of a reply; an error fails the test with its message. */
export function value<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  throw new Error(`${reply.error.code}: ${reply.error.message}`);
}

/** All rows of a session up to the present one. */
export function rowsOf(engine: Engine, session: string, after = 0): Promise<Row[]> {
  return new Promise((resolve) => {
    const rows: Row[] = [];
    const feed = engine.openFeed({ session, after }, (batch) => {
      rows.push(...batch.rows);
      feed.ack(rows[rows.length - 1]?.seq ?? after);
      if (batch.loading || (rows[rows.length - 1]?.seq ?? after) < batch.last) return;
      feed.close();
      resolve(rows);
    });
  });
}

/** Sends a text and waits for the end. */
export async function send(
  engine: Engine,
  agent: string,
  text: string,
  operation: 'SendMessage' | 'SendStreamingMessage' = 'SendStreamingMessage',
): Promise<OutcomeView> {
  const request = { message: { role: 'ROLE_USER', parts: [{ text }] } };
  const { exchange } = value(await engine.call('calls.start', { agent, operation, request }));
  return value(await engine.call('calls.outcome', { exchange }));
}
