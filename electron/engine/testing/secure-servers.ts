import { createServer as createHttp, type RequestListener, request as send } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import type { TestServer } from './servers.ts';

/** An https server of one test on loopback. */
export function startHttps(options: ServerOptions, listener: RequestListener): Promise<TestServer> {
  return listening(createServer(options, listener), 'https');
}

export interface TestProxy extends TestServer {
  /** What it was asked for: `CONNECT host:port`, or `GET http://…` */
  asked: string[];
  /** Hands plain requests on to a port of this computer, instead of answering them. */
  forward(port: number): void;
}

/** An http proxy of one test on loopback. With `credentials`, it wants them as `user:password`. */
export async function startProxy(credentials?: string): Promise<TestProxy> {
  const asked: string[] = [];
  let onwards: number | undefined;
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (wanted && request.headers['proxy-authorization'] !== wanted) return response.writeHead(407).end();
    if (onwards !== undefined) {
      const { method, headers, url = '/' } = request;
      const path = new URL(url, 'http://any').pathname;
      request.pipe(
        send({ host: '127.0.0.1', port: onwards, method, path, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }),
      );
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end('{"name":"behind the proxy","supportedInterfaces":[]}');
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('error', () => onward.destroy());
  });
  return {
    ...(await listening(server, 'http')),
    asked,
    forward(port) {
      onwards = port;
    },
  };
}

function listening(server: Server, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `${scheme}://127.0.0.1:${port}`,
        port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}
