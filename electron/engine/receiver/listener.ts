import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { DELIVERY_HEAD_LIMIT_BYTES, DELIVERY_HEAD_TIMEOUT_MS, DELIVERY_SOCKETS } from './limits.ts';

export interface Listener {
  address: string;
  port: number;
  close(): Promise<void>;
}

export interface ListenerOptions {
  address: string;
  port: number;
  take(request: IncomingMessage, response: ServerResponse): void;
  /** A connection came to nothing: no head, one that cannot be read, or too many connections. */
  dropped(): void;
  headTimeoutMs?: number;
  sockets?: number;
}

/** What to do about an address that cannot be listened on. */
function whyNot(address: string, port: number, error: NodeJS.ErrnoException): Reply<never> {
  const { code = '', message } = error;
  if (code === 'EADDRINUSE') {
    const words = `Port ${port} of ${address} is in use. Close what uses it, or choose another port; 0 takes any that is free.`;
    return refused('busy', words, { field: 'port' });
  }
  if (code === 'EADDRNOTAVAIL') {
    return refused('bad-input', `This computer does not have the address ${address}.`, { field: 'address' });
  }
  if (code === 'EACCES') {
    return refused('bad-input', `Port ${port} may not be used by this account. Choose one above 1023.`, {
      field: 'port',
    });
  }
  return refused('network', `Listening on ${address} failed (${code || message}).`);
}

/** Header lines of everything this server says. Answers carry no content, and each connection one request. */
const ANSWER_LINES = 'Content-Length: 0\r\nConnection: close\r\n\r\n';

/** The server behind the receiver. It takes one request on a connection, within a time and a size. */
export async function listen(options: ListenerOptions): Promise<Reply<Listener>> {
  const {
    address,
    port,
    take,
    dropped,
    headTimeoutMs = DELIVERY_HEAD_TIMEOUT_MS,
    sockets = DELIVERY_SOCKETS,
  } = options;
  if (isIP(address) === 0) return refused('bad-input', `${address} is no IP address.`, { field: 'address' });
  const open = new Map<Socket, NodeJS.Timeout>();
  /** Those that brought a request. */
  const taken = new WeakSet<Duplex>();
  const server = createServer({ maxHeaderSize: DELIVERY_HEAD_LIMIT_BYTES }, (request, response) => {
    const timer = open.get(request.socket);
    if (timer) clearTimeout(timer);
    taken.add(request.socket);
    take(request, response);
  });
  // The receiver's own times say more than those of the server, which differ from one version to the next.
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    if (open.size >= sockets) {
      dropped();
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => {
      dropped();
      socket.destroy();
    }, headTimeoutMs);
    open.set(socket, timer);
    socket.on('close', () => {
      clearTimeout(timer);
      open.delete(socket);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Trouble with a body is the matter of whoever reads it.
    if (taken.has(socket)) {
      socket.destroy();
      return;
    }
    dropped();
    if (socket.destroyed || !socket.writable) return;
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\n${ANSWER_LINES}`, () => socket.destroy());
  });
  // A protocol that nobody speaks here must not keep the connection.
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('connect', (_request, socket) => socket.destroy());
  try {
    await bind(server, address, port);
  } catch (error) {
    return whyNot(address, port, error as NodeJS.ErrnoException);
  }
  server.on('error', () => undefined);
  const bound = server.address() as AddressInfo;
  return done({
    address: bound.address,
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.keys()) socket.destroy();
      }),
  });
}

const bind = (server: Server, address: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
