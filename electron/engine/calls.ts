import { randomUUID } from 'node:crypto';
import type { AgentOptions, Negotiated } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import type { AgentRecord } from './agents.ts';
import { chooseFor } from './card-reading.ts';
import { type LiveExchange, runExchange } from './exchange.ts';
import { parseHttpUrl } from './http/client.ts';
import { overrideHeaders } from './http/headers.ts';
import { isSecretHeader } from './mask.ts';
import type { EngineParts } from './parts.ts';

/** Sends operations to agents. */
export class Calls {
  readonly #parts: EngineParts;
  readonly #live = new Map<number, LiveExchange>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
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
    const { headers, withheld } = headersFor(agent, chosen, target.value.url);
    const prepared = transport.prepare({
      operation,
      request: complete(operation, request, target.value),
      target: target.value,
      extensions: chosen.extensions ?? [],
      headers,
      timeouts: settings.timeouts(),
      allowSelfSigned: settings.allowsSelfSigned(target.value.url),
    });
    if (!prepared.ok) return prepared;

    const { dialect, binding } = target.value;
    const recorder = sessions.live;
    const exchange = runExchange(recorder, { agent: agent.id, operation, dialect, binding }, (sink) =>
      prepared.value.send(sink),
    );
    if (withheld.length > 0) {
      const message = `Not sent to ${target.value.url}, because the agent was entered with another origin: ${withheld.join(', ')}.`;
      recorder.note({ agent: agent.id, exchange: exchange.number, what: 'warning', detail: { message } });
    }
    this.#live.set(exchange.number, exchange);
    running.add(exchange);
    void exchange.outcome.then(() => {
      running.delete(exchange);
      if (this.#live.get(exchange.number) === exchange) this.#live.delete(exchange.number);
    });
    return done(exchange);
  }

  /** Stops listening to an exchange of the live session. Harmless when it has ended. */
  abort(number: number): boolean {
    const exchange = this.#live.get(number);
    exchange?.abort();
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
  const origin = parseHttpUrl(target)?.origin;
  const trusted = [agent.card?.url, options.endpoint, agent.url].some(
    (url) => url !== undefined && parseHttpUrl(url)?.origin === origin,
  );
  const lines = options.headers ?? [];
  if (trusted) return { headers: lines, withheld: [] };
  return {
    headers: lines.filter(([name]) => !isSecretHeader(name)),
    withheld: lines.filter(([name]) => isSecretHeader(name)).map(([name]) => name),
  };
}
