import { readHttpError } from '../../../shared/a2a/bindings/http-error.ts';
import { type RestCall, restCall, restUrl } from '../../../shared/a2a/bindings/rest.ts';
import { dialects } from '../../../shared/a2a/dialects/index.ts';
import { operations } from '../../../shared/a2a/operations.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { overrideHeaders } from '../http/headers.ts';
import { sendHttp } from './http-wire.ts';
import type { Call, Transport, TransportTools, WireHandle, WireSink } from './transport.ts';

/**
 * 1.0 recommends `application/a2a+json` (§11.2) and lets servers take `application/json` as well. The latter is sent,
 * because web frameworks parse a body of that type without being told to; a header line of the user replaces it.
 */
const CONTENT_TYPE = 'application/json';
const ACCEPT = 'application/a2a+json, application/json';

/** HTTP+JSON, answers as JSON or as an event stream (1.0 §11, 0.3 §3.2.3). */
export function createRestHttp(tools: TransportTools): Transport {
  return {
    id: 'rest-http',
    speaks: [
      { binding: 'HTTP+JSON', dialect: '1.0' },
      { binding: 'HTTP+JSON', dialect: '0.3' },
    ],
    supports: (target) => target.binding === 'HTTP+JSON' && /^https?:/i.test(target.url),
    prepare(call) {
      const { operation, target } = call;
      const rest = restCall(operation, call.request, dialects[target.dialect]);
      if (rest === undefined) {
        return refused('not-supported', `${operation} does not exist in A2A ${target.dialect} over HTTP+JSON.`);
      }
      return done({ send: (sink) => sendWithOther((one, to) => sendOne(tools, call, one, to), rest, sink) });
    },
  };
}

type Send = (rest: RestCall, sink: WireSink) => WireHandle;

function sendOne(tools: TransportTools, call: Call, rest: RestCall, sink: WireSink): WireHandle {
  const { streaming, idempotent } = operations[call.operation];
  const dialect = dialects[call.target.dialect];
  const own: HeaderLines = [['User-Agent', tools.userAgent]];
  if (rest.body) own.push(['Content-Type', CONTENT_TYPE]);
  own.push(['Accept', streaming ? `text/event-stream, ${ACCEPT}` : ACCEPT], ...dialect.headers(call.extensions));
  const request = {
    method: rest.method,
    url: restUrl(call.target.url, rest, dialect),
    headers: overrideHeaders(own, call.headers),
    ...(rest.body !== undefined && { body: rest.body }),
    timeouts: call.timeouts,
    allowSelfSigned: call.allowSelfSigned,
    ...(call.connection && { connection: call.connection }),
    ...(call.query && { query: call.query }),
    ...(call.elsewhere && { elsewhere: call.elsewhere }),
    idempotent,
  };
  return sendHttp(tools.http, request, sink, streaming);
}

/**
 * Sends, and sends once more with the other method when the server does not know the first one. The second request is
 * part of the same exchange.
 */
function sendWithOther(send: Send, rest: RestCall, sink: WireSink): WireHandle {
  const { other } = rest;
  if (other === undefined) return send(rest, sink);
  let stopped = false;
  let status = 0;
  let contentType: string | undefined;
  let text = '';
  let handle = send(rest, {
    ...sink,
    head(head) {
      status = head.status;
      contentType = head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      sink.head(head);
    },
    frame(framing, body, fields, source) {
      if (framing === 'body') text = body.text ?? '';
      sink.frame(framing, body, fields, source);
    },
    end(end) {
      if (stopped || end.cause !== 'complete' || !isUnknownMethod(status, contentType, text)) {
        sink.end(end);
        return;
      }
      sink.note(`${rest.method} was answered with ${status}; trying ${other.method}.`, { status });
      handle = send(other, sink);
    },
  });
  return {
    abort() {
      stopped = true;
      handle.abort();
    },
  };
}

/** 404 is also the status of a task nobody knows; such an answer has the code of an A2A error. */
const isUnknownMethod = (status: number, contentType: string | undefined, text: string): boolean =>
  status === 405 || (status === 404 && readHttpError(status, contentType, text).code === undefined);
