import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { WatchView } from '../../../shared/contract/watch.ts';
import { isQuiet } from '../../../shared/model/row.ts';
import type { Engine } from '../engine.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { startAgent } from '../testing/event-server.ts';
import type { TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

const TASK = 'task-1';
const WORKING = 'TASK_STATE_WORKING';
const COMPLETED = 'TASK_STATE_COMPLETED';
const task = (state: string, more: object = {}) => ({ id: TASK, contextId: 'c', status: { state }, ...more });

interface Answer {
  result?: unknown;
  error?: unknown;
  status?: number;
  headers?: Record<string, string>;
  /** Milliseconds until it is given. */
  after?: number;
}

function give(
  response: ServerResponse,
  id: unknown,
  { status = 200, headers = {}, after = 0, ...answer }: Answer,
): void {
  const write = () => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(status === 200 ? JSON.stringify({ jsonrpc: '2.0', id, ...answer }) : 'no');
  };
  if (after > 0) setTimeout(write, after);
  else write();
}

/** An agent that answers each GetTask with the next of these, the last one again and again. */
async function agentOf(answers: Answer[], options: { streaming?: boolean; auto?: boolean; subscribe?: Answer } = {}) {
  const calls: string[] = [];
  let asked = 0;
  let open = 0;
  const seen = { most: 0 };
  const server = await startAgent(
    (response, call) => {
      calls.push(call.method);
      if (call.method === 'GetTask') {
        open += 1;
        seen.most = Math.max(seen.most, open);
        response.once('close', () => {
          open -= 1;
        });
        const answer = answers[Math.min(asked, answers.length - 1)] ?? {};
        asked += 1;
        return give(response, call.id, answer);
      }
      if (call.method === 'SubscribeToTask' && !options.subscribe) {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const first = { jsonrpc: '2.0', id: call.id, result: { task: task(WORKING) } };
        return void response.write(`data: ${JSON.stringify(first)}\n\n`);
      }
      if (call.method === 'SubscribeToTask') return give(response, call.id, options.subscribe ?? {});
      return give(response, call.id, { result: { task: task(WORKING) } });
    },
    { capabilities: { streaming: options.streaming ?? false } },
  );
  servers.push(server);
  const engine = await engines.start({ host: 'web' });
  value(await engine.call('settings.set', { key: 'pollIntervalMs', value: 50 }));
  if (options.auto === false) value(await engine.call('settings.set', { key: 'autoWatch', value: false }));
  const { id: agent } = value(await engine.call('agents.add', { url: server.url }));
  return { engine, agent, calls, seen, count: () => calls.filter((method) => method === 'GetTask').length };
}

