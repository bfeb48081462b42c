import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { startHttp, type TestServer } from './servers.ts';

/** One request as a guarded agent got it. */
export interface Got {
  method: string;
  /** Path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Of JSON-RPC. */
  operation?: string;
}

export interface Guard {
  /** Members of the card. */
  card?: Record<string, unknown>;
  /** Addresses on the card; one of JSON-RPC on the same server when left out. */
  interfaces?: (origin: string) => Record<string, unknown>[];
  /** Answers instead of the agent; true when it did. */
  intercept?(got: Got, response: ServerResponse): boolean;
}

export interface GuardedAgent extends TestServer {
  got: Got[];
  /** Requests that were no fetch of the card. */
  calls(): Got[];
}

const CARD_PATH = '/.well-known/agent-card.json';

/** Serves a card and a task that is done, over JSON-RPC and HTTP+JSON, and remembers every request. */
export function guardedListener(guard: Guard, got: Got[]): RequestListener {
  return (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (bytes: Buffer) => parts.push(bytes));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const rpc = body.startsWith('{') ? (JSON.parse(body) as { id?: unknown; method?: string }) : {};
      const { method = '', url: target = '', headers } = request;
      const one: Got = { method, target, headers, body, ...(rpc.method && { operation: rpc.method }) };
      got.push(one);
      if (guard.intercept?.(one, response)) return;
      const origin = `${'encrypted' in request.socket ? 'https' : 'http'}://${headers.host}`;
      response.setHeader('Content-Type', 'application/json');
      const [path] = target.split('?');
      if (path === CARD_PATH) {
        response.setHeader('ETag', '"1"');
        const card = cardAt(origin, guard);
        response.end(JSON.stringify(card));
        return;
      }
      const task = { id: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_COMPLETED' } };
      const sends = /SendMessage|SendStreamingMessage|message:send/.test(rpc.method ?? path ?? '');
      const result =
        rpc.method === 'GetExtendedAgentCard' ? cardAt(origin, guard, 'Extended') : sends ? { task } : task;
      response.end(JSON.stringify(rpc.method ? { jsonrpc: '2.0', id: rpc.id, result } : result));
    });
  };
}

function cardAt(origin: string, { interfaces, card }: Guard, name = 'Guarded') {
  return {
    name,
    description: 'Wants to know who is asking',
    version: '1.0.0',
    supportedInterfaces: interfaces?.(origin) ?? [jsonRpcAt(`${origin}/rpc`)],
    capabilities: { streaming: false, extendedAgentCard: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 'S', description: 'Does s', tags: ['s'] }],
    ...card,
  };
}

export const jsonRpcAt = (url: string) => ({ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' });
export const restAt = (url: string) => ({ url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' });

/** The same behind a server of its own. */
export async function startGuarded(guard: Guard = {}): Promise<GuardedAgent> {
  const got: Got[] = [];
  const server = await startHttp(guardedListener(guard, got));
  return { ...server, got, calls: () => got.filter(({ target }) => !target.startsWith(CARD_PATH)) };
}
