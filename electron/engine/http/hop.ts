import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { HeaderLines, Timings } from '../../../shared/model/entry.ts';
import { toHeaderLines } from './headers.ts';
import type { HttpProxy } from './proxy.ts';
import {
  errorCode,
  type Failure,
  failureOf,
  type Phase,
  proxyFailure,
  type SocketEvidence,
  timeoutFailure,
} from './trouble.ts';
import type { HttpHead, HttpTimeouts } from './types.ts';

/** One request on one connection, without redirects or repetition. */
export interface HopRequest {
  method: string;
  url: URL;
  /** Every line that goes out. */
  headers: HeaderLines;
  body?: Buffer;
  /** `false` opens a connection of its own. */
  agent: http.Agent | false;
  timeouts: HttpTimeouts;
  rejectUnauthorized: boolean;
  /** Connect to this address instead of the URL's host. */
  address?: string;
  /** Send the request to this proxy, which forwards it; for http URLs only. */
  proxy?: HttpProxy;
  lookup?: LookupFunction;
}

export interface HopSink {
  head(head: HttpHead): void;
  data(bytes: Buffer): void;
  /** Once. `failure` is absent when the answer is complete. */
  end(result: HopEnd): void;
}

export interface HopEnd {
  failure?: Failure;
  timings: Timings;
  bytes: number;
  /** Runtime's code of the failure. */
  code?: string;
  phase: Phase;
}

export interface Hop {
  abort(failure: Failure): void;
  pause(): void;
  resume(): void;
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Sends one request and reports what comes back. Never throws: bad header lines end the hop as `bad-input`. */
export function openHop(request: HopRequest, sink: HopSink): Hop {
  const { url, timeouts } = request;
  const started = performance.now();
  const now = () => round(performance.now() - started);
  const timings: Timings = {};
  const evidence: SocketEvidence = { finished: false };
  let phase: Phase = 'connecting';
  let bytes = 0;
  let over = false;
  let taken: Buffer | undefined;
  let socket: Socket | undefined;
  let message: IncomingMessage | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let req: ClientRequest | undefined;

  const finish = (failure?: Failure, code?: string) => {
    if (over) return;
    over = true;
    clearTimeout(waiting);
    clearTimeout(idle);
    socket?.removeListener('data', onFirstBytes);
    socket?.removeListener('end', onSocketEnd);
    socket?.removeListener('error', onSocketError);
    timings.end = now();
    sink.end({ timings, bytes, phase, ...(failure && { failure }), ...(code && { code }) });
  };
  const stop = (failure: Failure) => {
    if (over) return;
    finish(failure);
    req?.destroy();
  };
  const limit = (what: 'connect' | 'request', ms: number) => {
    clearTimeout(waiting);
    if (ms > 0) waiting = setTimeout(() => stop(timeoutFailure(what, ms, url.host)), ms);
  };
  const onSocketEnd = () => {
    evidence.finished = true;
  };
  const onSocketError = (error: NodeJS.ErrnoException) => {
    evidence.errno = error.code ?? error.message;
  };
  /** Header lines that come slowly are progress: only silence ends the wait. */
  const onFirstBytes = () => {
    timings.firstByte ??= now();
    if (phase === 'waiting') waiting?.refresh();
  };
  const take = (chunk: Buffer) => {
    if (over || chunk === taken) return;
    taken = chunk;
    bytes += chunk.length;
    idle?.refresh();
    sink.data(chunk);
  };
  const onError = (error: Error) => {
    // While paused, bytes that arrived before the trouble wait in the message; they were received all the same.
    // Not every runtime emits them as `data` when they are read at this point.
    for (let chunk = message?.read() as Buffer | null; chunk; chunk = message?.read() as Buffer | null) take(chunk);
    const code = errorCode(error);
    const failure =
      request.proxy && phase === 'connecting'
        ? proxyFailure(request.proxy.authority, { code: code || error.message })
        : failureOf(error, url.host, phase, evidence);
    finish(failure, code);
  };

  const onSocket = (opened: Socket) => {
    socket = opened;
    // Ahead of the runtime's own listeners, which end the request in the same turn.
    opened.prependListener('end', onSocketEnd);
    opened.prependListener('error', onSocketError);
    const connected = () => {
      phase = 'waiting';
      limit('request', timeouts.requestMs);
    };
    opened.on('data', onFirstBytes);
    if (req?.reusedSocket) {
      timings.reused = true;
      connected();
      return;
    }
    opened.once('lookup', () => {
      timings.dns = now();
    });
    opened.once('connect', () => {
      timings.tcp = now();
      if (url.protocol !== 'https:') connected();
    });
    opened.once('secureConnect', () => {
      timings.tls = now();
      connected();
    });
  };

  const onResponse = (res: IncomingMessage) => {
    clearTimeout(waiting);
    socket?.removeListener('data', onFirstBytes);
    message = res;
    phase = 'answering';
    timings.firstByte ??= now();
    if (timeouts.idleMs > 0) {
      idle = setTimeout(() => stop(timeoutFailure('idle', timeouts.idleMs, url.host)), timeouts.idleMs);
    }
    res.on('data', take);
    res.on('end', () => {
      // A body without length or chunks ends with the connection; after a reset that is no end.
      if (res.complete) finish();
      else onError(Object.assign(new Error('incomplete'), { code: 'ECONNRESET' }));
    });
    res.on('error', onError);
    res.on('aborted', () => onError(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
    sink.head({
      status: res.statusCode ?? 0,
      statusText: res.statusMessage ?? '',
      httpVersion: res.httpVersion,
      headers: toHeaderLines(res.rawHeaders),
      timings: { ...timings },
    });
  };

  const options: RequestOptions & https.RequestOptions = {
    method: request.method,
    protocol: url.protocol,
    hostname: request.proxy?.host ?? request.address ?? url.hostname.replace(/^\[|\]$/g, ''),
    port: request.proxy?.port ?? (url.port || undefined),
    path: `${request.proxy ? url.origin : ''}${url.pathname}${url.search}`,
    headers: request.headers.flat(),
    agent: request.agent,
    setHost: false,
    rejectUnauthorized: request.rejectUnauthorized,
    ...(request.address && { servername: url.hostname }),
    ...(request.lookup && { lookup: request.lookup }),
  };
  // Callers get the handle before anything can end.
  queueMicrotask(() => {
    if (over) return;
    try {
      req = url.protocol === 'https:' ? https.request(options) : http.request(options);
    } catch (error) {
      finish(failureOf(error as Error, url.host, 'connecting', evidence), errorCode(error as Error));
      return;
    }
    limit('connect', timeouts.connectMs);
    req.on('socket', onSocket);
    req.on('response', onResponse);
    req.on('error', onError);
    req.on('finish', () => {
      timings.sent = now();
    });
    req.on('close', () => {
      if (!message) onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    });
    req.end(request.body);
  });

  return {
    abort: stop,
    pause: () => {
      if (!over) message?.pause();
    },
    resume: () => {
      if (!over) message?.resume();
    },
  };
}
