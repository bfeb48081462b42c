import type { OutcomeView } from '../../shared/contract/views.ts';
import type { Trouble } from '../../shared/lib/result.ts';
import type { BindingId, DialectId, RequestEntry } from '../../shared/model/entry.ts';
import type { HttpHead } from './http/types.ts';
import type { Recorder } from './recorder.ts';
import type { WireEnd, WireHandle, WireSink } from './transports/transport.ts';

/** Who asks what; goes on the request entry. */
export interface ExchangeFacts {
  agent: string;
  operation: RequestEntry['operation'];
  dialect?: DialectId;
  binding?: BindingId;
  /** A watch asks. */
  poll?: true;
}

export interface LiveExchange {
  agent: string;
  /** Number within the session. */
  number: number;
  outcome: Promise<OutcomeView>;
  abort(): void;
  /** Ends it as if the connection had been lost. */
  drop(): void;
}

/** Is told how one exchange goes. */
export interface ExchangeObserver {
  /** Right after the request is in the log. */
  number(exchange: number): void;
  /** Right after the head is in the log, before any frame. */
  head(exchange: number, head: HttpHead): void;
  /** Milliseconds asked for by a `retry:` line. */
  retry(ms: number): void;
  /** Right before the end goes into the log. `dropped`: it was cut on request of the person. */
  end(end: WireEnd, dropped: boolean): void;
}

const DROPPED: Trouble = {
  code: 'network',
  message: 'You dropped the connection to see what happens. The agent sees a client that went away.',
};

/** Runs one exchange into the log. `send` must call `sink.request` before it returns. */
export function runExchange(
  recorder: Recorder,
  facts: ExchangeFacts,
  send: (sink: WireSink) => WireHandle,
  observer?: ExchangeObserver,
): LiveExchange {
  let number: number | undefined;
  let at = 0;
  let fresh = false;
  let dropped = false;
  // Frames of one chunk arrived at the same moment and share its time; a microtask ends the chunk.
  const arrival = () => {
    if (!fresh) {
      fresh = true;
      at = recorder.now();
      queueMicrotask(() => {
        fresh = false;
      });
    }
    return at;
  };
  const handle = send({
    request(request) {
      const again = number !== undefined;
      number = recorder.request({ ...facts, ...request }, number);
      if (!again) observer?.number(number);
    },
    head(head) {
      recorder.head({ exchange: number as number, ...head });
      observer?.head(number as number, head);
    },
    frame(framing, body, fields, source) {
      if (fields.retry !== undefined) observer?.retry(fields.retry);
      recorder.frame(number as number, framing, body, fields, arrival(), source);
    },
    note(text, detail) {
      recorder.note({
        agent: facts.agent,
        exchange: number as number,
        what: 'warning',
        detail: { message: text, ...detail },
      });
    },
    end(seen) {
      const cut = dropped && seen.cause === 'aborted';
      const end: WireEnd = cut ? { ...seen, cause: 'cut', error: DROPPED } : seen;
      observer?.end(end, cut);
      recorder.end({ exchange: number as number, ...end });
    },
  });
  if (number === undefined) throw new Error('a transport has to report its request before it returns');
  return {
    agent: facts.agent,
    number,
    outcome: recorder.outcome(number) as Promise<OutcomeView>,
    abort: () => handle.abort(),
    drop: () => {
      dropped = true;
      handle.abort();
    },
  };
}
