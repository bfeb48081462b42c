import type { IncomingMessage, ServerResponse } from 'node:http';

/** Largest request body that is read, in bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export type BodyResult = { ok: true; text: string } | { ok: false; cause: 'too-large' | 'cut' };

/** Reads a request body as UTF-8, up to `MAX_BODY_BYTES`; a longer one is drained so that the answer can be read. */
export function readBody(request: IncomingMessage): Promise<BodyResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => {
      if (size > MAX_BODY_BYTES) resolve({ ok: false, cause: 'too-large' });
      else resolve({ ok: true, text: Buffer.concat(chunks).toString('utf8') });
    });
    request.on('error', () => resolve({ ok: false, cause: 'cut' }));
    request.on('close', () => resolve({ ok: false, cause: 'cut' }));
  });
}

/** The value of a header, several joined by commas, trimmed; undefined when missing or empty. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  const text = (Array.isArray(value) ? value.join(',') : value)?.trim();
  return text || undefined;
}

/** Ends `response` with a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/**
 * True when the request was addressed to this computer by name. Refusing any other `Host` keeps web pages from reaching
 * the agent through a host name that they rebind to loopback.
 */
export function addressedToLoopback(request: IncomingMessage): boolean {
  const host = headerOf(request, 'host');
  return host === undefined || /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}
