import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One notification as an agent sends it. */
export interface Notification {
  url: string;
  body?: unknown;
  /** Over `body`: bytes as they are. */
  bytes?: Buffer;
  headers?: Record<string, string>;
  method?: string;
  gzip?: boolean;
}

/** Status line and header lines of an answer; empty when there was none. */
export function exchangeBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
    });
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
  });
}

/** The bytes of a notification's request. */
export function requestBytes({ url, body, bytes, headers = {}, method = 'POST', gzip = false }: Notification): Buffer {
  const { pathname, host } = new URL(url);
  const plain = bytes ?? Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const content = gzip ? gzipSync(plain) : plain;
  const lines = Object.entries({
    Host: host,
    'Content-Type': 'application/a2a+json',
    ...(gzip && { 'Content-Encoding': 'gzip' }),
    'Content-Length': String(content.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content]);
}

/** Sends a notification; its answer's status, 0 for none. */
export async function notify(notification: Notification): Promise<number> {
  const answer = await exchangeBytes(Number(new URL(notification.url).port), requestBytes(notification));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}
