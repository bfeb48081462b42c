import type { LookupFunction } from 'node:net';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { INFLATED_FREE_BYTES, INFLATED_STREAM_FREE_BYTES, INFLATION_FACTOR_LIMIT, REDIRECT_LIMIT } from '../limits.ts';
import type { SocketPool } from './agents.ts';
import { type BodyDecoder, createBodyDecoder, InflationError } from './decode.ts';
import { headerValue, mediaType, outgoingHeaders, withQuery } from './headers.ts';
import { type Hop, type HopEnd, openHop } from './hop.ts';
import { type Redirect, redirectOf, unfollowable } from './redirect.ts';
import type { Elsewhere, HttpExchange, HttpHead, HttpRequest, HttpSink } from './types.ts';

export interface HttpClient {
  /** Sends one request. `sink.request` is called before this returns, everything else later. Never throws. */
  open(request: HttpRequest, sink: HttpSink): HttpExchange;
  /** Closes the connections that are kept for later requests. */
  closeIdle(): void;
}

export interface HttpClientOptions {
  pool: SocketPool;
  /** Replaces the name resolution of the system. */
  lookup?: LookupFunction;
}

/** Failures of an attempt on ::1 after which 127.0.0.1 is worth one: agents often listen on IPv4 only. */
const LOOPBACK_CODES = new Set(['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EHOSTUNREACH']);
/** Failures of a kept connection that the other side had closed already. */
const STALE_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** The HTTP client of one engine: exact header lines, exact end causes, nothing followed or repeated silently. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return {
    open: (request, sink) => openExchange(options, request, sink),
    closeIdle: () => options.pool.closeIdle(),
  };
}

