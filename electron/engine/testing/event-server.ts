import type { ServerResponse } from 'node:http';
import { startHttp, type TestServer } from './servers.ts';

/** One status update as a JSON-RPC stream item. */
export function eventText(rpcId: unknown, index: number, state = 'TASK_STATE_WORKING'): string {
  const message = { messageId: `m-${index}`, role: 'ROLE_AGENT', parts: [{ text: `step ${index}` }] };
  const status = { state, message };
  const result = { statusUpdate: { taskId: 'task-1', contextId: 'context-1', status } };
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id: rpcId, result })}\n\n`;
}

/** The body of a request as JSON. */
export async function bodyOf(
  request: AsyncIterable<Buffer>,
): Promise<{ id?: unknown; method?: string; params?: never }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

/** An agent with a 1.0 card; every POST is answered by `answer`. */
export async function startAgent(
  answer: (response: ServerResponse, call: { id: unknown; method: string; params: Record<string, unknown> }) => void,
  card: Record<string, unknown> = {},
): Promise<TestServer> {
  const server: TestServer = await startHttp(async (request, response) => {
    if (request.method === 'GET') {
      if (request.url !== '/.well-known/agent-card.json') return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'application/json', ETag: '"1"' });
      return response.end(JSON.stringify({ ...cardOf(`${server.url}/rpc`), ...card }));
    }
    const call = await bodyOf(request);
    answer(response, { id: call.id, method: call.method ?? '', params: call.params ?? {} });
  });
  return server;
}

/** A complete 1.0 card with one JSON-RPC interface. */
export const cardOf = (url: string): Record<string, unknown> => ({
  name: 'Test agent',
  description: 'Answers tests',
  version: '1.0.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'Does s', tags: ['s'] }],
});

/** Streams a number of events as fast as the socket takes them, then a completed state, then ends. */
export function streamEvents(response: ServerResponse, rpcId: unknown, count: number): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  let index = 0;
  const go = () => {
    while (index < count) {
      let piece = '';
      for (const end = Math.min(count, index + 100); index < end; index += 1) piece += eventText(rpcId, index);
      if (!response.write(piece)) {
        response.once('drain', go);
        return;
      }
    }
    response.end(eventText(rpcId, count, 'TASK_STATE_COMPLETED'));
  };
  go();
}
