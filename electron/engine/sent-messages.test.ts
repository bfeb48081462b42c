import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { SentCall } from './calls.ts';
import { SentMessages } from './sent-messages.ts';
import { testEngines, value } from './testing/engines.ts';
import { cardOf } from './testing/event-server.ts';
import { startHttp, type TestServer } from './testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** An agent that keeps the text of every request that reaches it. */
async function startListener(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = await startHttp(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify(cardOf(`${server.url}/rpc`)));
    const body = await textOf(request);
    bodies.push(body);
    const result = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'ok' }] } };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id ?? null, result }));
  });
  servers.push(server);
  return { url: server.url, bodies };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const REQUEST = {
  message: {
    role: 'ROLE_USER',
    parts: [{ text: ' two  spaces\n日本 ' }, { data: { skill: 'get_products', input: { max: 2 } } }],
    metadata: { api_key: 'sk-not-masked-on-the-wire-0123456789', skill: 'x' },
  },
  configuration: { acceptedOutputModes: ['text/plain'], historyLength: 3 },
  metadata: { trace: [1, 2.5] },
};

describe('a message that is sent again', () => {
  it.each(['1.0', '0.3'] as const)('is the same in %s, byte for byte, but for its messageId', async (version) => {
    const { url, bodies } = await startListener();
    const engine = await engines.start();
    const { id: agent } = value(await engine.call('agents.add', { url }));
    const options = { version, endpoint: `${url}/rpc`, binding: 'JSONRPC' } as const;
    const first = value(
      await engine.call('calls.start', { agent, operation: 'SendMessage', request: REQUEST, options }),
    );
    value(await engine.call('calls.outcome', first));
    const again = value(await engine.call('calls.again', first));
    value(await engine.call('calls.outcome', again));
    // What was sent again can be sent again.
    value(await engine.call('calls.outcome', value(await engine.call('calls.again', again))));

    expect(bodies).toHaveLength(3);
    const ids = bodies.map((body) => JSON.parse(body).params.message.messageId as string);
    expect(new Set(ids).size).toBe(3);
    const alike = bodies.map((body) => {
      const { id, params } = JSON.parse(body);
      return body.replace(`"id":${JSON.stringify(id)}`, 'ID').replace(params.message.messageId, 'MESSAGE');
    });
    expect(alike[1]).toBe(alike[0]);
    expect(alike[2]).toBe(alike[0]);
    expect(alike[0]).toContain(REQUEST.message.metadata.api_key);
  });

  it('begins a new context, or lies in the one that is named, and names no task', async () => {
    const { url, bodies } = await startListener();
    const engine = await engines.start();
    const { id: agent } = value(await engine.call('agents.add', { url }));
    const message = { ...REQUEST.message, messageId: 'mine', contextId: 'c-1', taskId: 't-1' };
    const request = { ...REQUEST, message };
    const { exchange } = value(await engine.call('calls.start', { agent, operation: 'SendMessage', request }));
    for (const more of [{}, { context: 'c-2' }]) {
      const next = value(await engine.call('calls.again', { exchange, ...more }));
      value(await engine.call('calls.outcome', next));
    }
    const sent = bodies.map((body) => JSON.parse(body).params.message);
    expect(sent.map(({ contextId, taskId }) => [contextId, taskId])).toEqual([
      ['c-1', 't-1'],
      [undefined, undefined],
      ['c-2', undefined],
    ]);
    expect(sent[0].messageId).toBe('mine');
    for (const { messageId } of sent.slice(1)) expect(messageId).toMatch(UUID);
  });

  it('is known in the recording that it was sent in', async () => {
    const { url } = await startListener();
    const engine = await engines.start();
    const { id: agent } = value(await engine.call('agents.add', { url }));
    const { exchange } = value(await engine.call('calls.start', { agent, operation: 'SendMessage', request: REQUEST }));
    value(await engine.call('calls.outcome', { exchange }));
    expect(await engine.call('calls.again', { exchange: exchange + 70 })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    value(await engine.call('sessions.start', {}));
    expect(await engine.call('calls.again', { exchange })).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('is forgotten when newer ones need the room', () => {
    const sent = new SentMessages();
    const recorder = {} as SentCall['recorder'];
    const send = (exchange: number, chars: number, operation = 'SendMessage') => {
      const request = { message: { parts: [{ raw: 'a'.repeat(chars) }] } };
      sent.watch({ operation, request, recorder } as unknown as SentCall).number?.(exchange);
    };
    send(1, 10);
    send(2, 20_000_000);
    send(3, 10, 'GetTask');
    send(4, 20_000_000);
    expect([1, 2, 3, 4].map((exchange) => sent.of(recorder, exchange) !== undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
