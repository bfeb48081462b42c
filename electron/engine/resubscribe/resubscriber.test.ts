import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
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
const CONTEXT = 'context-1';
type Answer = Parameters<typeof startAgent>[0];
type Call = Parameters<Answer>[1];

const task = (state: string, more: object = {}) => ({ id: TASK, contextId: CONTEXT, status: { state }, ...more });
const status = (state: string, text = '') => ({
  statusUpdate: {
    taskId: TASK,
    contextId: CONTEXT,
    status: { state, ...(text && { message: { messageId: text, role: 'ROLE_AGENT', parts: [{ text }] } }) },
  },
});
const event = (id: unknown, result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;

function stream(
  response: ServerResponse,
  id: unknown,
  results: object[],
  then: 'cut' | 'end' | 'open',
  retry = '',
): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const text = retry + results.map((result) => event(id, result)).join('');
  if (then === 'end') response.end(text);
  else response.write(text, () => then === 'cut' && response.destroy());
}

function rpc(response: ServerResponse, id: unknown, answer: { result?: unknown; error?: unknown }): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}

const WORKING = 'TASK_STATE_WORKING';
const COMPLETED = 'TASK_STATE_COMPLETED';

/** An agent whose streams break after one event; subscriptions are answered one after the other, the last one again. */
async function agentOf(options: {
  subscriptions: ((response: ServerResponse, call: Call) => void)[];
  fetched?: () => { result?: unknown; error?: unknown };
  first?: (response: ServerResponse, call: Call) => void;
  waits?: number[];
  auto?: boolean;
}) {
  const calls: string[] = [];
  const { subscriptions, fetched = () => ({ result: task(WORKING) }), waits = [20, 40, 80] } = options;
  let subscribed = 0;
  const server = await startAgent((response, call) => {
    calls.push(call.method);
    if (call.method === 'GetTask') return rpc(response, call.id, fetched());
    if (call.method === 'SubscribeToTask') {
      const answer = subscriptions[Math.min(subscribed, subscriptions.length - 1)];
      subscribed += 1;
      return answer?.(response, call);
    }
    if (options.first) return options.first(response, call);
    return stream(response, call.id, [{ task: task(WORKING) }, status(WORKING, 'one')], 'cut');
  });
  servers.push(server);
  const engine = await engines.start({ host: 'web' });
  value(await engine.call('settings.set', { key: 'resubscribeWaitsMs', value: waits }));
  if (options.auto === false) value(await engine.call('settings.set', { key: 'autoResubscribe', value: false }));
  const { id } = value(await engine.call('agents.add', { url: server.url }));
  return { engine, agent: id, calls };
}

const until = async (engine: Engine, holds: (rows: Row[]) => boolean): Promise<Row[]> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await rowsOf(engine, engine.liveSession);
    if (holds(rows)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const rows = await rowsOf(engine, engine.liveSession);
  throw new Error(
    `waited in vain; the rows are ${rows.map((row) => `${row.kind} ${row.name} ${row.text}`).join('\n')}`,
  );
};
const phasesOf = (rows: Row[]) =>
  rows.flatMap(({ reconnect }) => (reconnect ? `${reconnect.phase} ${reconnect.attempt} ${reconnect.cause}` : []));
const names = (rows: Row[], name: string) => rows.filter((row) => row.kind === 'note' && row.name === name);
const gaveUp = (rows: Row[]) => rows.some(({ reconnect }) => reconnect?.phase === 'gave-up');

