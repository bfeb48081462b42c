import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { OPEN_SESSIONS_LIMIT } from './limits.ts';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { startAgent, streamEvents } from './testing/event-server.ts';
import type { TestServer } from './testing/servers.ts';

const engines = testEngines();
let agent: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await agent?.close();
  agent = undefined;
});

/** Connects and streams a few events into the live session; returns its identifier. */
async function record(engine: Engine, events = 3): Promise<string> {
  agent ??= await startAgent((response, { id }) => streamEvents(response, id, events));
  const { id } = value(await engine.call('agents.add', { url: agent.url }));
  await send(engine, id, 'go');
  return engine.liveSession;
}

const list = async (engine: Engine) => value(await engine.call('sessions.list', {}));

describe('sessions', () => {
  it('leave no file when nothing was recorded', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    expect(await list(engine)).toMatchObject([{ id: engine.liveSession, live: true, bytes: 0 }]);
    value(await engine.call('sessions.rename', { session: engine.liveSession, title: 'Nothing' }));
    await engine.close();
    expect(fs.existsSync(join(dataDir, 'sessions'))).toBe(false);
  });

  it('give the same rows live, after a restart and after an import', async () => {
    const dataDir = engines.folder();
    const first = await engines.start({ dataDir });
    const session = await record(first);
    const live = await rowsOf(first, session);
    expect(live.length).toBeGreaterThan(8);
    const exported = value(await first.call('sessions.export', { session }));
    await first.close();

    const second = await engines.start({ dataDir });
    expect(await list(second)).toMatchObject([
      { live: true, bytes: 0 },
      { id: session, live: false },
    ]);
    value(await second.call('sessions.open', { session }));
    expect(await rowsOf(second, session)).toEqual(live);
    expect(value(await second.call('sessions.export', { session })).content).toBe(exported.content);
    const imported = value(await second.call('sessions.import', { name: 'mine.jsonl', content: exported.content }));
    expect(imported).toMatchObject({ title: 'mine', live: false });
    expect(await rowsOf(second, imported?.id ?? '')).toEqual(live);
    expect((await second.call('sessions.import', { content: 'no session' })).ok).toBe(false);
  });

  it('say the same of an entry live and reopened', async () => {
    const dataDir = engines.folder();
    const first = await engines.start({ dataDir });
    const session = await record(first);
    const seqs = (await rowsOf(first, session)).map(({ seq }) => seq);
    const live = value(await first.call('entries.read', { session, seqs }));
    const stream = live.find(({ entry }) => entry.kind === 'frame' && entry.framing === 'sse');
    expect(stream?.reading?.type).toBe('event');
    expect(JSON.parse(stream?.data ?? '')).toMatchObject({ jsonrpc: '2.0' });
    expect(stream?.related.request).toBeLessThan(stream?.related.head ?? 0);
    await first.close();
    const second = await engines.start({ dataDir });
    expect(value(await second.call('entries.read', { session, seqs }))).toEqual(live);
  });

  it('end on request and go on in a new one', async () => {
    const engine = await engines.start();
    const session = await record(engine);
    value(await engine.call('sessions.rename', { session, title: 'First run' }));
    const next = value(await engine.call('sessions.start', {}));
    expect(next).toMatchObject({ id: engine.liveSession, live: true, bytes: 0 });
    expect(next.id).not.toBe(session);
    expect(value(await engine.call('sessions.start', {})).id).toBe(next.id);
    await record(engine);
    expect((await rowsOf(engine, engine.liveSession))[0]?.seq).toBe(1);
    expect(await list(engine)).toMatchObject([{ id: next.id }, { id: session, title: 'First run' }]);
    expect((await rowsOf(engine, session)).length).toBeGreaterThan(8);
  });

  it('can be removed, the live one included', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const session = await record(engine);
    value(await engine.call('sessions.remove', { session }));
    expect(engine.liveSession).not.toBe(session);
    expect(await list(engine)).toHaveLength(1);
    expect(fs.readdirSync(join(dataDir, 'sessions'))).toEqual([]);
  });

  it('stay open in a bounded number, and are loaded again when a page asks', async () => {
    const engine = await engines.start();
    const content = value(await engine.call('sessions.export', { session: await record(engine) })).content;
    const ids: string[] = [];
    for (let n = 0; n < OPEN_SESSIONS_LIMIT + 3; n += 1) {
      ids.push(value(await engine.call('sessions.import', { content }))?.id ?? '');
    }
    for (const id of ids) expect((await rowsOf(engine, id)).length).toBeGreaterThan(8);
  });

  it('live in memory when nothing is to be kept', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir, persist: false });
    const session = await record(engine);
    const content = value(await engine.call('sessions.export', { session })).content;
    const imported = value(await engine.call('sessions.import', { content }));
    expect((await rowsOf(engine, imported?.id ?? '')).length).toBeGreaterThan(8);
    const folder = value(await engine.call('app.info', {})).sessionsFolder;
    await engine.close();
    expect(fs.readdirSync(dataDir)).toEqual([]);
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('that do not exist have no rows', async () => {
    const engine = await engines.start();
    expect(await rowsOf(engine, 'nothing')).toEqual([]);
  });
});

describe('bodies', () => {
  it('too long for one reply are cut and can be read in parts', async () => {
    const text = 'x'.repeat(2_500_000);
    agent = await startAgent((response, { id }) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { message: { messageId: 'm', parts: [{ text }] } } }));
    });
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
    const { exchange } = value(await engine.call('calls.start', { agent: id, operation: 'SendMessage', request }));
    value(await engine.call('calls.outcome', { exchange }));
    const session = engine.liveSession;
    const row = (await rowsOf(engine, session)).find((one) => one.exchange === exchange && one.size > text.length);
    const view = value(await engine.call('entries.get', { session, seq: row?.seq ?? 0 }));
    expect(view.bodyCut).toBe(true);
    const part = value(
      await engine.call('entries.body', { session, seq: row?.seq ?? 0, offset: 2_400_000, length: 10 }),
    );
    expect(part.text).toBe('xxxxxxxxxx');
    expect(part.total).toBe(row?.size);
  });
});
