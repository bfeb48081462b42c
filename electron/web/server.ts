import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { readAsset } from '../engine/hosting/assets.ts';
import { type ApiEngine, createApi } from './api.ts';
import { createFiles, FILE_PATH } from './files.ts';
import { checkPlace, checkToken } from './gate.ts';
import { SECURITY_HEADERS, sendReply } from './http-io.ts';
import { createTicket } from './ticket.ts';
import { createToken, sameToken } from './token.ts';

const ADDRESS = '127.0.0.1';
/** Where a browser that was started by this host begins. */
const TICKET_PATH = '/open/';

export interface WebHostOptions {
  engine: ApiEngine;
  /** Folder with the built page, `index.html` at its root. */
  renderer: string;
  /** 0 or nothing for a free one. */
  port?: number;
}

export interface WebHost {
  port: number;
  token: string;
  /** The page with its token in the fragment, which a browser sends to no server. */
  url: string;
  /** An address that leads to `url` once, for command lines that other users of the machine can read. */
  ticketUrl(): string;
  /** Ends every connection and stops listening. The engine stays open. */
  close(): Promise<void>;
}

/**
 * Serves the page and its API on 127.0.0.1. `busy` when the port is taken, `network` when it cannot be listened on for
 * another reason.
 */
export async function startWebHost({ engine, renderer, port = 0 }: WebHostOptions): Promise<Reply<WebHost>> {
  const token = createToken();
  const files = createFiles(engine);
  const api = createApi(engine, files);
  const tickets = createTicket();
  const sockets = new Set<Socket>();
  let bound = port;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const isApi = path.startsWith('/api/');
    const refusal = checkPlace(request.headers, bound) ?? (isApi ? checkToken(request.headers, token) : undefined);
    if (refusal) return sendReply(response, refusal.status, refused(refusal.code, refusal.message));
    if (isApi) return api(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sendReply(response, 405, refused('not-supported', 'Pages take GET requests.'));
    }
    if (path.startsWith(TICKET_PATH)) return redeem(path.slice(TICKET_PATH.length), response);
    if (path.startsWith(FILE_PATH) && request.method === 'GET') {
      if (await files.send(path.slice(FILE_PATH.length), response)) return;
      return sendText(response, 410, 'This address works once. Save the file again.');
    }
    return sendPage(path, response);
  };

  const redeem = (code: string, response: ServerResponse) => {
    if (!tickets.take((expected) => sameToken(code, expected))) {
      return sendText(response, 410, 'This address works once. Open the address that Loupe printed.');
    }
    response.writeHead(303, { location: `/#token=${token}`, 'cache-control': 'no-store' }).end();
  };

  const sendPage = async (path: string, response: ServerResponse) => {
    const asset = await readAsset(renderer, path);
    if (!asset) return sendText(response, 404, 'There is nothing at this address.');
    response.writeHead(200, {
      'content-type': asset.type,
      'content-length': asset.body.length,
      'cache-control': 'no-cache',
    });
    response.end(asset.body);
  };

  const server = createServer((request, response) => {
    // A page that goes away in the middle of an answer is no trouble of this host.
    response.on('error', () => {});
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendReply(response, 500, refused('internal', 'The web host failed; this is a bug in Loupe.', String(error)));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const trouble = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, ADDRESS, () => resolve(undefined));
  });
  if (trouble?.code === 'EADDRINUSE') {
    return refused('busy', `Port ${port} is in use. Choose another with --port, or 0 for a free one.`);
  }
  if (trouble) return refused('network', `Loupe cannot listen on ${ADDRESS}:${port}: ${trouble.message}`);
  bound = (server.address() as AddressInfo).port;
  const origin = `http://${ADDRESS}:${bound}`;

  return done({
    port: bound,
    token,
    url: `${origin}/#token=${token}`,
    ticketUrl: () => `${origin}${TICKET_PATH}${tickets.issue()}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
