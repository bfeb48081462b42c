import type { OutcomeView } from '../../shared/contract/views.ts';
import type { BindingId, DialectId } from '../../shared/model/entry.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import type { Recorder } from './recorder.ts';
import type { WireHandle, WireSink } from './transports/transport.ts';

/** Who asks what; goes on the request entry. */
export interface ExchangeFacts {
  agent: string;
  operation: OperationName | 'GetAgentCard';
  dialect?: DialectId;
  binding?: BindingId;
}

export interface LiveExchange {
  /** Number within the session. */
  number: number;
  outcome: Promise<OutcomeView>;
  abort(): void;
}

/** Runs one exchange into the log. `send` must call `sink.request` before it returns. */
export function runExchange(
  recorder: Recorder,
  facts: ExchangeFacts,
  send: (sink: WireSink) => WireHandle,
): LiveExchange {
  let number: number | undefined;
  let at = 0;
  let fresh = false;
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
      number = recorder.request({ ...facts, ...request }, number);
    },
    head(head) {
      recorder.head({ exchange: number as number, ...head });
    },
    frame(framing, body, fields, source) {
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
    end(end) {
      recorder.end({ exchange: number as number, ...end });
    },
  });
  if (number === undefined) throw new Error('a transport has to report its request before it returns');
  return {
    number,
    outcome: recorder.outcome(number) as Promise<OutcomeView>,
    abort: () => handle.abort(),
  };
}
