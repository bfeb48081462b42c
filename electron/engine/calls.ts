import { randomUUID } from 'node:crypto';
import type { AgentOptions, Negotiated, OutcomeView } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { BindingId, HeaderLines } from '../../shared/model/entry.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import type { AgentRecord } from './agents.ts';
import { chooseFor } from './card-reading.ts';
import { type ExchangeObserver, type LiveExchange, runExchange } from './exchange.ts';
import { parseHttpUrl } from './http/client.ts';
import { overrideHeaders } from './http/headers.ts';
import { isSecretHeader } from './mask.ts';
import { isTrusted } from './origins.ts';
import type { EngineParts } from './parts.ts';
import type { Recorder } from './recorder.ts';
import type { WireSink } from './transports/transport.ts';

/** An operation on its way out. */
export interface SentCall {
  agent: string;
  operation: OperationName;
  /** As it was asked for. */
  request: Record<string, unknown>;
  options: AgentOptions;
  recorder: Recorder;
  binding: BindingId;
}

/** Is told how one operation goes. */
export interface CallObserver extends ExchangeObserver {
  outcome(exchange: number, view: OutcomeView): void;
}

/** Sends operations to agents. */
export class Calls {
  readonly #parts: EngineParts;
  readonly #live = new Map<number, LiveExchange>();

  #watcher: ((call: SentCall) => CallObserver) | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Has everything that is sent from now on observed. */
  watch(watcher: (call: SentCall) => CallObserver): void {
    this.#watcher = watcher;
  }

  /** Sends one operation; the answer goes into the log. Refused when nothing could be sent. */
  async start(
    agent: AgentRecord,
    operation: OperationName,
    request: Record<string, unknown>,
    options: AgentOptions = {},
  ): Promise<Reply<LiveExchange>> {
    const { transports, settings, sessions, running } = this.#parts;
    const chosen = mergeOptions(agent.options, options);
    const target = this.#target(agent, chosen, options);
    if (!target.ok) return target;
    const transport = transports.for(target.value);
    if (!transport) {
      const { binding, url } = target.value;
      return refused('not-supported', `No transport speaks ${binding} with ${url || 'this agent'} yet.`);
    }
    const way = await this.#parts.connections.for(agent, chosen, target.value.url);
    if (!way.ok) return way;
    const { headers, withheld } = headersFor(agent, chosen, target.value.url);
    if (way.value.certificateWithheld) withheld.push('the client certificate');
    const lastEvent =
      operation === 'SubscribeToTask' ? sessions.live.lastEventId(agent.id, String(request.id)) : undefined;
    const prepared = await transport.prepare({
      operation,
      request: complete(operation, request, target.value),
      target: target.value,
      extensions: chosen.extensions ?? [],
      headers: lastEvent === undefined ? headers : overrideHeaders([['Last-Event-ID', lastEvent]], headers),
      timeouts: settings.timeouts(),
      allowSelfSigned: way.value.allowSelfSigned,
      connection: way.value,
    });
    if (!prepared.ok) return prepared;

    const { dialect, binding } = target.value;
    const recorder = sessions.live;
    const observer = this.#watcher?.({ agent: agent.id, operation, request, options, recorder, binding });
    const exchange = runExchange(
      recorder,
      { agent: agent.id, operation, dialect, binding },
      (sink) =>
        prepared.value.send(target.value.index < 0 ? sink : namingTheCard(sink, target.value.url, agent.card?.url)),
      observer,
    );
    if (withheld.length > 0) {
      const message = `Not sent to ${target.value.url}, because the agent was entered with another origin: ${withheld.join(', ')}.`;
      recorder.note({ agent: agent.id, exchange: exchange.number, what: 'warning', detail: { message } });
    }
    this.#live.set(exchange.number, exchange);
    running.add(exchange);
    void exchange.outcome.then((view) => {
      running.delete(exchange);
      if (this.#live.get(exchange.number) === exchange) this.#live.delete(exchange.number);
      observer?.outcome(exchange.number, view);
    });
    return done(exchange);
  }

  /** Stops listening to an exchange of the live session. Harmless when it has ended. */
  abort(number: number): boolean {
    const exchange = this.#live.get(number);
    exchange?.abort();
    return exchange !== undefined;
  }

  /** Ends an exchange as if its connection had been lost; false when it is not going on. */
  drop(number: number): boolean {
    const exchange = this.#live.get(number);
    exchange?.drop();
    return exchange !== undefined;
  }

  /** The interface to use: the card's, or what the user named instead of a card. */
  #target(agent: AgentRecord, chosen: AgentOptions, override: AgentOptions): Reply<Negotiated> {
    const { supported } = this.#parts.transports;
    const known = agent.negotiated;
    const changed = override.version ?? override.binding ?? override.endpoint ?? override.tenant;
    const negotiated = known && changed === undefined ? known : this.#choose(agent, chosen);
    if (!agent.card && !chosen.endpoint) {
      return refused('not-found', 'The card of this agent was never read. Connect first, or name an endpoint.');
    }
    if (negotiated.offered === false && !chosen.endpoint && agent.card) {
      return refused('not-supported', notOffered(negotiated), negotiated.verdicts);
    }
    if (!supported.some((pair) => pair.binding === negotiated.binding && pair.dialect === negotiated.dialect)) {
      const { binding, dialect } = negotiated;
      return refused(
        'not-supported',
        `The agent offers ${binding} with version ${dialect}, which Loupe does not speak yet.`,
      );
    }
    if (negotiated.why === 'no-interface') {
      const message = 'The card names no interface that Loupe speaks. Name an endpoint and a version to try it anyway.';
      return refused('not-supported', message, negotiated.verdicts);
    }
    return done(negotiated);
  }

