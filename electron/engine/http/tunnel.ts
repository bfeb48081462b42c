import * as http from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { toHeaderLines } from './headers.ts';
import type { HttpProxy } from './proxy.ts';
import { type Failure, proxyFailure } from './trouble.ts';

/** A way through a proxy, or why there is none. */
export type Tunnel =
  | { ok: true; socket: Socket }
  | { ok: false; failure: Failure; code?: string; status?: number; headers?: HeaderLines };

/** Thrown into the HTTP machinery in place of a socket. */
export class TunnelError extends Error {
  readonly failure: Failure;
  readonly code: string;
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
    this.code = 'ERR_PROXY';
  }
}

/**
 * Asks a proxy for a connection to `host:port` (RFC 9110 §9.3.6). Never rejects. Ends after `timeoutMs`, and at once when
 * the signal is aborted.
 */
export function openTunnel(
  proxy: HttpProxy,
  authority: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Tunnel> {
  return new Promise((resolve) => {
    const request = http.request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: authority,
      headers: [
        ['Host', authority],
        ...(proxy.authorization === undefined ? [] : [['Proxy-Authorization', proxy.authorization]]),
      ].flat(),
      setHost: false,
      agent: false,
    });
    let settled = false;
    const settle = (tunnel: Tunnel) => {
      if (settled) {
        if (tunnel.ok) tunnel.socket.destroy();
        return;
      }
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (!tunnel.ok) request.destroy();
      resolve(tunnel);
    };
    const fail = (what: Parameters<typeof proxyFailure>[1], code?: string) =>
      settle({ ok: false, failure: proxyFailure(proxy.authority, what), ...(code && { code }) });
    const onAbort = () => fail('aborted');
    const timer = setTimeout(() => fail('timeout', 'ETIMEDOUT'), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    request.on('connect', (answer, socket, rest) => {
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        if (rest.length > 0) socket.unshift(rest);
        settle({ ok: true, socket: socket as Socket });
        return;
      }
      socket.destroy();
      const failure = proxyFailure(proxy.authority, { status, statusText: answer.statusMessage ?? '', authority });
      settle({ ok: false, failure, status, headers: toHeaderLines(answer.rawHeaders) });
    });
    request.on('error', (error: NodeJS.ErrnoException) => fail({ code: error.code ?? error.message }, error.code));
    request.on('close', () => fail({ code: 'ECONNRESET' }, 'ECONNRESET'));
    if (signal?.aborted) onAbort();
    else request.end();
  });
}
