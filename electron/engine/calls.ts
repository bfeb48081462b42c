import { randomUUID } from 'node:crypto';
import { operations } from '../../shared/a2a/operations.ts';
import type { AgentOptions, Negotiated, OutcomeView } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { BindingId } from '../../shared/model/entry.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import type { Pass } from './access/access.ts';
import { type Attempt, sendWithAccess } from './access/attempt.ts';
import { noteLeftOut } from './access/notes.ts';
import type { AgentRecord } from './agents.ts';
import { chooseFor } from './card-reading.ts';
import { type ExchangeObserver, type LiveExchange, runExchange } from './exchange.ts';
import { parseHttpUrl } from './http/client.ts';
import { overrideHeaders } from './http/headers.ts';
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
  /** A watch asks. */
  poll: boolean;
}

/** Is told how one operation goes. */
export interface CallObserver extends ExchangeObserver {
  outcome(exchange: number, view: OutcomeView): void;
}

/** Refuses a request, or gives what is to be sent instead of it. */
export type Amendment = (
  agent: string,
  operation: OperationName,
  request: Record<string, unknown>,
  /** Where it goes. */
  url: string,
) => Promise<Reply<Record<string, unknown>>>;

/** Sends operations to agents. */
export class Calls {
  readonly #parts: EngineParts;
  readonly #live = new Map<number, LiveExchange>();

  readonly #watchers: ((call: SentCall) => Partial<CallObserver>)[] = [];
  #amendment: Amendment = async (_agent, _operation, request) => done(request);

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Has everything that is sent from now on observed. */
  watch(watcher: (call: SentCall) => Partial<CallObserver>): void {
    this.#watchers.push(watcher);
  }

  /** Has every request looked at, and filled in, right before it goes out. */
  amend(amendment: Amendment): void {
    this.#amendment = amendment;
  }

  /** Sends one operation; the answer goes into the log. Refused when nothing could be sent. */
  async start(
    agent: AgentRecord,
    operation: OperationName,
    request: Record<string, unknown>,
    options: AgentOptions = {},
    { poll = false }: { poll?: boolean } = {},
  ): Promise<Reply<LiveExchange>> {
    const { transports, settings, sessions, running, access } = this.#parts;
    const chosen = mergeOptions(agent.options, options);
    const target = this.#target(agent, chosen, options);
    if (!target.ok) return target;
    const transport = transports.for(target.value);
    if (!transport) {
      const { binding, url } = target.value;
      return refused('not-supported', `No transport speaks ${binding} with ${url || 'this agent'} yet.`);
    }
    const { dialect, binding, url } = target.value;
    const pass = await access.pass({ agent, options: chosen, url, binding });
    if (!pass.ok) return pass;
    const lastEvent =
      operation === 'SubscribeToTask' ? sessions.live.lastEventId(agent.id, String(request.id)) : undefined;
    const amended = await this.#amendment(agent.id, operation, request, url);
    if (!amended.ok) return amended;
    const completed = complete(operation, amended.value, target.value);
    const prepare = async ({ headers, query, way, elsewhere }: Pass) =>
      transport.prepare({
        operation,
        request: completed,
        target: target.value,
        extensions: chosen.extensions ?? [],
        headers: lastEvent === undefined ? headers : overrideHeaders([['Last-Event-ID', lastEvent]], headers),
        query,
        elsewhere,
        timeouts: settings.timeouts(),
        allowSelfSigned: way.allowSelfSigned,
        connection: way,
      });
    const prepared = await prepare(pass.value);
    if (!prepared.ok) return prepared;

    const recorder = sessions.live;
    const call: SentCall = { agent: agent.id, operation, request, options, recorder, binding, poll };
    const observer = together(this.#watchers.map((watcher) => watcher(call)));
    let number: number | undefined;
    const attempt: Attempt = {
      pass: pass.value,
      send: (sink) => prepared.value.send(sink),
      again: prepare,
      idempotent: operations[operation].idempotent,
      card: false,
      exchange: () => number,
    };
    const exchange = runExchange(
      recorder,
      { agent: agent.id, operation, dialect, binding, ...(poll && { poll }) },
      (sink) =>
        sendWithAccess(access, attempt, target.value.index < 0 ? sink : namingTheCard(sink, url, agent.card?.url)),
      observer,
    );
    number = exchange.number;
    noteLeftOut(recorder, exchange, pass.value);
    this.#live.set(exchange.number, exchange);
    running.add(exchange);
    void exchange.outcome.then((view) => {
      running.delete(exchange);
      if (this.#live.get(exchange.number) === exchange) this.#live.delete(exchange.number);
      observer.outcome(exchange.number, view);
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

/** Tells all of them, in their order. */
const together = (observers: readonly Partial<CallObserver>[]): CallObserver => ({
  number: (exchange) => {
    for (const one of observers) one.number?.(exchange);
  },
  head: (exchange, head) => {
    for (const one of observers) one.head?.(exchange, head);
  },
  retry: (ms) => {
    for (const one of observers) one.retry?.(ms);
  },
  end: (end, dropped) => {
    for (const one of observers) one.end?.(end, dropped);
  },
  outcome: (exchange, view) => {
    for (const one of observers) one.outcome?.(exchange, view);
  },
});

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
