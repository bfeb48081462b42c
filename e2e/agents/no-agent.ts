import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of which only the address counts. */
export async function startNoAgent(
  answer: (end: () => void) => void,
): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((_, response) => answer(() => response.writeHead(404).end()));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
