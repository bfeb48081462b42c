import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from './agent.ts';
import { answerCard } from './card-route.ts';
import { addressedToLoopback, sendJson } from './http-io.ts';
import { answerRpc } from './rpc.ts';
import { SAMPLE_IMAGE_PATH, sampleImage } from './scenarios/sample-image.ts';

export interface SampleAgentOptions {
  /** TCP port; 0 or unset picks a free one. */
  port?: number;
  host?: '127.0.0.1';
  /** Multiplies every pause: 1 is lifelike, 0 does not wait at all. */
  pace?: number;
}

export interface SampleAgent {
  /** Base address, `http://127.0.0.1:PORT`; the card is at `/.well-known/agent-card.json` below it. */
  url: string;
  port: number;
  /** Stops running tasks, destroys open sockets and frees the port. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the sample agent: an A2A server (1.0 and 0.3, JSON-RPC with SSE) on loopback that keeps its tasks in memory.
 * Rejects with the system's error when the port cannot be taken.
 */
export async function startSampleAgent(options: SampleAgentOptions = {}): Promise<SampleAgent> {
  const { port: wanted = 0, host = '127.0.0.1', pace = 1 } = options;
  const server = createServer();
  const sockets = keepSockets(server);
  await listen(server, wanted, host);
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  const agent = new Agent(url, pace);
  server.on('request', (request, response) => route(request, response, agent));

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise((resolve) => {
      agent.store.halt();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
    return closing;
  };
  return { url, port, close };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** `server.closeAllConnections` is missing before Node 18.2. */
function keepSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

type Handler = (request: IncomingMessage, response: ServerResponse, agent: Agent) => void | Promise<void>;

const routes: Readonly<Record<string, { methods: readonly string[]; handler: Handler }>> = {
  '/.well-known/agent-card.json': {
    methods: ['GET', 'HEAD'],
    handler: (request, response, agent) => answerCard(request, response, agent.card),
  },
  '/a2a': { methods: ['POST'], handler: answerRpc },
  [SAMPLE_IMAGE_PATH]: {
    methods: ['GET', 'HEAD'],
    handler: (_request, response) => {
      const png = sampleImage();
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': png.length }).end(png);
    },
  },
  '/': {
    methods: ['GET', 'HEAD'],
    handler: (_request, response, agent) => {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`Loupe's sample agent\nCard: ${agent.card.origin}/.well-known/agent-card.json\n`);
    },
  },
};

function route(request: IncomingMessage, response: ServerResponse, agent: Agent): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const found = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!addressedToLoopback(request)) {
    sendJson(response, 403, { error: 'This agent answers on loopback only.' });
  } else if (!found) {
    sendJson(response, 404, { error: `There is nothing at ${path}.` });
  } else if (!found.methods.includes(request.method ?? '')) {
    response.setHeader('Allow', found.methods.join(', '));
    sendJson(response, 405, { error: `${path} takes ${found.methods.join(' and ')}.` });
  } else {
    // A fault in a handler must cost one connection, not the process that hosts the agent.
    void (async () => found.handler(request, response, agent))().catch((error: Error) => response.destroy(error));
  }
}
