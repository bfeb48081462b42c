import { performance } from 'node:perf_hooks';
import { isLines } from '../../../shared/a2a/reduce/exchange-state.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { HttpClient } from '../http/client.ts';
import { headerValue, mediaType } from '../http/headers.ts';
import type { HttpEnd, HttpExchange, HttpRequest } from '../http/types.ts';
import { BODY_LIMIT_BYTES, INGEST_SLICE_MS, SSE_FRAME_LIMIT_BYTES } from '../limits.ts';
import { bodyOfBytes, createSseReader } from '../sse/reader.ts';
import { createLineReader, type FrameReader } from './line-reader.ts';
import type { WireHandle, WireSink } from './transport.ts';

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

/**
 * Sends an HTTP request and cuts the answer into frames. The content type decides between an event stream and one body,
 * whatever operation was asked: agents answer a stream request with a plain error, and plain ones with a stream. Lines of
 * JSON are read as they come where a stream was asked for (`streaming`).
 */
export function sendHttp(http: HttpClient, request: HttpRequest, sink: WireSink, streaming = false): WireHandle {
  let reader: FrameReader | undefined;
  let chunks: Buffer[] = [];
  let collected = 0;
  let exchange: HttpExchange | undefined;
  const slice = createSlice(() => exchange);

  const stop = (message: string) => {
    const error: Trouble = { code: 'sse', message };
    exchange?.abort('cut', error);
  };
  const flush = (end: HttpEnd) => {
    reader?.end(end.cause === 'complete');
    if (collected > 0) sink.frame(end.cause === 'complete' ? 'body' : 'tail', bodyOfBytes(Buffer.concat(chunks)), {});
    chunks = [];
    collected = 0;
  };

  exchange = http.open(request, {
    request: (method, url, headers) => sink.request({ method, url, headers, body: request.body ?? '' }),
    head(head) {
      const type = mediaType(headerValue(head.headers, 'content-type'));
      if (type === 'text/event-stream') reader = createSseReader(sink.frame);
      else reader = isLines(streaming, type, head.status) ? createLineReader(sink.frame) : undefined;
      sink.head(head);
    },
    data(bytes) {
      slice();
      if (reader) {
        if (!reader.push(bytes)) {
          stop(`One event of the stream is larger than ${mebibytes(SSE_FRAME_LIMIT_BYTES)}; reading stopped there.`);
        }
        return;
      }
      chunks.push(bytes);
      collected += bytes.length;
      if (collected > BODY_LIMIT_BYTES) {
        stop(`The answer is larger than ${mebibytes(BODY_LIMIT_BYTES)}; reading stopped there.`);
      }
    },
    note: (text, detail) => sink.note(text, detail),
    end(end) {
      flush(end);
      sink.end(end);
    },
  });
  return { abort: () => exchange?.abort('aborted') };
}

/**
 * Keeps a burst from holding the event loop: the runtime may hand over megabytes in one turn. When this turn's share is
 * used up the socket is paused until everything else had its turn.
 */
function createSlice(exchange: () => HttpExchange | undefined): () => void {
  let started = 0;
  let running = false;
  return () => {
    if (!running) {
      running = true;
      started = performance.now();
      setImmediate(() => {
        running = false;
        exchange()?.resume();
      });
    } else if (performance.now() - started > INGEST_SLICE_MS) exchange()?.pause();
  };
}
