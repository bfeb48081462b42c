import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FindPage } from '../../../shared/contract/views.ts';
import type { Engine } from '../engine.ts';
import { OPEN_FINDS_LIMIT } from '../limits.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { eventText, startAgent, streamEvents } from '../testing/event-server.ts';
import type { TestServer } from '../testing/servers.ts';

const engines = testEngines();
let agent: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await agent?.close();
  agent = undefined;
});

/** Streams events into the live session and begins the next; returns the one that ended. */
async function record(engine: Engine, text: string, events = 5): Promise<string> {
  agent ??= await startAgent((response, { id }) => streamEvents(response, id, events));
  const known = value(await engine.call('agents.list', {}))[0];
  const { id } = known ?? value(await engine.call('agents.add', { url: agent.url }));
  await send(engine, id, text);
  const session = engine.liveSession;
  value(await engine.call('sessions.rename', { session, title: `About ${text}` }));
  value(await engine.call('sessions.start', {}));
  return session;
}

/** Every page of a search, as one. */
async function find(engine: Engine, filter: string, limit?: number): Promise<FindPage & { pages: number }> {
  let page = value(await engine.call('sessions.find', { filter, ...(limit && { limit }) }));
  const all = { ...page, pages: 1 };
  while (page.next !== undefined) {
    page = value(await engine.call('sessions.find', { filter, after: page.next, ...(limit && { limit }) }));
    all.hits.push(...page.hits);
    all.problems.push(...page.problems);
    Object.assign(all, { progress: page.progress, done: page.done, pages: all.pages + 1 });
  }
  return all;
}

const sessionsOf = ({ hits }: FindPage): string[] => [...new Set(hits.map(({ session }) => session))];

describe('finding across sessions', () => {
  it('looks through kept sessions and the live one, newest first', async () => {
    const engine = await engines.start();
    const apples = await record(engine, 'apples');
    const pears = await record(engine, 'pears');
    const found = await find(engine, 'kind:request name:send');
    expect(found.hits.map(({ session, text }) => [session, text])).toEqual([
      [pears, 'pears'],
      [apples, 'apples'],
    ]);
    expect(found).toMatchObject({ done: true, problems: [], progress: { sessions: 3, ofSessions: 3 } });
    const rows = await rowsOf(engine, pears);
    expect(rows.find(({ seq }) => seq === found.hits[0]?.seq)).toMatchObject({ kind: 'request', text: 'pears' });
    const [{ id } = { id: '' }] = value(await engine.call('agents.list', {}));
    await send(engine, id, 'plums');
    expect(sessionsOf(await find(engine, 'plums'))).toEqual([engine.liveSession]);
    expect(sessionsOf(await find(engine, 'session:apples kind:status'))).toEqual([apples]);
    expect(sessionsOf(await find(engine, '-session:apples kind:request name:send'))).toEqual([
      engine.liveSession,
      pears,
    ]);
    expect(sessionsOf(await find(engine, 'agent:"test agent" kind:request name:send'))).toHaveLength(3);
    expect((await find(engine, 'nowhere-to-be-found')).hits).toEqual([]);
    expect((await find(engine, '')).hits).toEqual([]);
  });

  it('knows the rows that the person pinned', async () => {
    const engine = await engines.start();
    const apples = await record(engine, 'apples');
    const pears = await record(engine, 'pears');
    const [first, second] = await rowsOf(engine, pears);
    const pins = { [pears]: [second?.seq, first?.seq, 'x'], other: [1], [apples]: 'nonsense' };
    value(await engine.call('settings.set', { key: 'pins', value: pins }));
    const { hits } = await find(engine, 'is:pinned');
    expect(hits.map(({ session, seq }) => [session, seq])).toEqual([
      [pears, first?.seq],
      [pears, second?.seq],
    ]);
    expect(sessionsOf(await find(engine, '-is:pinned kind:request name:send'))).toContain(apples);
    expect((await find(engine, 'is:unread')).hits).toEqual([]);
  });

  it('looks into whole entries for words and shows where they stand', async () => {
    const engine = await engines.start();
    const session = await record(engine, 'apples');
    const { hits } = await find(engine, '"MESSAGEID"');
    expect(sessionsOf({ hits } as FindPage)).toEqual([session]);
    expect(hits[0]?.around).toContain('messageId');
    expect(hits[0]?.text).not.toContain('messageId');
    expect((await find(engine, 'step')).hits[0]?.around).toBeUndefined();
  });

  it('knows findings by their codes', async () => {
    agent = await startAgent((response, { id }) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(eventText(id, 0, 'TASK_STATE_ODD') + eventText(id, 1, 'TASK_STATE_COMPLETED'));
    });
    const engine = await engines.start();
    const session = await record(engine, 'apples');
    const [odd] = (await rowsOf(engine, session)).filter(({ state }) => state === 'TASK_STATE_ODD');
    expect(odd?.marks?.codes).toContain('unknown-state');
    expect((await find(engine, 'issue:unknown-state')).hits).toMatchObject([{ session, seq: odd?.seq }]);
    expect((await find(engine, 'state:odd')).hits).toMatchObject([{ session, seq: odd?.seq }]);
  });

  it('gives pages, each row once', async () => {
    const engine = await engines.start();
    await record(engine, 'apples', 150);
    await record(engine, 'pears', 150);
    const whole = await find(engine, 'text:step');
    const pages = await find(engine, 'text:step', 40);
    // The event that ends the task counts its steps, too.
    expect(whole.hits.length).toBe(302);
    expect(pages.pages).toBeGreaterThanOrEqual(8);
    expect(pages.hits).toEqual(whole.hits);
    expect(pages.progress).toEqual(whole.progress);
  });

  it('tells of files it cannot read and goes on', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const apples = await record(engine, 'apples');
    const pears = await record(engine, 'pears');
    const path = (id: string) => join(dataDir, 'sessions', `${id}.jsonl`);
    fs.writeFileSync(path('20200101-000000-bad0'), 'no session at all\n');
    fs.appendFileSync(path(pears), 'not an entry\nnor this\n');
    const found = await find(engine, 'kind:request name:send');
    expect(sessionsOf(found)).toEqual([pears, apples]);
    expect(found.problems).toHaveLength(2);
    expect(found.problems).toContainEqual(expect.objectContaining({ session: '20200101-000000-bad0' }));
    expect(found.problems).toContainEqual(
      expect.objectContaining({
        session: pears,
        title: 'About pears',
        message: '2 lines of this session cannot be read.',
      }),
    );
  });

  it('ends with its signal, and when too many others wait', async () => {
    const engine = await engines.start();
    await record(engine, 'apples', 100);
    const control = new AbortController();
    const first = value(await engine.call('sessions.find', { filter: 'text:step', limit: 1 }, control.signal));
    expect(first.hits).toHaveLength(1);
    const going = engine.call(
      'sessions.find',
      { filter: 'text:step', limit: 1_000, after: first.next },
      control.signal,
    );
    control.abort();
    expect(await going).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await engine.call('sessions.find', { filter: '', after: first.next })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    const waiting: string[] = [];
    for (let count = 0; count <= OPEN_FINDS_LIMIT; count++)
      waiting.push(value(await engine.call('sessions.find', { filter: 'text:step', limit: 1 })).next ?? '');
    const again = await Promise.all(
      waiting.map((after) => engine.call('sessions.find', { filter: '', after, limit: 1 })),
    );
    expect(again.map(({ ok }) => ok)).toEqual([false, ...waiting.slice(1).map(() => true)]);
  });
});
