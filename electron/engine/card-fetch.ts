import type { CardAddress } from '../../shared/a2a/card/locate.ts';
import { dialects } from '../../shared/a2a/dialects/index.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { AgentRecord } from './agents.ts';
import { runExchange } from './exchange.ts';
import { headerValue, overrideHeaders } from './http/headers.ts';
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
  /** The exchange broke. */
  failure?: Trouble;
}

/** GETs one card address as a recorded exchange; never rejects. */
export async function fetchCardText(
  parts: EngineParts,
  agent: AgentRecord,
  address: CardAddress,
  etag: string | undefined,
): Promise<FetchedCard> {
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
    timeouts: parts.settings.timeouts(),
    allowSelfSigned: parts.settings.allowsSelfSigned(address.url),
    idempotent: true,
  };
  const listen = (sink: WireSink): WireSink => ({
    ...sink,
    head(head) {
      fetched.status = head.status;
      fetched.statusText = head.statusText;
      fetched.ok = head.status >= 200 && head.status < 300;
      fetched.etag = headerValue(head.headers, 'etag');
      fetched.challenge = headerValue(head.headers, 'www-authenticate');
      sink.head(head);
    },
    frame(framing, body, fields, source) {
      if (framing === 'body') fetched.text = body.text;
      sink.frame(framing, body, fields, source);
    },
    end(end) {
      if (end.cause !== 'complete') fetched.failure = end.error;
      sink.end(end);
    },
  });
  const exchange = runExchange(parts.sessions.live, { agent: agent.id, operation: 'GetAgentCard' }, (sink) =>
    sendHttp(parts.http, request, listen(sink)),
  );
  parts.running.add(exchange);
  await exchange.outcome;
  parts.running.delete(exchange);
  return fetched;
}
