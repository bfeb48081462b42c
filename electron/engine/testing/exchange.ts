import type { HeaderLines } from '../../../shared/model/entry.ts';
import { createSocketPool } from '../http/agents.ts';
import { createHttpClient, type HttpClientOptions } from '../http/client.ts';
import type { HttpEnd, HttpExchange, HttpHead, HttpRequest } from '../http/types.ts';

/** Everything that one exchange reported. */
export interface Seen {
  requests: { method: string; url: string; headers: HeaderLines }[];
  heads: HttpHead[];
  pieces: { text: string; at: number }[];
  body: string;
  notes: string[];
  end: HttpEnd;
}

/** A client of its own for each test file. */
export function testClient(options: Partial<HttpClientOptions> = {}) {
  const pool = createSocketPool();
  const client = createHttpClient({ pool, ...options });
  return {
    close: () => pool.close(),
    /** Runs one exchange to its end. `during` is called at its beginning and at every step, and may abort it. */
    run(request: Partial<HttpRequest> & { url: string }, during?: (exchange: HttpExchange, seen: Seen) => void) {
      return new Promise<Seen>((resolve) => {
        const seen = { requests: [], heads: [], pieces: [], body: '', notes: [] } as unknown as Seen;
        const full: HttpRequest = {
          method: request.body === undefined ? 'GET' : 'POST',
          headers: [],
          timeouts: { connectMs: 2_000, requestMs: 2_000, idleMs: 2_000 },
          idempotent: true,
          ...request,
        };
        const started = Date.now();
        const exchange = client.open(full, {
          request: (method, url, headers) => seen.requests.push({ method, url, headers }),
          head(head) {
            seen.heads.push(head);
            during?.(exchange, seen);
          },
          data(bytes) {
            const text = bytes.toString('latin1');
            seen.pieces.push({ text, at: Date.now() - started });
            seen.body += text;
            during?.(exchange, seen);
          },
          note: (text) => seen.notes.push(text),
          end(end) {
            seen.end = end;
            resolve(seen);
          },
        });
        during?.(exchange, seen);
      });
    },
  };
}
