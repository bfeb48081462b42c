import { frame } from '../../../shared/a2a/bindings/jsonrpc.ts';
import { dialects } from '../../../shared/a2a/dialects/index.ts';
import { operations } from '../../../shared/a2a/operations.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { overrideHeaders } from '../http/headers.ts';
import { sendHttp } from './http-wire.ts';
import type { Transport, TransportTools } from './transport.ts';

/** JSON-RPC over HTTP, answers as JSON or as an event stream (1.0 §9, 0.3 §3.2.1). */
export function createJsonRpcHttp(tools: TransportTools): Transport {
  return {
    id: 'jsonrpc-http',
    speaks: [
      { binding: 'JSONRPC', dialect: '1.0' },
      { binding: 'JSONRPC', dialect: '0.3' },
    ],
    supports: (target) => target.binding === 'JSONRPC' && /^https?:/i.test(target.url),
    prepare(call) {
      const { operation, target } = call;
      const dialect = dialects[target.dialect];
      const method = operations[operation].methods[target.dialect];
      const params = method === undefined ? undefined : dialect.encode(operation, call.request);
      if (method === undefined || params === undefined) {
        return refused('not-supported', `${operation} does not exist in A2A ${target.dialect} over JSON-RPC.`);
      }
      const own: HeaderLines = [
        ['User-Agent', tools.userAgent],
        ['Content-Type', 'application/json'],
        ['Accept', operations[operation].streaming ? 'text/event-stream, application/json' : 'application/json'],
        ...dialect.headers(call.extensions),
      ];
      return done({
        send(sink) {
          const body = frame(tools.nextRpcId(), method, params);
          const request = {
            method: 'POST',
            url: target.url,
            headers: overrideHeaders(own, call.headers),
            body,
            timeouts: call.timeouts,
            allowSelfSigned: call.allowSelfSigned,
            ...(call.connection && { connection: call.connection }),
            ...(call.query && { query: call.query }),
            ...(call.elsewhere && { elsewhere: call.elsewhere }),
            idempotent: operations[operation].idempotent,
          };
          return sendHttp(tools.http, request, sink, operations[operation].streaming);
        },
      });
    },
  };
}
