import type { Trouble } from '../../../shared/lib/result.ts';
import type { AuthStepName } from '../../../shared/model/credential.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { runExchange } from '../exchange.ts';
import { sendHttp } from '../transports/http-wire.ts';
import type { WireSink } from '../transports/transport.ts';
import { serviceAddress } from './address.ts';
import { errorCodeOf } from './grant-answer.ts';
import { secretsOfAnswer, secretsOfRequest } from './secret-fields.ts';
import type { OAuthPorts, TokenAgent } from './types.ts';

export interface ServiceRequest {
  operation: AuthStepName;
  method: 'GET' | 'POST';
  url: string;
  headers: HeaderLines;
  /** A form. */
  body?: string;
}

/** What came back from a token service. */
export interface ServiceAnswer {
  /** Absent when no answer came. */
  status?: number;
  headers: HeaderLines;
  /** Empty when there was none. */
  text: string;
  /** Error code of OAuth in the body. */
  error?: string;
  /** The exchange broke, or nothing could be sent. */
  failure?: Trouble;
  /** Number in the live session; absent when nothing could be sent. */
  exchange?: number;
  /** Milliseconds until its end. */
  ms?: number;
}

/**
 * Sends one request to a token service as a recorded exchange; never rejects. Of the agent's settings only those of the
 * connection are used: its header lines are for the agent alone. The secrets on the way out and in are made known before
 * the recorder sees them. A form goes to its own address: redirects of it are not followed.
 */
export async function ask(
  { parts, secrets }: OAuthPorts,
  agent: TokenAgent,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const answer: ServiceAnswer = { headers: [], text: '' };
  const fail = (failure: Trouble): ServiceAnswer => ({ ...answer, failure });
  const { operation, method, headers, body } = request;
  const url = serviceAddress(request.url, method === 'GET' ? 'discovery address' : 'address of the token service');
  if (typeof url === 'string') return fail({ code: 'bad-input', message: url });
  const way = await parts.connections.for(agent, agent.options, url.href);
  if (!way.ok) return fail(way.error);
  if (signal.aborted) return fail(CANCELED);
  secrets.add(...secretsOfRequest(headers, body ?? ''));
  const listen = (sink: WireSink): WireSink => ({
    ...sink,
    head(head) {
      answer.status = head.status;
      answer.headers = head.headers;
      sink.head(head);
    },
    frame(framing, frame, fields, source) {
      if (frame.text !== undefined) secrets.add(...secretsOfAnswer(frame.text));
      if (framing === 'body') answer.text = frame.text ?? '';
      sink.frame(framing, frame, fields, source);
    },
    end(end) {
      if (end.cause !== 'complete') answer.failure = end.error ?? CANCELED;
      if (end.timings.end !== undefined) answer.ms = end.timings.end;
      sink.end(end);
    },
  });
  const exchange = runExchange(parts.sessions.live, { agent: agent.id, operation }, (sink) =>
    sendHttp(
      parts.http,
      {
        method,
        url: url.href,
        headers,
        timeouts: parts.settings.timeouts(),
        allowSelfSigned: way.value.allowSelfSigned,
        connection: way.value,
        idempotent: method === 'GET',
        ...(body !== undefined && { body }),
        ...(method !== 'GET' && { followRedirects: false as const }),
      },
      listen(sink),
    ),
  );
  parts.running.add(exchange);
  answer.exchange = exchange.number;
  const onAbort = () => exchange.abort();
  signal.addEventListener('abort', onAbort);
  await exchange.outcome;
  signal.removeEventListener('abort', onAbort);
  parts.running.delete(exchange);
  const error = errorCodeOf(answer.text);
  return error === undefined ? answer : { ...answer, error };
}

export const CANCELED: Trouble = { code: 'aborted', message: 'The sign-in was canceled.' };
