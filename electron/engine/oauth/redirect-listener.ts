import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';

/** What becomes of one request to the redirect address. */
export type RedirectVerdict = 'taken' | 'denied' | 'stray';

export interface RedirectListener {
  /** To be registered with the service, and named in the request. */
  uri: string;
  close(): void;
}

const HOST = '127.0.0.1';
const PATH = '/callback';
/** Characters of a redirect's address; codes are long, but not that long. */
const TARGET_LIMIT_CHARS = 16 * 1024;
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGES: Record<RedirectVerdict, [status: number, words: string]> = {
  taken: [200, 'Loupe has received the answer. You can close this window.'],
  denied: [200, 'The sign-in was not completed. You can close this window; Loupe says why.'],
  stray: [400, 'This answer belongs to no sign-in that Loupe waits for. Nothing of it was used.'],
};

/**
 * Waits on this machine for the browser to come back (RFC 8252 §7.3). Answers are static pages without scripts; nothing of
 * the address is repeated in them. `take` says what an answer is; listening goes on until `close`.
 */
export async function listenForRedirect(
  port: number,
  take: (parameters: URLSearchParams) => RedirectVerdict,
): Promise<Reply<RedirectListener>> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const target = targetOf(request, `${HOST}:${(server.address() as AddressInfo).port}`);
    if (typeof target === 'number') reply(response, target, 'There is nothing here.');
    else reply(response, ...PAGES[take(target)]);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, resolve);
    });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE'
        ? `Port ${port} of this computer is in use, so the browser could not come back. Close what uses it, or enter another redirect port and register it with the service.`
        : `Listening on ${HOST} for the browser failed (${code || message}).`;
    return refused(code === 'EADDRINUSE' ? 'busy' : 'network', why, { field: 'redirectPort' });
  }
  server.on('error', () => undefined);
  return done({
    uri: `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`,
    close() {
      server.close();
      // The last page may still be on its way; its socket closes by itself.
      for (const socket of sockets) if (socket.bytesWritten === 0) socket.destroy();
    },
  });
}

/** The parameters of a redirect, or the status for anything else that comes to the port. */
function targetOf({ method, url = '', headers }: IncomingMessage, host: string): URLSearchParams | number {
  // Pages of other names that resolve to this machine have no business here.
  if (headers.host !== host) return 403;
  if (url.length > TARGET_LIMIT_CHARS) return 414;
  const at = url.indexOf('?');
  if ((at < 0 ? url : url.slice(0, at)) !== PATH) return 404;
  if (method !== 'GET') return 405;
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

function reply(response: ServerResponse, status: number, words: string): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Loupe</title><p>${words}</p></html>\n`;
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(page);
}
