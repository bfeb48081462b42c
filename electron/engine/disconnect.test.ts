import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { bodyOf, cardOf, eventText } from './testing/event-server.ts';

const engines = testEngines();
const servers: Server[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** An agent whose streams go on until somebody ends them; GetTask says that the task works. */
async function listeningAgent() {
  const methods: string[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify(cardOf(`${url}/rpc`)));
    const { id, method = '' } = await bodyOf(request);
    methods.push(method);
    if (method === 'SendStreamingMessage' || method === 'SubscribeToTask') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      return response.write(eventText(id, 0));
    }
    const task = { id: 'task-1', contextId: 'context-1', status: { state: 'TASK_STATE_WORKING' } };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task } : task }));
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { url, methods, open };
}

const stream = async (engine: Engine, agent: string): Promise<number> => {
  const request = { message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
  const started = await engine.call('calls.start', { agent, operation: 'SendStreamingMessage', request });
  return value(started).exchange;
};

describe('disconnecting', () => {
  it('ends streams and closes every connection, kept ones too', async () => {
    const agent = await listeningAgent();
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const exchanges = [await stream(engine, id), await stream(engine, id)];
    await send(engine, id, 'hello', 'SendMessage');
    await expect.poll(agent.open).toBe(3);
    const view = value(await engine.call('agents.disconnect', { agent: id }));
    expect(view).toMatchObject({ id, connection: 'idle' });
    // Long before a kept connection would be closed for its age.
    await expect.poll(agent.open, { timeout: 1_000 }).toBe(0);
    for (const exchange of exchanges) {
      expect(value(await engine.call('calls.outcome', { exchange })).outcome).toBe('aborted');
    }
    expect(value(await engine.call('card.get', { agent: id })).card.name).toBe('Test agent');
  });

  it('leaves the streams of other agents alone', async () => {
    const [one, other] = [await listeningAgent(), await listeningAgent()];
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: one.url }));
    const { id: second } = value(await engine.call('agents.add', { url: other.url }));
    await stream(engine, id);
    await stream(engine, second);
    await expect.poll(other.open).toBeGreaterThan(0);
    value(await engine.call('agents.disconnect', { agent: id }));
    await expect.poll(one.open, { timeout: 1_000 }).toBe(0);
    expect(await other.open()).toBe(1);
    const ended = (await rowsOf(engine, engine.liveSession)).filter(
      ({ kind, agent: whose }) => kind === 'end' && whose === second,
    );
    expect(ended).toHaveLength(1);
  });

  it('asks for nothing any more, neither watched tasks nor broken streams', async () => {
    const agent = await listeningAgent();
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    value(await engine.call('settings.set', { key: 'pollIntervalMs', value: 50 }));
    value(await engine.call('settings.set', { key: 'autoResubscribe', value: true }));
    value(await engine.call('settings.set', { key: 'resubscribeWaitsMs', value: [60, 60, 60] }));
    const exchange = await stream(engine, id);
    value(await engine.call('tasks.watch', { agent: id, task: 'task-2' }));
    await expect.poll(() => agent.methods.includes('GetTask')).toBe(true);
    value(await engine.call('streams.drop', { exchange }));
    value(await engine.call('calls.outcome', { exchange }));
    value(await engine.call('agents.disconnect', { agent: id }));
    const asked = agent.methods.length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(agent.methods.length).toBe(asked);
    expect(await agent.open()).toBe(0);
    expect(value(await engine.call('tasks.watching', {}))).toMatchObject([{ phase: 'ended', end: 'stopped' }]);
  });

  it('is undone by the next call', async () => {
    const agent = await listeningAgent();
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    value(await engine.call('agents.disconnect', { agent: id }));
    expect((await send(engine, id, 'hello', 'SendMessage')).task?.id).toBe('task-1');
    expect(value(await engine.call('agents.add', { url: agent.url })).connection).toBe('connected');
    expect((await engine.call('agents.disconnect', { agent: 'nobody' })).ok).toBe(false);
  });
});

describe('removing an agent', () => {
  it('ends what goes on with it first, and closes its connections', async () => {
    const agent = await listeningAgent();
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    value(await engine.call('settings.set', { key: 'pollIntervalMs', value: 50 }));
    value(await engine.call('settings.set', { key: 'autoResubscribe', value: true }));
    value(await engine.call('settings.set', { key: 'resubscribeWaitsMs', value: [60, 60, 60] }));
    const exchanges = [await stream(engine, id), await stream(engine, id)];
    value(await engine.call('tasks.watch', { agent: id, task: 'task-2' }));
    await expect.poll(() => agent.methods.includes('GetTask')).toBe(true);
    value(await engine.call('agents.remove', { agent: id }));
    const asked = agent.methods.length;
    await expect.poll(agent.open, { timeout: 1_000 }).toBe(0);
    for (const exchange of exchanges) {
      expect(value(await engine.call('calls.outcome', { exchange })).outcome).toBe('aborted');
    }
    expect(value(await engine.call('agents.list', {}))).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(agent.methods.length).toBe(asked);
    const rows = await rowsOf(engine, engine.liveSession);
    const ended = rows.filter(({ kind, agent: whose }) => kind === 'end' && whose === id);
    const begun = rows.filter(({ kind, agent: whose }) => kind === 'request' && whose === id);
    expect(ended.length).toBe(begun.length);
  });
});