  #choose(agent: AgentRecord, options: AgentOptions): Negotiated {
    return chooseFor(agent, options, this.#parts.transports.supported);
  }
}

/** Says what the card has instead of the binding that was asked for. */
function notOffered({ binding, verdicts = [] }: Negotiated): string {
  const offers = verdicts.map((one) => `${one.binding ?? 'a binding of its own'} at ${one.url}`);
  const instead = offers.length === 0 ? 'it lists no interface at all' : `it offers ${offers.join(', ')}`;
  return `The card has no ${binding} interface: ${instead}. Leave the binding to the card, or name an endpoint that speaks ${binding}.`;
}

/** Options of one call over those of the agent. */
function mergeOptions(agent: AgentOptions, call: AgentOptions): AgentOptions {
  const headers = overrideHeaders(agent.headers ?? [], call.headers ?? []);
  return { ...agent, ...call, headers };
}

/** What the protocol wants and a person need not type. Nothing that was typed is changed. */
function complete(
  operation: OperationName,
  request: Record<string, unknown>,
  target: Negotiated,
): Record<string, unknown> {
  let completed = request;
  if (target.tenant && completed.tenant === undefined) completed = { tenant: target.tenant, ...completed };
  const { message } = completed;
  const sends = operation === 'SendMessage' || operation === 'SendStreamingMessage';
  if (sends && isObject(message) && !message.messageId) {
    completed = { ...completed, message: { ...message, messageId: randomUUID() } };
  }
  return completed;
}

/** Secrets go only to the origin they were entered for: the agent's own, or that of an endpoint the user named. */
function headersFor(
  agent: AgentRecord,
  options: AgentOptions,
  target: string,
): { headers: HeaderLines; withheld: string[] } {
  const lines = options.headers ?? [];
  if (isTrusted(agent, options, target)) return { headers: lines, withheld: [] };
  return {
    headers: lines.filter(([name]) => !isSecretHeader(name)),
    withheld: lines.filter(([name]) => isSecretHeader(name)).map(([name]) => name),
  };
}

/** Where nobody answers, people have to know that the address is the card's and not the one they typed. */
function namingTheCard(sink: WireSink, target: string, cardUrl: string | undefined): WireSink {
  const [called, card] = [parseHttpUrl(target), parseHttpUrl(cardUrl ?? '')];
  if (!called || !card || called.host === card.host) return sink;
  let answered = false;
  return {
    ...sink,
    head(head) {
      answered = true;
      sink.head(head);
    },
    end(end) {
      if (answered || !end.error || end.cause === 'aborted') return sink.end(end);
      const message = `${end.error.message} The address ${called.host} is on the card, which itself came from ${card.host}.`;
      sink.end({ ...end, error: { ...end.error, message } });
    },
  };
}
