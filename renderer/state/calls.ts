import type { ConsentNeeded } from '../../shared/contract/access.ts';
import type { InputOf } from '../../shared/contract/procedures.ts';
import type { OutcomeView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import { call } from './bridge.ts';
import { askConsent, consentOf } from './consent.ts';
import { firstRowOf, logStore, sessionLog } from './log.ts';

/** Starts an operation and waits for its end; the rows arrive in the feed meanwhile. */
export async function runCall(
  agent: string,
  operation: OperationName,
  request: Record<string, unknown>,
): Promise<Reply<OutcomeView>> {
  const run = async (): Promise<Reply<OutcomeView>> => {
    const started = await call('calls.start', { agent, operation, request });
    return started.ok ? call('calls.outcome', { exchange: started.value.exchange }) : started;
  };
  const reply = await run();
  // An answer that leads to another origin ends the exchange there.
  return reply.ok && (await decide(consentOf(reply.value.error))) ? run() : reply;
}

/**
 * Starts an operation without waiting for its end. Where its answer leads to another origin the person is asked, and with
 * their answer it is started once more; `onAgain` is told of the new exchange.
 */
export async function startCall(
  input: InputOf<'calls.start'>,
  onAgain?: (exchange: number) => void,
): Promise<Reply<{ exchange: number }>> {
  const reply = await call('calls.start', input);
  if (reply.ok) {
    void consentAtEnd(reply.value.exchange).then(async (needed) => {
      if (!(await decide(needed))) return;
      const again = await call('calls.start', input);
      if (again.ok) onAgain?.(again.value.exchange);
    });
  }
  return reply;
}

/** Asks, and keeps the answer. False: nothing is to be done again. */
async function decide(needed: ConsentNeeded | undefined): Promise<boolean> {
  const answer = needed && (await askConsent(needed));
  if (!needed || answer === undefined) return false;
  return (await call('access.consent', { from: needed.from, to: needed.to, answer })).ok;
}

/** The question that an exchange ended with. An exchange that got an answer of the agent ends with none. */
function consentAtEnd(exchange: number): Promise<ConsentNeeded | undefined> {
  return new Promise((resolve) => {
    const { session } = sessionLog();
    let read = firstRowOf(exchange);
    let stop = () => {};
    const settle = (needed: ConsentNeeded | undefined) => {
      stop();
      resolve(needed);
    };
    const look = async () => {
      const log = sessionLog();
      if (log.session !== session) return settle(undefined);
      for (; read < log.rows.length; read++) {
        const row = log.rows[read];
        if (!row || row.exchange !== exchange) continue;
        if (row.kind !== 'end') {
          if (row.task !== undefined && row.kind !== 'request') return settle(undefined);
          continue;
        }
        if (row.lane !== 'error') return settle(undefined);
        stop();
        const entry = await call('entries.get', { session, seq: row.seq });
        return settle(entry.ok && entry.value.entry.kind === 'end' ? consentOf(entry.value.entry.error) : undefined);
      }
    };
    stop = logStore.subscribe(() => void look());
    void look();
  });
}

/** Stops listening; the task goes on at the agent. */
export const stopListening = (exchange: number): void => void call('calls.abort', { exchange });

/** Ends an exchange as if its connection had been lost, to see what happens then. */
export const dropStream = (exchange: number): void => void call('streams.drop', { exchange });

/** Subscribes to a task without waiting for the next attempt. */
export const subscribeNow = (agent: string, task: string) => call('streams.subscribe', { agent, task });

/** Fetches a task and has the log say what it holds beyond its events. */
export const fetchTask = (agent: string, task: string) => call('streams.fetch', { agent, task });

/** Makes no more attempts to open a task's stream again. */
export const stopTrying = (agent: string, task: string): void => void call('streams.stop', { agent, task });
