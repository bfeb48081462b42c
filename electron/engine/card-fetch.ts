import type { CardAddress } from '../../shared/a2a/card/locate.ts';
import { dialects } from '../../shared/a2a/dialects/index.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { AgentRecord } from './agents.ts';
import { runExchange } from './exchange.ts';
import { headerValue, overrideHeaders } from './http/headers.ts';
import type { HttpTimeouts } from './http/types.ts';
import type { EngineParts } from './parts.ts';
import { sendHttp } from './transports/http-wire.ts';
import type { WireSink } from './transports/transport.ts';

/** What came back from one card address. */
export interface FetchedCard {
  /** Absent when no answer came. */
  status?: number;
  statusText?: string;
  /** Status 2xx. */
  ok: boolean;
  text?: string;
  etag?: string;
  /** Value of WWW-Authenticate. */
  challenge?: string;
  /** The exchange broke, or nothing could be sent. */
  failure?: Trouble;
  /** Header lines of the answer. */
  headers?: HeaderLines;
  /** Number of the exchange; absent when nothing could be sent. */
  exchange?: number;
  /** Milliseconds until its end. */
  ms?: number;
}

export interface CardFetchOptions {
  etag?: string;
  timeouts?: HttpTimeouts;
  /** Ends the exchange when aborted. */
  signal?: AbortSignal;
}

/** GETs one card address as a recorded exchange; never rejects. */
export async function fetchCardText(
  parts: EngineParts,
  agent: AgentRecord,
  address: CardAddress,
  options: CardFetchOptions = {},
): Promise<FetchedCard> {
  const way = await parts.connections.for(agent, agent.options, address.url);
  if (!way.ok) return { ok: false, failure: way.error };
  const { etag, signal } = options;
  // Servers that speak both versions choose the card's shape by this line (1.0 §3.6.1).
  const own: HeaderLines = [
    ['User-Agent', parts.userAgent],
    ['Accept', 'application/json'],
    ...dialects['1.0'].headers(agent.options.extensions ?? []),
  ];
  if (etag !== undefined) own.push(['If-None-Match', etag]);
  const fetched: FetchedCard = { ok: false };
  const request = {
    method: 'GET',
    url: address.url,
    headers: overrideHeaders(own, agent.options.headers ?? []),
    timeouts: options.timeouts ?? parts.settings.timeouts(),
    allowSelfSigned: way.value.allowSelfSigned,
    connection: way.value,
    idempotent: true,
  };
  const listen = (sink: WireSink): WireSink => ({
    ...sink,
    head(head) {
      fetched.status = head.status;
      fetched.statusText = head.statusText;
      fetched.ok = head.status >= 200 && head.status < 300;
      fetched.etag = headerValue(head.headers, 'etag');
      fetched.headers = head.headers;
      fetched.challenge = headerValue(head.headers, 'www-authenticate');
      sink.head(head);
    },
    frame(framing, body, fields, source) {
      if (framing === 'body') fetched.text = body.text;
      sink.frame(framing, body, fields, source);
    },
    end(end) {
      if (end.cause !== 'complete') fetched.failure = end.error;
      fetched.ms = end.timings.end;
      sink.end(end);
    },
  });
  const exchange = runExchange(parts.sessions.live, { agent: agent.id, operation: 'GetAgentCard' }, (sink) =>
    sendHttp(parts.http, request, listen(sink)),
  );
  parts.running.add(exchange);
  fetched.exchange = exchange.number;
  const onAbort = () => exchange.abort();
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  await exchange.outcome;
  signal?.removeEventListener('abort', onAbort);
  parts.running.delete(exchange);
  return fetched;
}
