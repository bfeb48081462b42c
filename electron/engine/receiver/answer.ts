import type { IncomingMessage, ServerResponse } from 'node:http';
import { DRAIN_LIMIT_BYTES, DRAIN_LIMIT_MS } from './limits.ts';

/** An answer without content. What is left of the request is thrown away, so that the sender gets to read the answer. */
export function answer(request: IncomingMessage, response: ServerResponse, status: number, scheme = 'Bearer'): void {
  const { socket } = request;
  if (status === 0 || response.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  response.writeHead(status, {
    'Content-Length': 0,
    Connection: 'close',
    ...(status === 401 && { 'WWW-Authenticate': scheme }),
    ...(status === 405 && { Allow: 'POST' }),
    ...(status === 429 && { 'Retry-After': '1' }),
  });
  response.end();
  if (request.complete) return;
  let thrown = 0;
  const timer = setTimeout(() => socket.destroy(), DRAIN_LIMIT_MS);
  socket.once('close', () => clearTimeout(timer));
  request.on('error', () => undefined);
  request.on('data', (piece: Buffer) => {
    thrown += piece.length;
    if (thrown > DRAIN_LIMIT_BYTES) socket.destroy();
  });
  request.resume();
}
