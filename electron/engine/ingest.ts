import { performance } from 'node:perf_hooks';
import type { EndCause, HeaderLines } from '../../shared/model/entry.ts';
import { runExchange } from './exchange.ts';
import { createSocketPool } from './http/agents.ts';
import { createHttpClient } from './http/client.ts';
import { Recorder } from './recorder.ts';
import { sendHttp } from './transports/http-wire.ts';

export interface IngestRequest {
  url: string;
  /** JSON-RPC text. */
  body: string;
  headers?: HeaderLines;
  /** Session file; without it the log stays in memory. */
  file?: string;
}

export interface IngestReport {
  /** Entries of all kinds. */
  entries: number;
  /** Bytes of the session, written or not. */
  bytes: number;
  cause: EndCause;
  /** Milliseconds from the request until the end is recorded; writing the rest of the file comes after. */
  wallMs: number;
  /** Milliseconds of user and system time of the whole process in that span, and until the file is written. */
  cpuMs: number;
  cpuFlushedMs: number;
}

/**
 * One stream through everything that the engine does with it (HTTP, SSE, masking, log, fold, rows), without agents,
 * feeds or a window. For benchmarks.
 */
export async function ingestStream(request: IngestRequest): Promise<IngestReport> {
  const pool = createSocketPool();
  const http = createHttpClient({ pool });
  const started = new Date().toISOString();
  const recorder = new Recorder(
    { format: 'loupe-session', version: 1, app: 'ingest', session: 'ingest', started },
    request.file === undefined ? {} : { path: request.file },
  );
  const wall = performance.now();
  const cpu = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000;
  };
  let cause: EndCause = 'complete';
  const facts = { agent: 'ingest', operation: 'SendStreamingMessage', dialect: '1.0', binding: 'JSONRPC' } as const;
  const exchange = runExchange(recorder, facts, (sink) =>
    sendHttp(
      http,
      {
        method: 'POST',
        url: request.url,
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'text/event-stream'],
          ['A2A-Version', '1.0'],
          ...(request.headers ?? []),
        ],
        body: request.body,
        timeouts: { connectMs: 0, requestMs: 0, idleMs: 0 },
        idempotent: false,
      },
      {
        ...sink,
        end(end) {
          cause = end.cause;
          sink.end(end);
        },
      },
    ),
  );
  await exchange.outcome;
  const wallMs = performance.now() - wall;
  const cpuMs = spent();
  await recorder.flush();
  const cpuFlushedMs = spent();
  const report = { entries: recorder.session.rows.length, bytes: recorder.bytes, cause, wallMs, cpuMs, cpuFlushedMs };
  await recorder.close();
  pool.close();
  return report;
}
