import { randomUUID } from 'node:crypto';
import type { DoctorFact } from '../../../../shared/contract/doctor.ts';
import type { OutcomeView } from '../../../../shared/contract/views.ts';
import { maskUrl } from '../../mask.ts';
import { ANSWER_TIMEOUT_MS, TCP_TIMEOUT_MS } from '../limits.ts';
import { type DoctorContext, placeOf, type Step, type StepResult, skipped, textFact } from '../step.ts';
import { refusal } from './auth.ts';

/** Milliseconds for the whole call. */
const CALL_TIMEOUT_MS = 2 * TCP_TIMEOUT_MS + ANSWER_TIMEOUT_MS;

/** Does the endpoint speak the protocol? Asks for a task that cannot exist, which changes nothing at the agent. */
export const call: Step = {
  id: 'call',
  async run(context) {
    const { parts, agent, found, signal } = context;
    if (!found.card && !agent.options.endpoint) return skipped('There is no endpoint to call.');
    if (found.card && found.card.reading.negotiated.why === 'no-interface') {
      return skipped('The card names no interface that Loupe speaks.');
    }
    const started = await parts.calls.start(agent, 'GetTask', { id: randomUUID() });
    if (!started.ok) {
      const asks = started.error.code === 'consent';
      const next = asks
        ? 'Send a message to be asked, or name this endpoint under Connection options.'
        : started.error.code === 'auth'
          ? 'Look under Access.'
          : 'Correct the Connection options, or what the card offers.';
      return { verdict: 'failed', message: started.error.message, next };
    }
    const exchange = started.value;
    let late = false;
    const stop = () => exchange.abort();
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, CALL_TIMEOUT_MS);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const outcome = await exchange.outcome;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    const negotiated = agent.negotiated ?? found.card?.reading.negotiated;
    const where = maskUrl(negotiated?.url ?? agent.options.endpoint ?? agent.url);
    const facts: DoctorFact[] = [
      ...textFact('negotiated', negotiated && `${negotiated.binding} ${negotiated.dialect}`),
      answerOf(context, exchange.number, where),
    ];
    if (late) {
      const message = `${where} accepted the call but did not answer within ${CALL_TIMEOUT_MS / 1000} s.`;
      return { verdict: 'failed', message, next: 'Look at the log of the agent: it may hang.', facts };
    }
    const result = judgeCall(context, where, outcome);
    return { ...result, facts: [...facts, ...(result.facts ?? [])] };
  },
};

function answerOf(context: DoctorContext, exchange: number, url: string): DoctorFact {
  const { session } = context.parts.sessions.live;
  const { head = 0, end = 0 } = session.exchange(exchange);
  const row = session.rows.at(session.indexOf(head));
  const took = session.rows.at(session.indexOf(end))?.duration;
  return {
    kind: 'answer',
    method: 'GetTask',
    url,
    ...placeOf(context, exchange),
    ...(row?.status !== undefined && { status: row.status }),
    ...(took !== undefined && { ms: took }),
  };
}

/** What the answer to a call for an unknown task says about the endpoint. */
export function judgeCall(context: DoctorContext, where: string, outcome: OutcomeView): StepResult {
  const { error } = outcome;
  const a2a = error?.a2a;
  const answered = textFact(
    'answered',
    [a2a?.name, a2a?.code, error?.httpStatus].filter((one) => one !== undefined).join(' '),
  );
  if (!error) {
    const message = `${where} speaks the protocol, but it knows a task whose id was made up a moment ago.`;
    return { verdict: 'warning', message, next: 'A task that does not exist has to be answered with TaskNotFound.' };
  }
  if (a2a?.name === 'TaskNotFound' || a2a?.code === -32001) {
    return {
      verdict: 'ok',
      message: `${where} speaks the protocol: an unknown task is answered with TaskNotFound.`,
      facts: answered,
    };
  }
  const status = error.httpStatus ?? a2a?.httpStatus;
  if (status === 401 || status === 403 || error.code === 'auth') {
    const result = refusal(context, `${where} answered`, status ?? 401, a2a?.challenge, error.message);
    return { ...result, amends: { id: 'auth', result } };
  }
  if (a2a?.name === 'VersionNotSupported') {
    const result: StepResult = {
      verdict: 'failed',
      message: `${where} does not speak the version that was asked for: ${a2a.message}`,
      next: 'Choose the other version under Connection options, or let the agent correct the versions on its card.',
      facts: answered,
    };
    return { ...result, amends: { id: 'version', result } };
  }
  if (a2a && (a2a.code !== undefined || a2a.told)) {
    const message = `${where} speaks the protocol, but answers an unknown task with ${a2a.name ?? a2a.code ?? status} (${a2a.message}).`;
    return { verdict: 'warning', message, next: 'The specification asks for TaskNotFound, -32001.', facts: answered };
  }
  if (status === 404 || status === 405) {
    const message = `${where} answered ${status}: no A2A endpoint is there.`;
    return {
      verdict: 'failed',
      message,
      next: 'Compare the path with the one on the card, and with the route in front of the agent.',
      facts: answered,
    };
  }
  return {
    verdict: 'failed',
    message: error.message,
    next: 'Look at the exchange in the wire view: it shows what was answered.',
    facts: answered,
  };
}
