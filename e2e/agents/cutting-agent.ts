import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An agent whose streams break, for tests of what Loupe does then. */
export interface CuttingAgent {
  url: string;
  /** JSON-RPC methods in the order they came. */
  calls: string[];
  close(): Promise<void>;
}

export interface CuttingOptions {
  /** Subscriptions that are refused with 503 before one is taken. */
  refusals?: number;
  /** The first stream stays open until it is dropped from the other side. */
  staysOpen?: boolean;
}

const TASK = 'task-7647';
const CONTEXT = 'context-c1f0';
/** Time between two events of a stream, milliseconds. */
const PACE_MS = 30;

const said = (id: string, text: string) => ({ messageId: id, role: 'ROLE_AGENT', parts: [{ text }] });
const taskAt = (state: string, more: object = {}) => ({ id: TASK, contextId: CONTEXT, status: { state }, ...more });
const statusAt = (state: string, message?: object) => ({
  statusUpdate: { taskId: TASK, contextId: CONTEXT, status: { state, ...(message && { message }) } },
});

const BEFORE = [
  { task: taskAt('TASK_STATE_SUBMITTED') },
  statusAt('TASK_STATE_WORKING', said('m-1', 'Reading the plan')),
];
/** Said while nobody listened; only the fetched task knows of it. */
const MISSED = said('m-2', 'Wrote the template while nobody listened');
const AFTER = [
  { task: taskAt('TASK_STATE_WORKING') },
  statusAt('TASK_STATE_WORKING', said('m-3', 'Checking the result')),
  statusAt('TASK_STATE_COMPLETED', said('m-4', 'All done')),
];

async function bodyOf(request: IncomingMessage): Promise<{ id?: unknown; method?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PACE_MS));

/** Starts the agent on a free loopback port. */
export async function startCuttingAgent(options: CuttingOptions = {}): Promise<CuttingAgent> {
  const calls: string[] = [];
  let refusals = options.refusals ?? 0;

  const card = (url: string) => ({
    name: 'Cutting agent',
    description: 'Loses its connections in the middle of an answer',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'cut', name: 'Cut', description: 'Breaks off', tags: ['test'] }],
  });
  const json = (response: ServerResponse, value: object) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const stream = async (response: ServerResponse, id: unknown, results: object[]) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const result of results) {
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      await pause();
    }
  };

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      if (request.url === '/.well-known/agent-card.json') return json(response, card(url));
      return response.writeHead(404).end();
    }
    const { id, method = '' } = await bodyOf(request);
    calls.push(method);
    switch (method) {
      case 'SendStreamingMessage':
        await stream(response, id, BEFORE);
        if (!options.staysOpen) response.write('data: {"jsonrpc":"2.0","id"', () => response.destroy());
        return;
      case 'SubscribeToTask':
        if (refusals > 0) {
          refusals -= 1;
          return response.writeHead(503, { 'Content-Type': 'text/plain' }).end('starting up');
        }
        await stream(response, id, AFTER);
        return response.end();
      case 'GetTask': {
        const history = [said('m-1', 'Reading the plan'), MISSED];
        return json(response, { jsonrpc: '2.0', id, result: taskAt('TASK_STATE_WORKING', { history }) });
      }
      default:
        return json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
