import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Reply, refused } from '../../shared/lib/result.ts';
import { CONTENT_SECURITY_POLICY } from '../engine/hosting/assets.ts';

/** Sent with every answer, pages and API alike. No CORS header is among them: no other origin may read anything. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers with a Reply as JSON. */
export function sendReply(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  const body = Buffer.from(JSON.stringify(reply));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** A request body, the refusal to answer with, or nothing when there is nobody left to answer. */
export type Body =
  | { kind: 'json'; value: unknown }
  | { kind: 'refused'; status: number; reply: Reply<never> }
  | { kind: 'gone' };

/** Reads a request body as JSON, up to `limit` bytes. */
export async function readJson(request: IncomingMessage, limit: number): Promise<Body> {
  const bytes = await collect(request, limit);
  if (bytes === 'gone') return { kind: 'gone' };
  if (bytes === 'too-large') {
    return { kind: 'refused', status: 413, reply: refused('bad-input', `The request is larger than ${limit} bytes.`) };
  }
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'refused', status: 400, reply: refused('bad-input', 'The request body is no JSON.') };
  }
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else resolve('too-large');
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}
