import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSampleAgent } from '../../electron/sample-agent/index.ts';

/** The built-in agent behind a door: it answers only those who show what its card asks for. */
export interface GuardedAgent {
  url: string;
  /** Origin that answers calls; another one than the card's when that was asked for. */
  endpoint: string;
  /** Header lines of the calls that came to the endpoint, in order. */
  calls: IncomingMessage['headers'][];
  close(): Promise<void>;
}

export interface Guard {
  name?: string;
  securitySchemes?: Record<string, unknown>;
  securityRequirements?: unknown[];
  /** Whether a request shows what it has to. */
  accepts(request: IncomingMessage): boolean;
  /** WWW-Authenticate of a refusal. */
  challenge?: string;
  /** More of the card. */
  card?: Record<string, unknown>;
  /** The card is behind the door too. */
  hideCard?: boolean;
  /** The endpoint lies on a port of its own: named by the card, or behind a redirect. */
  elsewhere?: 'card' | 'redirect';
}

const CARD_PATH = '/.well-known/agent-card.json';
const RPC_PATH = '/a2a';

/** Starts the agent on free loopback ports. */
export async function startGuardedAgent(guard: Guard): Promise<GuardedAgent> {
  const inner = await startSampleAgent({ pace: 0 });
  const calls: GuardedAgent['calls'] = [];
  let endpoint = '';

  const answerCard = async (response: ServerResponse) => {
    const card = (await (await fetch(inner.url + CARD_PATH)).json()) as Record<string, unknown>;
    const { name = 'Guarded agent', securitySchemes = {}, securityRequirements = [] } = guard;
    const supportedInterfaces = [{ url: endpoint + RPC_PATH, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ ...card, ...guard.card, name, supportedInterfaces, securitySchemes, securityRequirements }),
    );
  };
  const refuse = (response: ServerResponse) => {
    response.writeHead(401, { 'www-authenticate': guard.challenge ?? 'Bearer realm="guarded"' });
    response.end('no');
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    const { port, host } = new URL(inner.url);
    const headers = { ...incoming.headers, host };
    const outgoing = ask({ host: '127.0.0.1', port, path: RPC_PATH, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    const forCard = incoming.url?.startsWith(CARD_PATH) === true;
    if (guard.elsewhere === 'redirect' && incoming.method === 'POST' && incoming.headers.host !== hostOf(back.url))
      return void response.writeHead(307, { location: back.url + RPC_PATH }).end();
    if (!forCard) calls.push(incoming.headers);
    if ((!forCard || guard.hideCard) && !guard.accepts(incoming)) return refuse(response);
    if (forCard) return void answerCard(response);
    if (incoming.method !== 'POST') return void response.writeHead(404).end();
    forward(incoming, response);
  };
  const front = await serve(listener);
  const back = guard.elsewhere ? await serve(listener) : front;
  endpoint = guard.elsewhere === 'card' ? back.url : front.url;
  return {
    url: front.url,
    endpoint: back.url,
    calls,
    async close() {
      await front.close();
      if (back !== front) await back.close();
      await inner.close();
    },
  };
}

const hostOf = (url: string): string => new URL(url).host;

async function serve(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
