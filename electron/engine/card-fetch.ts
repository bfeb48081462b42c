import type { CardAddress } from '../../shared/a2a/card/locate.ts';
import { dialects } from '../../shared/a2a/dialects/index.ts';
import { done, type Trouble } from '../../shared/lib/result.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { Pass } from './access/access.ts';
import { type Attempt, sendWithAccess } from './access/attempt.ts';
import { noteLeftOut } from './access/notes.ts';
import type { AgentRecord } from './agents.ts';
import { runExchange } from './exchange.ts';
import { headerValue, overrideHeaders } from './http/headers.ts';
import type { HttpTimeouts } from './http/types.ts';
import type { EngineParts } from './parts.ts';
import { sendHttp } from './transports/http-wire.ts';
import type { PreparedCall, WireSink } from './transports/transport.ts';

/** What came back from one card address. */
export interface FetchedCard {
  /** Absent when no answer came. */
  status?: number;
  statusText?: string;
  /** Status 2xx. */
  ok: boolean;
  text?: string;
  etag?: string;
  /** A 401 or 403 in words. */
  refusal?: Trouble;
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
  const pass = await parts.access.pass({ agent, options: agent.options, url: address.url });
  if (!pass.ok) return { ok: false, failure: pass.error };
  const { etag, signal } = options;
  // Servers that speak both versions choose the card's shape by this line (1.0 §3.6.1).
  const own: HeaderLines = [
    ['User-Agent', parts.userAgent],
    ['Accept', 'application/json'],
    ...dialects['1.0'].headers(agent.options.extensions ?? []),
  ];
  if (etag !== undefined) own.push(['If-None-Match', etag]);
  const fetched: FetchedCard = { ok: false };
  const prepare = ({ headers, query, way, elsewhere }: Pass): PreparedCall => ({
    send: (sink) =>
      sendHttp(
        parts.http,
        {
          method: 'GET',
          url: address.url,
          headers: overrideHeaders(own, headers),
          query,
          elsewhere,
          timeouts: options.timeouts ?? parts.settings.timeouts(),
          allowSelfSigned: way.allowSelfSigned,
          connection: way,
          idempotent: true,
        },
        sink,
      ),
  });
  const listen = (sink: WireSink): WireSink => ({
    ...sink,
    head(head) {
      fetched.status = head.status;
      fetched.statusText = head.statusText;
      fetched.ok = head.status >= 200 && head.status < 300;
      fetched.etag = headerValue(head.headers, 'etag');
      fetched.headers = head.headers;
      delete fetched.text;
      sink.head(head);
    },
    frame(framing, body, fields, source) {
      if (framing === 'body') fetched.text = body.text;
      sink.frame(framing, body, fields, source);
    },
    end(end) {
      if (end.cause !== 'complete') fetched.failure = end.error;
      else if (end.error) fetched.refusal = end.error;
      fetched.ms = end.timings.end;
      sink.end(end);
    },
  });
  const attempt: Attempt = {
    pass: pass.value,
    ...prepare(pass.value),
    again: async (next) => done(prepare(next)),
    idempotent: true,
    card: true,
    exchange: () => fetched.exchange,
  };
  const recorder = parts.sessions.live;
  const exchange = runExchange(recorder, { agent: agent.id, operation: 'GetAgentCard' }, (sink) =>
    sendWithAccess(parts.access, attempt, listen(sink)),
  );
  noteLeftOut(recorder, exchange, pass.value);
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
