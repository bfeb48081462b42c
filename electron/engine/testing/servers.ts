import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/** A server of one test on loopback. */
export interface TestServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** An HTTP server that answers with a listener. */
export function startHttp(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => keep(sockets, socket));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(handle(server, sockets)));
  });
}

/** A server that speaks in raw bytes; `onRequest` gets what arrived up to the end of a request's header lines and body. */
export function startRaw(onRequest: (request: string, socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    keep(sockets, socket);
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const request = received;
      received = '';
      onRequest(request, socket);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(handle(server, sockets)));
  });
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

function handle(server: ReturnType<typeof createTcpServer>, sockets: Set<Socket>): TestServer {
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The header lines of an event stream without a length. */
export const STREAM_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

/** One piece of a chunked body. */
export const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
