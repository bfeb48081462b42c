import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { bodyOf, cardOf, eventText, startAgent } from './testing/event-server.ts';
import { startHttp, type TestServer } from './testing/servers.ts';

const engines = testEngines();
const servers: { close(): Promise<void> }[] = [];
const using = async <T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
  const started = await server;
  servers.push(started);
  return started;
};
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

describe('an address where nobody answers', () => {
  it('is said to be the card’s when the card came from elsewhere', async () => {
    const closed = await startHttp(() => undefined);
    await closed.close();
    const interfaces = [{ url: closed.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    const agent = await using(startAgent(() => undefined, { supportedInterfaces: interfaces }));
    const engine = await engines.start();
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    const { error } = await send(engine, id, 'hello', 'SendMessage');
    expect(error).toMatchObject({ code: 'network', message: expect.stringMatching(/refused/) });
    expect(error?.message).toContain(`is on the card, which itself came from 127.0.0.1:${agent.port}`);
  });
});

describe('a subscription', () => {
  it('names the last event that came, and the user’s own header wins', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server: TestServer = await using(
      startHttp(async (request, response) => {
        if (request.method === 'GET') return response.end(JSON.stringify(cardOf(`${server.url}/rpc`)));
        const { id, method } = await bodyOf(request);
        if (method === 'SubscribeToTask') seen.push(request.headers);
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const first = method === 'SubscribeToTask' ? '' : 'id: e-7\n';
        return response.end(`${first}${eventText(id, 0)}${eventText(id, 1)}`);
      }),
    );
    const engine = await engines.start();
    const { id: agent } = value(await engine.call('agents.add', { url: server.url }));
    expect((await send(engine, agent, 'go')).outcome).toBe('cut');
    const call = { agent, operation: 'SubscribeToTask', request: { id: 'task-1' } } as const;
    const options = { headers: [['Last-Event-ID', 'mine'] as [string, string]] };
    for (const more of [{}, { options }, { request: { id: 'task-2' } }]) {
      const { exchange } = value(await engine.call('calls.start', { ...call, ...more }));
      value(await engine.call('calls.outcome', { exchange }));
    }
    expect(seen.map((headers) => headers['last-event-id'])).toEqual(['e-7', 'mine', undefined]);
  });
});

describe('an entry looked at by itself', () => {
  it('has the findings of its row and no others', async () => {
    const agent = await using(
      startAgent((response, { id }) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end(eventText(id, 0, 'TASK_STATE_COMPLETED'));
      }),
    );
    const engine = await engines.start();
    const session = engine.liveSession;
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    expect((await send(engine, id, 'go')).outcome).toBe('complete');
    const ends = (await rowsOf(engine, session)).filter(({ kind }) => kind === 'end').map(({ seq }) => seq);
    const views = value(await engine.call('entries.read', { session, seqs: ends }));
    expect(views.flatMap(({ issues }) => issues)).toEqual([]);
  });
});