describe('a stream that breaks while its task goes on', () => {
  it('is opened again after a wait, with the gap marked before the first new event, and reconciled', async () => {
    const { engine, agent, calls } = await agentOf({
      subscriptions: [
        (response, { id }) =>
          stream(response, id, [{ task: task(WORKING) }, status(WORKING, 'three'), status(COMPLETED)], 'end'),
      ],
      fetched: () => ({
        result: task(COMPLETED, { history: [{ messageId: 'two', role: 'ROLE_AGENT', parts: [{ text: 'two' }] }] }),
      }),
    });
    expect(await send(engine, agent, 'go')).toMatchObject({ outcome: 'cut' });
    const rows = await until(engine, (all) => names(all, 'reconciled').length > 0);
    expect(phasesOf(rows)).toEqual(['waiting 1 cut', 'retrying 1 cut', 'connected 1 cut']);
    expect(rows.find(({ reconnect }) => reconnect)?.reconnect).toMatchObject({ inMs: 20, of: 3 });
    const [gap] = names(rows, 'gap');
    expect(gap).toMatchObject({ task: TASK, context: CONTEXT, agent });
    const lastOld = rows.findIndex((row) => row.text.includes('one'));
    const firstNew = rows.findIndex((row) => row.kind === 'task' && row.exchange === gap?.exchange);
    expect(lastOld).toBeGreaterThan(0);
    expect(rows.indexOf(gap as Row)).toBeGreaterThan(lastOld);
    expect(rows.indexOf(gap as Row)).toBe(firstNew - 1);
    expect(gap?.duration).toBeCloseTo((gap?.at ?? 0) - (rows[lastOld]?.at ?? 0), 2);
    expect(names(rows, 'reconciled')[0]).toMatchObject({ task: TASK, marks: { findings: 1, severity: 'warning' } });
    expect(calls).toEqual(['SendStreamingMessage', 'SubscribeToTask', 'GetTask']);
  });

  it('is the same when it was closed properly, and says so when nothing is missing', async () => {
    const { engine, agent } = await agentOf({
      first: (response, { id }) => stream(response, id, [{ task: task(WORKING) }], 'end'),
      subscriptions: [(response, { id }) => stream(response, id, [{ task: task(COMPLETED) }], 'end')],
      fetched: () => ({ result: task(COMPLETED) }),
    });
    await send(engine, agent, 'go');
    const rows = await until(engine, (all) => names(all, 'reconciled').length > 0);
    expect(phasesOf(rows)[0]).toBe('waiting 1 closed');
    expect(names(rows, 'reconciled')[0]?.marks).toBeUndefined();
  });

  it('that was dropped on wish is opened again like any other', async () => {
    const { engine, agent } = await agentOf({
      first: (response, { id }) => stream(response, id, [{ task: task(WORKING) }], 'open'),
      subscriptions: [(response, { id }) => stream(response, id, [{ task: task(COMPLETED) }], 'end')],
    });
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
    const { exchange } = value(await engine.call('calls.start', { agent, operation: 'SendStreamingMessage', request }));
    await until(engine, (rows) => rows.some((row) => row.kind === 'task'));
    value(await engine.call('streams.drop', { exchange }));
    expect(value(await engine.call('calls.outcome', { exchange }))).toMatchObject({ outcome: 'cut' });
    const rows = await until(engine, (all) => all.some((row) => row.state === COMPLETED));
    expect(rows.find((row) => row.kind === 'end' && row.exchange === exchange)).toMatchObject({ name: 'cut' });
    expect(phasesOf(rows)[0]).toBe('waiting 1 dropped');
    expect(await engine.call('streams.drop', { exchange })).toMatchObject({ ok: false });
  });

  it('keeps its options: the subscription goes out like the call', async () => {
    const seen: unknown[] = [];
    const { engine, agent } = await agentOf({
      subscriptions: [
        (response, call) => {
          seen.push(call.params);
          stream(response, call.id, [{ task: task(COMPLETED) }], 'end');
        },
      ],
    });
    const request = { tenant: 'acme', message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
    const call = { agent, operation: 'SendStreamingMessage' as const, request, options: { headers: [] } };
    value(await engine.call('calls.start', call));
    await until(engine, () => seen.length > 0);
    expect(seen).toEqual([{ tenant: 'acme', id: TASK }]);
  });
});

describe('attempts', () => {
  it('grow apart and end after the last one, and end in the log', async () => {
    const { engine, agent, calls } = await agentOf({
      subscriptions: [(response) => response.writeHead(503, { 'Content-Type': 'text/plain' }).end('busy')],
    });
    await send(engine, agent, 'go');
    const rows = await until(engine, gaveUp);
    expect(phasesOf(rows)).toEqual([
      'waiting 1 cut',
      'retrying 1 cut',
      'waiting 2 failed',
      'retrying 2 failed',
      'waiting 3 failed',
      'retrying 3 failed',
      'gave-up 3 exhausted',
    ]);
    const waits = rows.flatMap(({ reconnect }) => reconnect?.inMs ?? []);
    expect(waits).toEqual([20, 40, 80]);
    expect(rows[rows.length - 1]).toMatchObject({ lane: 'error', text: expect.stringContaining('busy') });
    expect(calls.filter((method) => method === 'SubscribeToTask')).toHaveLength(3);
  });

  it('stop when each subscription ends without anything new', async () => {
    const { engine, agent, calls } = await agentOf({
      subscriptions: [(response, { id }) => stream(response, id, [{ task: task(WORKING) }], 'end')],
      waits: [5, 10, 20, 40, 80, 160],
    });
    await send(engine, agent, 'go');
    const rows = await until(engine, gaveUp);
    expect(phasesOf(rows).pop()).toBe('gave-up 3 silent');
    expect(calls.filter((method) => method === 'SubscribeToTask')).toHaveLength(3);
    expect(names(rows, 'gap')).toHaveLength(3);
  });

  it('stop at once when the agent says that it cannot be, and the task is fetched once', async () => {
    for (const code of [-32004, -32001]) {
      const { engine, agent, calls } = await agentOf({
        subscriptions: [(response, { id }) => rpc(response, id, { error: { code, message: 'no subscriptions' } })],
        fetched: () => ({ result: task(COMPLETED) }),
      });
      await send(engine, agent, 'go');
      const rows = await until(engine, (all) => names(all, 'reconciled').length > 0);
      expect(phasesOf(rows)).toEqual(['waiting 1 cut', 'retrying 1 cut', 'gave-up 1 refused']);
      expect(names(rows, 'reconciled')[0]?.marks).toMatchObject({ findings: 1 });
      expect(calls).toEqual(['SendStreamingMessage', 'SubscribeToTask', 'GetTask']);
    }
  });

  it('stop when the error comes as the only event of a stream', async () => {
    const { engine, agent, calls } = await agentOf({
      subscriptions: [
        (response, { id }) => {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          const error = { code: -32004, message: 'at rest' };
          response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`);
        },
      ],
    });
    await send(engine, agent, 'go');
    const rows = await until(engine, gaveUp);
    expect(phasesOf(rows).pop()).toBe('gave-up 1 refused');
    expect(calls.filter((method) => method === 'SubscribeToTask')).toHaveLength(1);
  });

  it('stop where the agent asks for other credentials', async () => {
    const { engine, agent } = await agentOf({
      subscriptions: [(response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()],
    });
    await send(engine, agent, 'go');
    expect(phasesOf(await until(engine, gaveUp)).pop()).toBe('gave-up 1 access');
  });

  it('never come earlier than the stream asked for', async () => {
    const { engine, agent } = await agentOf({
      first: (response, { id }) => stream(response, id, [{ task: task(WORKING) }], 'cut', 'retry: 150\n\n'),
      subscriptions: [(response, { id }) => stream(response, id, [{ task: task(COMPLETED) }], 'end')],
    });
    await send(engine, agent, 'go');
    const rows = await until(engine, (all) => all.some((row) => row.state === COMPLETED));
    expect(rows.find(({ reconnect }) => reconnect)?.reconnect?.inMs).toBe(150);
  });
});

describe('the person', () => {
  const LONG = [60_000];
  const ending = (response: ServerResponse, { id }: Call) => stream(response, id, [{ task: task(COMPLETED) }], 'end');

  it('stops the attempts', async () => {
    const { engine, agent, calls } = await agentOf({ subscriptions: [ending], waits: LONG });
    await send(engine, agent, 'go');
    await until(engine, (rows) => phasesOf(rows).length > 0);
    value(await engine.call('streams.stop', { agent, task: TASK }));
    const rows = await until(engine, gaveUp);
    expect(phasesOf(rows).pop()).toBe('gave-up 1 stopped');
    expect(await engine.call('streams.stop', { agent, task: TASK })).toMatchObject({ ok: false });
    expect(calls).toEqual(['SendStreamingMessage']);
  });

  it('stops an attempt that waits for its answer', async () => {
    const { engine, agent } = await agentOf({ subscriptions: [() => undefined], waits: [5, 5] });
    await send(engine, agent, 'go');
    await until(engine, (rows) => phasesOf(rows).includes('retrying 1 cut') && rows.at(-1)?.kind === 'request');
    value(await engine.call('streams.stop', { agent, task: TASK }));
    const rows = await until(engine, (all) => all.filter((row) => row.kind === 'end').length === 3);
    expect(phasesOf(rows).pop()).toBe('gave-up 1 stopped');
    expect(rows.filter((row) => row.kind === 'end').pop()).toMatchObject({ name: 'aborted' });
  });

  it('subscribes without waiting, also through a plain call, and after giving up', async () => {
    for (const way of ['streams', 'calls', 'after'] as const) {
      const { engine, agent } = await agentOf({ subscriptions: [ending], waits: LONG });
      await send(engine, agent, 'go');
      await until(engine, (rows) => phasesOf(rows).length > 0);
      if (way === 'after') value(await engine.call('streams.stop', { agent, task: TASK }));
      if (way === 'calls') {
        const call = { agent, operation: 'SubscribeToTask' as const, request: { id: TASK } };
        value(await engine.call('calls.start', call));
      } else value(await engine.call('streams.subscribe', { agent, task: TASK }));
      const rows = await until(engine, (all) => all.some((row) => row.state === COMPLETED));
      expect(phasesOf(rows).slice(-2)).toEqual(['retrying 1 asked', 'connected 1 asked']);
      expect(names(rows, 'gap')).toHaveLength(1);
    }
  });

  it('fetches the task; one that came to rest ends the attempts', async () => {
    const fetched = () => ({ result: task(COMPLETED) });
    const { engine, agent } = await agentOf({ subscriptions: [ending], waits: LONG, fetched });
    await send(engine, agent, 'go');
    await until(engine, (rows) => phasesOf(rows).length > 0);
    value(await engine.call('streams.fetch', { agent, task: TASK }));
    const rows = await until(engine, (all) => names(all, 'reconciled').length > 0);
    expect(phasesOf(rows).pop()).toBe('gave-up 1 at-rest');
    expect(names(rows, 'reconciled')[0]?.marks).toMatchObject({ findings: 1 });
  });

  it('goes on with a message instead', async () => {
    const { engine, agent, calls } = await agentOf({ subscriptions: [ending], waits: [150] });
    await send(engine, agent, 'go');
    await until(engine, (rows) => phasesOf(rows).length > 0);
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'more' }], taskId: TASK } };
    value(await engine.call('calls.start', { agent, operation: 'SendMessage', request }));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(calls).not.toContain('SubscribeToTask');
  });

  it('switches the attempts off; a subscription by hand still marks the gap, without a fetch', async () => {
    const { engine, agent, calls } = await agentOf({ subscriptions: [ending], auto: false });
    await send(engine, agent, 'go');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(phasesOf(await rowsOf(engine, engine.liveSession))).toEqual([]);
    value(await engine.call('streams.subscribe', { agent, task: TASK }));
    const rows = await until(engine, (all) => all.some((row) => row.state === COMPLETED));
    expect(phasesOf(rows)).toEqual(['retrying 1 asked', 'connected 1 asked']);
    expect(names(rows, 'gap')).toHaveLength(1);
    expect(calls).toEqual(['SendStreamingMessage', 'SubscribeToTask']);
  });

  it('stops listening, and nothing is tried', async () => {
    const { engine, agent } = await agentOf({
      first: (response, { id }) => stream(response, id, [{ task: task(WORKING) }], 'open'),
      subscriptions: [ending],
    });
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
    const { exchange } = value(await engine.call('calls.start', { agent, operation: 'SendStreamingMessage', request }));
    await until(engine, (rows) => rows.some((row) => row.kind === 'task'));
    value(await engine.call('calls.abort', { exchange }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(phasesOf(await rowsOf(engine, engine.liveSession))).toEqual([]);
  });
});

describe('the end', () => {
  it('of the program or the recording is written down, and nothing is sent afterwards', async () => {
    for (const way of ['close', 'new session'] as const) {
      const { engine, agent, calls } = await agentOf({ subscriptions: [() => undefined], waits: [100] });
      const dataDir = engine.liveSession;
      await send(engine, agent, 'go');
      await until(engine, (rows) => phasesOf(rows).length > 0);
      if (way === 'close') {
        await engine.close();
      } else {
        value(await engine.call('sessions.start', {}));
        const rows = await rowsOf(engine, dataDir);
        expect(phasesOf(rows).pop()).toBe('gave-up 1 closing');
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(calls).toEqual(['SendStreamingMessage']);
    }
  });

  it('of a task leaves nothing to subscribe to', async () => {
    const { engine, agent } = await agentOf({
      first: (response, { id }) => stream(response, id, [{ task: task(COMPLETED) }], 'cut'),
      subscriptions: [() => undefined],
    });
    expect(await send(engine, agent, 'go')).toMatchObject({ outcome: 'complete' });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(phasesOf(await rowsOf(engine, engine.liveSession))).toEqual([]);
  });
});