async function until(engine: Engine, holds: (watch: WatchView | undefined) => boolean): Promise<WatchView | undefined> {
  let watch: WatchView | undefined;
  for (let tries = 0; tries < 400; tries += 1) {
    [watch] = value(await engine.call('tasks.watching', {}));
    if (holds(watch)) return watch;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain; the watch is ${JSON.stringify(watch)}`);
}
const ended = (watch: WatchView | undefined) => watch?.phase === 'ended';
const notes = async (engine: Engine, session = engine.liveSession) =>
  (await rowsOf(engine, session)).filter((row) => row.kind === 'note' && row.name === 'watch').map((row) => row.text);

describe('a watched task', () => {
  it('is asked for until it comes to its end, and equal answers are quiet', async () => {
    const steady = { result: task(WORKING) };
    const { engine, agent, count, seen } = await agentOf([steady, steady, steady, { result: task(COMPLETED) }]);
    const begun = value(await engine.call('tasks.watch', { agent, task: TASK }));
    expect(begun).toMatchObject({ phase: 'asking', automatic: false });
    const watch = await until(engine, ended);
    expect(watch).toMatchObject({ end: 'terminal', state: COMPLETED, polls: 4, failures: 0 });
    expect([count(), seen.most]).toEqual([4, 1]);

    const rows = (await rowsOf(engine, engine.liveSession)).filter(
      (row) => row.name === 'GetTask' || row.task === TASK,
    );
    const answers = rows.filter((row) => row.kind === 'task');
    expect(answers.map((row) => isQuiet(row))).toEqual([false, true, true, false]);
    expect(rows.filter((row) => row.kind === 'request').every((row) => isQuiet(row))).toBe(true);
    expect(await notes(engine)).toEqual([
      expect.stringMatching(/asked for every 0\.1 s/),
      expect.stringMatching(/came to its end/),
    ]);
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(count()).toBe(before);
  });

  it('is asked for less often while nothing changes, and at the interval again after news', async () => {
    const steady = { result: task(WORKING) };
    const news = { result: task(WORKING, { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] }) };
    const { engine, agent } = await agentOf([...Array.from({ length: 5 }, () => steady), news]);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    const slow = await until(engine, (watch) => (watch?.unchanged ?? 0) >= 4 && watch?.phase === 'waiting');
    expect(slow?.waitMs).toBeGreaterThan(50);
    const fast = await until(engine, (watch) => watch?.polls === 6 && watch.phase === 'waiting');
    expect(fast).toMatchObject({ unchanged: 0, waitMs: 50 });
  });

  it('is paused, asked for at once, and left alone', async () => {
    const { engine, agent, count, seen } = await agentOf([{ result: task(WORKING), after: 30 }]);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    await until(engine, (watch) => (watch?.polls ?? 0) >= 2);
    expect(value(await engine.call('tasks.watch', { agent, task: TASK, paused: true })).phase).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 60));
    const paused = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(count()).toBe(paused);
    for (let times = 0; times < 5; times += 1) value(await engine.call('tasks.watch', { agent, task: TASK }));
    await until(engine, (watch) => (watch?.polls ?? 0) >= paused + 2);
    expect(seen.most).toBe(1);
    value(await engine.call('tasks.unwatch', { agent, task: TASK }));
    expect(await until(engine, ended)).toMatchObject({ end: 'stopped' });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const stopped = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(count()).toBe(stopped);
    value(await engine.call('tasks.unwatch', { agent, task: TASK }));
    expect(value(await engine.call('tasks.watching', {}))).toEqual([]);
    expect((await engine.call('tasks.unwatch', { agent, task: TASK })).ok).toBe(false);
  });

  it.each([
    ['TaskNotFound', { error: { code: -32001, message: 'Task not found' } }, 'not-found', 1],
    ['404', { status: 404 }, 'not-found', 1],
    ['an unknown method', { error: { code: -32601, message: 'Method not found' } }, 'refused', 1],
    ['401', { status: 401 }, 'access', 1],
    ['503 again and again', { status: 503 }, 'failing', 5],
  ])('ends after %s and says why', async (_name, answer, end, polls) => {
    const { engine, agent } = await agentOf([answer as Answer]);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    const watch = await until(engine, ended);
    expect(watch).toMatchObject({ end, polls });
    expect(watch?.trouble?.message).toBeTruthy();
  });

  it('goes on after a failure that passes, and waits as long as the agent asks', async () => {
    const busy = { status: 503, headers: { 'Retry-After': '1' } };
    const { engine, agent } = await agentOf([busy, { result: task(COMPLETED) }]);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    expect(await until(engine, (watch) => watch?.failures === 1)).toMatchObject({ waitMs: 1_000, phase: 'waiting' });
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    expect(await until(engine, ended)).toMatchObject({ end: 'terminal' });
  });

  it('learns the end from another answer', async () => {
    const { engine, agent } = await agentOf([{ result: task(WORKING) }, { result: task(COMPLETED) }]);
    value(await engine.call('settings.set', { key: 'pollIntervalMs', value: 60_000 }));
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    await until(engine, (watch) => watch?.phase === 'waiting');
    const { exchange } = value(
      await engine.call('calls.start', { agent, operation: 'GetTask', request: { id: TASK } }),
    );
    value(await engine.call('calls.outcome', { exchange }));
    expect(await until(engine, ended)).toMatchObject({ end: 'terminal', polls: 1 });
  });

  it('is not asked for more often than a bound', async () => {
    const { engine } = await agentOf([]);
    const set = (value: unknown) => engine.call('settings.set', { key: 'pollIntervalMs', value });
    for (const wrong of [0, 10, -1, '2000', null]) expect((await set(wrong)).ok, String(wrong)).toBe(false);
    expect((await set(60_000)).ok).toBe(true);
  });

  it('is not asked for while a stream brings its events', async () => {
    const { engine, agent, count } = await agentOf([{ result: task(COMPLETED) }], { streaming: true });
    const { exchange } = value(await engine.call('streams.subscribe', { agent, task: TASK }));
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(count()).toBe(0);
    value(await engine.call('calls.abort', { exchange }));
    expect(await until(engine, ended)).toMatchObject({ end: 'terminal', polls: 1 });
  });

  it('is forgotten with its agent, and when the recording ends', async () => {
    const { engine, agent, count } = await agentOf([{ result: task(WORKING) }]);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    await until(engine, (watch) => watch?.phase === 'waiting');
    const first = engine.liveSession;
    value(await engine.call('sessions.start', {}));
    expect(value(await engine.call('tasks.watching', {}))).toEqual([]);
    expect((await notes(engine, first)).pop()).toMatch(/recording ended/);
    const asked = count();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(count()).toBe(asked);
    value(await engine.call('tasks.watch', { agent, task: TASK }));
    value(await engine.call('agents.remove', { agent }));
    expect(value(await engine.call('tasks.watching', {}))).toEqual([]);
    expect((await notes(engine)).pop()).toMatch(/agent was removed/);
    expect((await engine.call('tasks.watch', { agent, task: TASK })).ok).toBe(false);
  });
});

describe('a task that nobody streams', () => {
  it('is watched by itself when the agent cannot stream', async () => {
    const { engine, agent } = await agentOf([{ result: task(WORKING) }, { result: task(COMPLETED) }]);
    await send(engine, agent, 'go', 'SendMessage');
    const watch = await until(engine, ended);
    expect(watch).toMatchObject({ automatic: true, end: 'terminal', polls: 2 });
  });

  it('is left alone at a question, which only the person can answer', async () => {
    const { engine, agent } = await agentOf([{ result: task('TASK_STATE_INPUT_REQUIRED') }]);
    await send(engine, agent, 'go', 'SendMessage');
    expect(await until(engine, ended)).toMatchObject({ automatic: true, end: 'at-rest', polls: 1 });
  });

  it.each([-32004, -32601])('is watched when the agent refuses a subscription with %i', async (code) => {
    const subscribe = { error: { code, message: 'No' } };
    const { engine, agent } = await agentOf([{ result: task(WORKING) }, { result: task(COMPLETED) }], {
      streaming: true,
      subscribe,
    });
    value(await engine.call('streams.subscribe', { agent, task: TASK }));
    expect(await until(engine, ended)).toMatchObject({ automatic: true, end: 'terminal' });
  });

  it('is not watched while that is switched off, nor when the agent streams', async () => {
    const off = await agentOf([{ result: task(WORKING) }], { auto: false });
    await send(off.engine, off.agent, 'go', 'SendMessage');
    const streams = await agentOf([{ result: task(WORKING) }], { streaming: true });
    await send(streams.engine, streams.agent, 'go', 'SendMessage');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([off.count(), streams.count()]).toEqual([0, 0]);
  });
});