function openExchange(options: HttpClientOptions, request: HttpRequest, sink: HttpSink): HttpExchange {
  let hop: Hop | undefined;
  let over = false;
  let hops = 0;
  /** What goes along; less of it after a redirect to an origin that may not have all. */
  let { headers: given, query = [], connection, allowSelfSigned } = request;

  const end = (result: HopEnd) => {
    if (over) return;
    over = true;
    const { failure, timings, bytes } = result;
    sink.end({ cause: failure?.cause ?? 'complete', ...(failure && { error: failure.error }), timings, bytes });
  };
  const refuse = (error: Trouble) =>
    queueMicrotask(() => end({ failure: { cause: 'refused', error }, timings: {}, bytes: 0, phase: 'connecting' }));

  /** On to another origin. Between two hops there is nothing to abort, so the end is looked at after the wait. */
  const leave = async (method: string, follow: Extract<Elsewhere, { follow: unknown }>['follow'], before: HopEnd) => {
    hop = undefined;
    const there = await follow();
    if (over) return;
    if (!there.ok) {
      end({ ...before, failure: { cause: 'refused', error: there.error } });
      return;
    }
    const { barred, barredQuery, url, note } = there.value;
    given = given.filter(([name]) => !barred.includes(name.toLowerCase()) && name.toLowerCase() !== 'host');
    query = query.filter(([name]) => !barredQuery.includes(name));
    ({ connection, allowSelfSigned } = there.value);
    sink.note(note, { url: `${url.origin}${url.pathname}` });
    send({ method, url: withQuery(url, query, true) });
  };

  const send = (target: { method: string; url: URL }, retry: { address?: string; fresh?: true } = {}) => {
    const { url, method } = target;
    const body = request.body !== undefined && method !== 'GET' ? Buffer.from(request.body) : undefined;
    // Plain http goes to the proxy itself (RFC 9112 §3.2.2); https goes through it unseen.
    const proxy = url.protocol === 'http:' ? connection?.proxy : undefined;
    const own = outgoingHeaders(url, given, body?.length);
    const headers = proxy?.authorization ? [...own, proxyLine(proxy.authorization)] : own;
    const again = retry.address !== undefined || retry.fresh === true;
    if (!again) sink.request(method, url.href, headers);
    let redirect: Redirect | undefined;
    let elsewhere: Elsewhere;
    let unfollowed: Trouble | undefined;
    let decoder: BodyDecoder | undefined;

    const onEnd = (result: HopEnd) => {
      if (over) return;
      const { failure, code = '', phase, timings } = result;
      if (
        failure?.cause === 'refused' &&
        !again &&
        !connection?.proxy &&
        url.hostname === 'localhost' &&
        LOOPBACK_CODES.has(code)
      ) {
        sink.note('Connection to localhost over IPv6 was refused; trying 127.0.0.1.', { url: url.href });
        send(target, { address: '127.0.0.1' });
        return;
      }
      if (failure && !again && timings.reused && phase === 'waiting' && STALE_CODES.has(code) && request.idempotent) {
        sink.note('A kept connection had been closed by the other side; sending the request again.', { url: url.href });
        send(target, { fresh: true });
        return;
      }
      if (redirect?.follow && !failure) {
        if (elsewhere && 'follow' in elsewhere) void leave(redirect.follow.method, elsewhere.follow, result);
        else send({ ...redirect.follow, url: withQuery(redirect.follow.url, query, true) });
        return;
      }
      if (unfollowed && !failure) result.failure = { cause: 'refused', error: unfollowed };
      if (!decoder) end(result);
      else if (failure) decoder.settle(() => end(result));
      else decoder.end((error) => end(error ? { ...result, failure: codingFailure(error, url.host) } : result));
    };

    hop = openHop(
      {
        method,
        url,
        headers,
        agent: options.pool.agentFor(url.protocol === 'https:', connection, retry.fresh),
        timeouts: request.timeouts,
        rejectUnauthorized: allowSelfSigned !== true,
        ...(body && { body }),
        ...(retry.address && { address: retry.address }),
        ...(proxy && { proxy }),
        ...(options.lookup && { lookup: options.lookup }),
      },
      {
        head(head: HttpHead) {
          sink.head(head);
          redirect = redirectOf(method, url, head);
          if (redirect && request.followRedirects === false) redirect = unfollowable(redirect, url);
          if (redirect?.elsewhere) {
            elsewhere = request.elsewhere?.(redirect.elsewhere.url);
            if (elsewhere && 'follow' in elsewhere) redirect = { ...redirect, follow: redirect.elsewhere };
          }
          if (redirect?.follow && hops < REDIRECT_LIMIT) {
            hops += 1;
            return;
          }
          if (redirect) {
            const problem = redirect.follow
              ? `More than ${REDIRECT_LIMIT} redirects; the last one was not followed.`
              : redirect.problem;
            unfollowed =
              elsewhere && 'refusal' in elsewhere
                ? elsewhere.refusal
                : { code: 'http', message: problem ?? '', detail: { location: redirect.location } };
            redirect = undefined;
          }
          const coding = headerValue(head.headers, 'content-encoding');
          const isStream = mediaType(headerValue(head.headers, 'content-type')) === 'text/event-stream';
          decoder = createBodyDecoder(coding, isStream ? INFLATED_STREAM_FREE_BYTES : INFLATED_FREE_BYTES, {
            data(bytes) {
              if (!over) sink.data(bytes);
            },
            drain: () => hop?.resume(),
            inflation: (error) => hop?.abort(codingFailure(error, url.host)),
          });
        },
        data(bytes) {
          if (redirect?.follow || over) return;
          if (!decoder) sink.data(bytes);
          else if (!decoder.write(bytes)) hop?.pause();
        },
        end: onEnd,
      },
    );
  };

  const url = parseHttpUrl(request.url);
  if (url) send({ method: request.method, url: withQuery(url, query) });
  else {
    sink.request(request.method, request.url, request.headers);
    refuse({ code: 'bad-input', message: `"${request.url}" is not an http or https address.` });
  }

  return {
    abort(cause, error) {
      const trouble = error ?? { code: 'aborted', message: 'Stopped listening on request of the user.' };
      const failure = { cause, error: trouble } as const;
      if (hop) hop.abort(failure);
      else end({ failure, timings: {}, bytes: 0, phase: 'connecting' });
    },
    pause: () => hop?.pause(),
    resume: () => hop?.resume(),
  };
}

const proxyLine = (authorization: string): HeaderLines[number] => ['Proxy-Authorization', authorization];

/** The URL when it is one that this client can talk to. */
export function parseHttpUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 2 : 0)} MiB`;

function codingFailure(error: Error & { code?: string }, host: string) {
  if (error instanceof InflationError) {
    const { inflated, received } = error;
    const message = `The compressed answer of ${host} grows to more than ${INFLATION_FACTOR_LIMIT} times its size (${mebibytes(received)} to ${mebibytes(inflated)}); reading stopped there.`;
    return { cause: 'cut' as const, error: { code: 'http' as const, message, detail: { inflated, received } } };
  }
  const short = error.code === 'Z_BUF_ERROR' || /unexpected end/i.test(error.message);
  const message = short
    ? `The compressed answer of ${host} is incomplete: it stops before its end (truncated).`
    : `The answer of ${host} is not in the encoding that its Content-Encoding line names (${error.code ?? error.message}).`;
  return { cause: 'cut' as const, error: { code: 'http' as const, message, detail: error.message } };
}
