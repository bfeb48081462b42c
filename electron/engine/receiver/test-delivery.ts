import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { olderEvent } from '../../../shared/a2a/dialects/v0_3/encode-values.ts';
import type { TestDeliveryView } from '../../../shared/contract/receiver.ts';
import { done, type Reply, refused, type Trouble } from '../../../shared/lib/result.ts';
import type { Body, HeaderLines } from '../../../shared/model/entry.ts';
import { TEST_DELIVERY } from '../../../shared/model/push.ts';
import { type DeliveryCheck, TOKEN_HEADER } from '../../../shared/model/receiver.ts';
import type { AgentRecord } from '../agents.ts';
import { runExchange } from '../exchange.ts';
import { parseHttpUrl } from '../http/client.ts';
import type { EngineParts } from '../parts.ts';
import { sendHttp } from '../transports/http-wire.ts';

export type TestDeliveryParts = Pick<
  EngineParts,
  'http' | 'connections' | 'settings' | 'sessions' | 'running' | 'secrets' | 'userAgent'
>;

export interface TestDelivery {
  agent: AgentRecord;
  /** With its secrets. */
  config: { url: string; token?: string | undefined; authentication?: Authentication | undefined };
  /** The address is one of the receiver, as it was given out. */
  own: boolean;
  /** The origin that a person has allowed. */
  elsewhere?: string;
}

interface Authentication {
  scheme: string;
  credentials?: string | undefined;
}

const WORDS = 'A test delivery. No agent sent it, and it belongs to no task.';

/** Sends made-up deliveries and learns from the receiver what became of them. */
export class TestDeliveries {
  readonly #parts: TestDeliveryParts;
  /** Those on their way, by the id of their message. */
  readonly #waiting = new Map<string, (check: DeliveryCheck) => void>();

  constructor(parts: TestDeliveryParts) {
    this.#parts = parts;
  }

  /** Looks at what the receiver took. */
  taken({ text = '' }: Body, check: DeliveryCheck): void {
    for (const [id, tell] of this.#waiting) if (text.includes(id)) tell(check);
  }

  async send({ agent, config, own, elsewhere }: TestDelivery): Promise<Reply<TestDeliveryView>> {
    const { http, connections, settings, sessions, running, secrets, userAgent } = this.#parts;
    const url = parseHttpUrl(config.url);
    if (!url) return refused('bad-input', 'Enter the URL that the delivery is to go to.', { field: 'url' });
    if (!own && elsewhere !== url.origin) {
      const message = `${url.origin} is not the local receiver. A test delivery goes there only when you say so.`;
      return refused('bad-input', message, { field: 'elsewhere' });
    }
    const { token = '', authentication } = config;
    secrets.add(...[token, authentication?.credentials ?? ''].filter(Boolean));
    // Header lines and the certificate of the agent are for the agent alone.
    const way = await connections.for(agent, agent.options, url.href, false);
    if (!way.ok) return way;
    const id = randomUUID();
    const older = agent.negotiated?.dialect === '0.3';
    const facts: { status?: number; trouble?: Trouble; arrived?: TestDeliveryView['arrived'] } = {};
    this.#waiting.set(id, ({ verified, simulated, fault }) => {
      facts.arrived = { verified, simulated: simulated === true, ...(fault && { fault }) };
    });
    const begun = performance.now();
    let took = 0;
    const exchange = runExchange(sessions.live, { agent: agent.id, operation: TEST_DELIVERY }, (sink) =>
      sendHttp(
        http,
        {
          method: 'POST',
          url: url.href,
          headers: [['User-Agent', userAgent], ...linesFor(older, token, authentication)],
          body: JSON.stringify(madeUp(id, older)),
          timeouts: settings.timeouts(),
          allowSelfSigned: way.value.allowSelfSigned,
          connection: way.value,
          idempotent: false,
          followRedirects: false,
        },
        {
          ...sink,
          head(head) {
            facts.status = head.status;
            sink.head(head);
          },
          end(end) {
            took = Math.round((performance.now() - begun) * 10) / 10;
            if (end.cause !== 'complete' && end.error) facts.trouble = end.error;
            sink.end(end);
          },
        },
      ),
    );
    running.add(exchange);
    await exchange.outcome;
    running.delete(exchange);
    this.#waiting.delete(id);
    return done({ exchange: exchange.number, took, own, ...facts });
  }
}

/** A message that names neither a task nor a context: whoever gets it has nothing to change by it. */
function madeUp(messageId: string, older: boolean): unknown {
  const event = { message: { messageId, role: 'ROLE_AGENT', parts: [{ text: WORDS }] } };
  return older ? olderEvent(event) : event;
}

/** What the SDK for Python sends, which sends all it was told. */
function linesFor(older: boolean, token: string, authentication: Authentication | undefined): HeaderLines {
  const lines: HeaderLines = [['Content-Type', older ? 'application/json' : 'application/a2a+json']];
  const { scheme = '', credentials = '' } = authentication ?? {};
  if (scheme !== '' && credentials !== '') lines.push(['Authorization', `${scheme} ${credentials}`]);
  if (token !== '') lines.push([TOKEN_HEADER, token]);
  return lines;
}
