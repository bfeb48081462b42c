import type { FetchProgress } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { HttpClient } from '../http/client.ts';
import { headerValue } from '../http/headers.ts';
import type { HttpExchange, HttpRequest } from '../http/types.ts';
import { bodyOfBytes } from '../sse/reader.ts';
import type { WireHandle, WireSink } from '../transports/transport.ts';

export interface FileLimits {
  bytes: number;
  /** Milliseconds from the request to the last byte. */
  ms: number;
}

/**
 * Gets a file as one body, whatever its type: a file of events is no stream of the agent. What is larger than it may be is
 * given up as soon as that is known.
 */
export function sendFile(
  http: HttpClient,
  request: HttpRequest,
  sink: WireSink,
  limits: FileLimits,
  onProgress: (progress: FetchProgress) => void,
): WireHandle {
  const { host } = new URL(request.url);
  let exchange: HttpExchange | undefined;
  let chunks: Buffer[] = [];
  let progress: FetchProgress = { bytes: 0 };
  let given = false;

  const stop = (error: Trouble) => {
    chunks = [];
    exchange?.abort('cut', error);
  };
  const tooLarge = () => stop({ code: 'http', message: tooLargeText(host, limits.bytes, progress.total) });
  const timer = setTimeout(
    () =>
      stop({
        code: 'timeout',
        message: `The file did not arrive from ${host} within ${Math.round(limits.ms / 1_000)} s; it was given up.`,
      }),
    limits.ms,
  );

  exchange = http.open(request, {
    request: (method, url, headers) => sink.request({ method, url, headers, body: '' }),
    head(head) {
      const length = headerValue(head.headers, 'content-length');
      const coded = headerValue(head.headers, 'content-encoding') !== undefined;
      chunks = [];
      given = head.status >= 200 && head.status < 300;
      progress = { bytes: 0, ...(length !== undefined && !coded && { total: Number(length) }) };
      sink.head(head);
      onProgress(progress);
      if ((progress.total ?? 0) > limits.bytes) tooLarge();
    },
    data(bytes) {
      progress.bytes += bytes.length;
      if (progress.bytes > limits.bytes) return tooLarge();
      chunks.push(bytes);
      onProgress(progress);
    },
    note: (text, detail) => sink.note(text, detail),
    end(end) {
      clearTimeout(timer);
      const whole = end.cause === 'complete';
      if (chunks.length > 0 || (whole && given)) {
        sink.frame(whole ? 'body' : 'tail', bodyOfBytes(Buffer.concat(chunks)), {});
      }
      sink.end(end);
    },
  });
  return { abort: () => exchange?.abort('aborted') };
}

function tooLargeText(host: string, limit: number, total: number | undefined): string {
  const size = total === undefined ? 'is larger' : `has ${total} bytes, more`;
  return `The file at ${host} ${size} than the ${Math.round(limit / 1024 / 1024)} MiB that Loupe fetches; it was given up. Open it in the browser instead.`;
}
