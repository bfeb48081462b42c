// @ts-check
import { createServer } from 'node:http';

/** Wait for one delivery, milliseconds. */
const DELIVERY_TIMEOUT_MS = 5_000;
const POLL_MS = 50;

/**
 * A webhook on a free port of the loopback interface that keeps what it is sent.
 * @returns {Promise<{ url: string, received: (count: number) => Promise<{ headers: import('node:http').IncomingHttpHeaders, body: string }[]>, close: () => void }>}
 */
export function openWebhook() {
  /** @type {{ headers: import('node:http').IncomingHttpHeaders, body: string }[]} */
  const deliveries = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/hook`,
        async received(count) {
          const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
          while (deliveries.length < count && Date.now() < deadline) {
            await new Promise((next) => setTimeout(next, POLL_MS));
          }
          return deliveries;
        },
        close() {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
