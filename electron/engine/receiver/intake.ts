import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ReceiverCounts } from '../../../shared/contract/receiver.ts';
import type { Body } from '../../../shared/model/entry.ts';
import type { DeliveryCheck } from '../../../shared/model/receiver.ts';
import { maskUrl } from '../mask.ts';
import type { EngineParts } from '../parts.ts';
import { answer } from './answer.ts';
import { DELIVERY_LIMITS, type DeliveryLimits, EMPTY, headerLines, receiveDelivery } from './delivery.ts';
import { LIMITED_NOTE_MS, OPEN_BODIES_LIMIT_BYTES, STRAY_RATE, TARGET_LIMIT_CHARS } from './limits.ts';
import { Rate } from './rate.ts';
import { nextAnswer, type Registration, type Registrations } from './registrations.ts';

type Live = EngineParts['sessions']['live'];

interface IntakeOptions {
  parts: Pick<EngineParts, 'sessions' | 'signal'>;
  registrations: Registrations;
  limits: Partial<DeliveryLimits>;
  /** Beginning of the receiver's addresses. */
  base(): string | undefined;
  /** Is told of what came to an address that was given out. */
  taken(body: Body, check: DeliveryCheck): void;
}

const noCounts = (): ReceiverCounts => ({
  received: 0,
  accepted: 0,
  unverified: 0,
  refused: 0,
  limited: 0,
  dropped: 0,
});

/** Takes the requests that come to the receiver: checks, records and answers each. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #strays = new Rate(STRAY_RATE);
  /** Answers that are held back. */
  readonly #held = new Set<NodeJS.Timeout>();
  #counts = noCounts();
  /** Bytes of bodies that are being received. */
  #open = 0;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  get counts(): ReceiverCounts {
    return { ...this.#counts };
  }

  /** Counts from nothing again. */
  begin(): void {
    this.#counts = noCounts();
  }

  /** Gives no answer that is held back. */
  stop(): void {
    for (const timer of this.#held) clearTimeout(timer);
    this.#held.clear();
  }

  /** A connection that brought no request. */
  dropped(): void {
    this.#counts.dropped += 1;
    this.#options.parts.signal('receiver');
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    const registration = this.#options.registrations.byTarget(target);
    this.#counts.received += 1;
    if (!registration) return this.#stray(request, response);
    registration.received += 1;
    if (!registration.rate.take(performance.now())) return this.#limit(request, response, registration);
    const headers = headerLines(request);
    let held = 0;
    const limits = { ...DELIVERY_LIMITS, ...this.#options.limits };
    const received = await receiveDelivery(request, headers, registration.expected, limits, (bytes) => {
      held += bytes;
      this.#open += bytes;
      return this.#open <= OPEN_BODIES_LIMIT_BYTES;
    });
    this.#open -= held;
    const { body } = received;
    let { status, check } = received;
    if (!check.verified) {
      this.#counts.unverified += 1;
      if (!registration.unverifiedRate.take(performance.now())) return this.#limit(request, response, registration);
    }
    const asked = status === 200 ? nextAnswer(registration) : undefined;
    if (asked) {
      status = asked.status ?? 200;
      check = { ...check, simulated: true, ...(asked.delayMs && { delayMs: asked.delayMs }) };
    }
    const accepted = status >= 200 && status < 300;
    if (accepted) registration.accepted += 1;
    this.#counts[accepted ? 'accepted' : 'refused'] += 1;
    this.#record(request, registration, { headers, status, body, check: { registration: registration.id, ...check } });
    this.#options.taken(body, check);
    if (asked?.delayMs) this.#later(request, response, registration, status, asked.delayMs);
    else answer(request, response, status, check.scheme);
  }

  #record(
    request: IncomingMessage,
    registration: Registration | undefined,
    { status, ...seen }: Pick<Parameters<Live['delivery']>[0], 'headers' | 'body' | 'check'> & { status: number },
  ): void {
    const target = (request.url ?? '').slice(0, TARGET_LIMIT_CHARS);
    this.#options.parts.sessions.live.delivery({
      ...(registration && { agent: registration.agent }),
      method: request.method ?? '',
      url: maskUrl(target.startsWith('/') ? `${this.#options.base() ?? ''}${target}` : target),
      answer: status,
      ...seen,
    });
    this.#options.parts.signal('receiver');
  }

  /** Nobody gave out this address. */
  #stray(request: IncomingMessage, response: ServerResponse): void {
    this.#counts.refused += 1;
    if (this.#strays.take(performance.now())) {
      const check = { verified: false, token: 'none', authorization: 'none', fault: 'unknown-path', took: 0 } as const;
      this.#record(request, undefined, { headers: headerLines(request), status: 404, body: EMPTY, check });
    }
    answer(request, response, 404);
  }

  #limit(request: IncomingMessage, response: ServerResponse, { agent }: Registration): void {
    this.#counts.limited += 1;
    const now = performance.now();
    if (now - this.#notedAt > LIMITED_NOTE_MS) {
      this.#notedAt = now;
      const message = 'More deliveries came than the receiver takes at a time. They are answered 429 and not recorded.';
      this.#options.parts.sessions.live.note({ agent, what: 'warning', detail: { message, code: 'delivery-rate' } });
    }
    this.#options.parts.signal('receiver');
    answer(request, response, 429);
  }

  #later(
    request: IncomingMessage,
    response: ServerResponse,
    { agent }: Registration,
    status: number,
    ms: number,
  ): void {
    const live = this.#options.parts.sessions.live;
    const begun = performance.now();
    const gone = () => {
      if (!this.#held.delete(timer)) return;
      clearTimeout(timer);
      const waited = Math.round(performance.now() - begun);
      const message = `The agent hung up after ${waited} ms, before the answer that was held back for ${ms} ms.`;
      live.note({ agent, what: 'warning', detail: { message, code: 'delivery-not-awaited' } });
    };
    const timer = setTimeout(() => {
      this.#held.delete(timer);
      answer(request, response, status);
    }, ms);
    this.#held.add(timer);
    response.once('close', gone);
  }
}
