import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackBatch } from '../../shared/contract/packed-rows.ts';
import type { InputOf, OutputOf, ProcedureName } from '../../shared/contract/procedures.ts';
import type { FeedBatch } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { LOCK_FILE } from '../engine/hosting/data-lock.ts';
import { type OpenHost, openWebHost } from './open.ts';

let folder = '';
let said: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-host-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '<p>page</p>');
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = () => ({
  port: 0,
  dataDir: join(folder, 'data'),
  sample: true,
  renderer: join(folder, 'page'),
  version: '1.2.3',
  say: (line: string) => said.push(line),
});

/** A page of the host, as far as the API goes. */
function pageOf(host: OpenHost) {
  const url = new URL(host.url);
  const token = url.hash.replace('#token=', '');
  const start = (path: string, body: unknown, onText: (text: string) => void, onEnd: () => void) => {
    const headers = { authorization: `Bearer ${token}`, origin: url.origin };
    const sent = request(url.origin + path, { method: 'POST', headers }, (answer) => {
      answer.setEncoding('utf8').on('data', onText).on('end', onEnd).on('error', onEnd);
    });
    sent.on('error', onEnd);
    sent.end(JSON.stringify(body));
    return sent;
  };
  const post = (path: string, body: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      let text = '';
      const add = (chunk: string) => {
        text += chunk;
      };
      start(path, body, add, () => (text === '' ? reject(new Error('no answer')) : resolve(JSON.parse(text))));
    });
  return {
    async call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const reply = (await post('/api/call', { name, input })) as Reply<OutputOf<N>>;
      if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
      return reply.value;
    },
    follow(session: string, onBatch: (batch: FeedBatch) => void) {
      let rest = '';
      const onText = (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines.filter((text) => text !== '')) {
          const { feed, batch } = JSON.parse(line) as { feed: number; batch?: FeedBatch };
          if (!batch) continue;
          onBatch(batch);
          // The host may close while the last one is on its way.
          post('/api/feed/ack', { feed, seq: batch.last }).catch(() => {});
        }
      };
      const sent = start('/api/feed/open', { session, after: 0 }, onText, () => {});
      return { close: () => sent.destroy() };
    },
  };
}

async function open(): Promise<OpenHost> {
  const host = await openWebHost(options());
  if (!host.ok) throw new Error(host.error.message);
  return host.value;
}

describe('openWebHost', () => {
  it('shows a page the whole way from a message to its rows', async () => {
    const host = await open();
    const page = pageOf(host);
    const info = await page.call('app.info', {});
    expect(info).toMatchObject({ version: '1.2.3', host: 'web', capabilities: { vault: 'session', dialogs: false } });
    const [agent] = await page.call('agents.list', {});
    expect(agent).toMatchObject({ sample: true, connection: 'connected' });

    const rows: FeedBatch['rows'] = [];
    const feed = page.follow(info.liveSession, (batch) => rows.push(...unpackBatch(batch).rows));
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
    const { exchange } = await page.call('calls.start', {
      agent: agent?.id ?? '',
      operation: 'SendStreamingMessage',
      request: { message },
    });
    await page.call('calls.outcome', { exchange });
    const end = Date.now() + 5_000;
    const last = () => rows.filter((row) => row.exchange === exchange).pop()?.kind;
    while (last() !== 'end' && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(last()).toBe('end');
    expect(rows.map((row) => row.seq)).toEqual([...rows.keys()].map((index) => index + (rows[0]?.seq ?? 0)));
    feed.close();
    await host.close();
    expect(said).toEqual([]);

    const file = join(info.sessionsFolder, `${info.liveSession}.jsonl`);
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeGreaterThan(rows.length);
  });

  it('keeps its data folder for itself while it runs', async () => {
    const host = await open();
    expect(await openWebHost(options())).toMatchObject({ ok: false, error: { code: 'busy' } });
    await host.close();
    expect(existsSync(join(folder, 'data', LOCK_FILE))).toBe(false);
    await (await open()).close();
  });

  it('gives the folder back when the port is taken', async () => {
    const host = await open();
    const port = Number(new URL(host.url).port);
    const other = { ...options(), port, dataDir: join(folder, 'other') };
    expect(await openWebHost(other)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(existsSync(join(folder, 'other', LOCK_FILE))).toBe(false);
    await host.close();
  });
});
