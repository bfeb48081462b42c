import { randomUUID } from 'node:crypto';
import { isObject } from '../../shared/lib/json.ts';
import type { CallObserver, SentCall } from './calls.ts';
import type { Recorder } from './recorder.ts';

/** Characters of texts and files kept of messages that were sent, all together. */
const KEPT_CHARS = 32 * 1024 * 1024;
/** What a message counts beside its texts and files, characters. */
const FRAME_CHARS = 1_024;

interface Kept {
  recorder: Recorder;
  exchange: number;
  call: SentCall;
  chars: number;
}

/**
 * The messages of this run as they were asked for, so that they can be sent again: the log has them masked, and what is
 * masked is of no use to an agent. Only in memory; the oldest are forgotten.
 */
export class SentMessages {
  #kept: Kept[] = [];
  #chars = 0;

  /** Remembers a call that carries a message. */
  watch(call: SentCall): Partial<CallObserver> {
    if (call.operation !== 'SendMessage' && call.operation !== 'SendStreamingMessage') return {};
    return { number: (exchange) => this.#keep(call, exchange) };
  }

  /** What an exchange of this recording carried; undefined when it is not known any more. */
  of(recorder: Recorder, exchange: number): SentCall | undefined {
    return this.#kept.find((one) => one.recorder === recorder && one.exchange === exchange)?.call;
  }

  #keep(call: SentCall, exchange: number): void {
    const { recorder } = call;
    // Exchanges of a recording that has ended cannot be named any more.
    if (this.#kept[0] && this.#kept[0].recorder !== recorder) {
      this.#kept = [];
      this.#chars = 0;
    }
    const chars = charsOf(call.request);
    this.#kept.push({ recorder, exchange, call, chars });
    this.#chars += chars;
    while (this.#chars > KEPT_CHARS && this.#kept.length > 1) this.#chars -= this.#kept.shift()?.chars ?? 0;
  }
}

function charsOf({ message }: Record<string, unknown>): number {
  const parts = isObject(message) && Array.isArray(message.parts) ? message.parts : [];
  let chars = FRAME_CHARS;
  for (const part of parts) {
    if (!isObject(part)) continue;
    for (const key of ['text', 'raw'] as const) if (typeof part[key] === 'string') chars += part[key].length;
  }
  return chars;
}

/**
 * The same request with another messageId, in a context of its own or in the one that is named. Nothing else changes, not
 * even the order of its members. A task is never named: it has been answered.
 */
export function againRequest(request: Record<string, unknown>, context: string | undefined): Record<string, unknown> {
  const { message } = request;
  if (!isObject(message)) return request;
  const next: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(message)) {
    if (key === 'taskId' || (key === 'contextId' && context === undefined)) continue;
    if (key === 'contextId') next[key] = context;
    // One that was not asked for is made when it goes out.
    else next[key] = key === 'messageId' && value ? randomUUID() : value;
  }
  if (context !== undefined) next.contextId = context;
  return { ...request, message: next };
}
