import type { AnswerFact, DoctorFact } from '../../../../shared/contract/doctor.ts';
import { fetchCardText } from '../../card-fetch.ts';
import { readCardText } from '../../card-reading.ts';
import { headerValue, mediaType } from '../../http/headers.ts';
import { maskHeaders, maskUrl } from '../../mask.ts';
import { shakeHands } from '../handshake.ts';
import { ANSWER_TIMEOUT_MS, TCP_TIMEOUT_MS } from '../limits.ts';
import { authorityOf, connectTcp } from '../reach.ts';
import { type CardAttempt, type DoctorContext, placeOf, type Step, type StepResult, skipped } from '../step.ts';

const TIMEOUTS = {
  connectMs: 2 * TCP_TIMEOUT_MS,
  requestMs: ANSWER_TIMEOUT_MS,
  idleMs: ANSWER_TIMEOUT_MS,
};

/** Where is the card? Every address is asked in turn until one answers with a card. */
export const card: Step = {
  id: 'card',
  async run(context) {
    const { found, signal } = context;
    const { addresses = [] } = found;
    if (addresses.length === 0 || !found.reached) return skipped('There is no connection to ask over.');
    if (!found.secured) return skipped('Nothing is asked over a connection that is not safe.');
    const attempts: CardAttempt[] = [];
    found.attempts = attempts;
    for (const address of addresses) {
      if (signal.aborted) break;
      const attempt = await ask(context, address);
      attempts.push(attempt);
      const { status } = attempt.fetched;
      if (isCard(attempt) || status === undefined || status === 401 || status === 403) break;
    }
    found.answer = attempts.find(isCard) ?? attempts.find(({ fetched }) => fetched.ok);
    const broken = attempts[attempts.length - 1]?.fetched;
    const mixedUp = broken?.failure && broken.status === undefined ? await speaksTls(context) : undefined;
    return { ...judgeAttempts(context, attempts), ...mixedUp };
  },
};

/** An address with http: in front of a port with TLS gets no answer in words, so the port is asked. */
async function speaksTls({ found, signal }: DoctorContext): Promise<Pick<StepResult, 'message' | 'next'> | undefined> {
  const { target, reached } = found;
  if (!target || target.secure || !reached || reached === 'proxy' || signal.aborted) return undefined;
  const { socket } = await connectTcp(reached, target.port, signal);
  const handshake = socket && (await shakeHands(socket, target, { signal }));
  if (!handshake?.done) return undefined;
  return {
    message: `${authorityOf(target)} speaks TLS, but the address begins with http://.`,
    next: 'Add the agent again with https:// in front.',
  };
}

const isCard = ({ reading }: CardAttempt): boolean => reading !== undefined && typeof reading !== 'string';

async function ask(context: DoctorContext, address: CardAttempt['address']): Promise<CardAttempt> {
  const { parts, agent, signal } = context;
  const fetched = await fetchCardText(parts, agent, address, { timeouts: TIMEOUTS, signal });
  if (!fetched.ok || fetched.text === undefined || fetched.failure) return { address, fetched };
  const reading = readCardText(fetched.text, address, agent.options, parts.transports.supported);
  return { address, fetched, reading };
}

/** What asking all addresses comes to. */
function judgeAttempts(context: DoctorContext, attempts: readonly CardAttempt[]): StepResult {
  const facts: DoctorFact[] = attempts.map((attempt) => answerFact(context, attempt));
  const last = attempts[attempts.length - 1];
  if (!last) return skipped('No address was asked.');
  if (last.fetched.headers) facts.push({ kind: 'headers', lines: maskHeaders(last.fetched.headers) });
  const card = attempts.find(isCard);
  if (card) {
    const tried = attempts.length - 1;
    const before = tried > 0 ? `, after ${tried} other ${tried === 1 ? 'address' : 'addresses'}` : '';
    const message = `The card is at ${maskUrl(card.address.url)}${before}.`;
    return card.address.source === 'agent-json'
      ? {
          verdict: 'warning',
          message: `${message} That is the address of A2A 0.2.`,
          next: 'Serve the card at /.well-known/agent-card.json as well.',
          facts,
        }
      : { verdict: 'ok', message, facts };
  }
  const { status, failure } = last.fetched;
  if (status === 401 || status === 403) {
    return {
      verdict: 'failed',
      message: `${maskUrl(last.address.url)} answered ${status}: the card is not given to everybody.`,
      next: 'Look at the step Access below.',
      facts,
    };
  }
  if (failure && status === undefined) {
    return { verdict: 'failed', message: failure.message, next: 'Look at the exchange in the wire view.', facts };
  }
  const given = attempts.find(({ fetched }) => fetched.ok);
  if (given) {
    const message = `${maskUrl(given.address.url)} answered ${given.fetched.status}, but not with a card.`;
    return { verdict: 'failed', message, next: 'Look at the step below for what it answered with.', facts };
  }
  const redirect = attempts.find(({ fetched }) => isRedirect(fetched.status));
  if (redirect) {
    const to = headerValue(redirect.fetched.headers ?? [], 'location');
    return {
      verdict: 'failed',
      message: `${maskUrl(redirect.address.url)} sends elsewhere (${redirect.fetched.status}), to ${maskUrl(to ?? '')}.`,
      next: 'Add the agent with that address if you trust it.',
      facts,
    };
  }
  const broken = attempts.find(({ fetched }) => (fetched.status ?? 0) >= 500);
  if (broken) {
    return {
      verdict: 'failed',
      message: `${maskUrl(broken.address.url)} answered ${broken.fetched.status}: the server failed, not the address.`,
      next: 'Look at the log of the agent, or of the gateway in front of it.',
      facts,
    };
  }
  const statuses = [...new Set(attempts.map(({ fetched }) => fetched.status))].join(', ');
  const places = attempts.length === 1 ? 'The address' : `None of ${attempts.length} addresses`;
  return {
    verdict: 'failed',
    message: `${places} ${attempts.length === 1 ? 'has no card' : 'has a card'} (${statuses}).`,
    next: 'Check the path: the agent may live below one, or the port belongs to another service.',
    facts,
  };
}

const isRedirect = (status = 0): boolean => status >= 300 && status < 400 && status !== 304;

function answerFact(context: DoctorContext, { address, fetched }: CardAttempt): AnswerFact {
  const type = mediaType(headerValue(fetched.headers ?? [], 'content-type'));
  return {
    kind: 'answer',
    method: 'GET',
    url: maskUrl(address.url),
    ...(fetched.status !== undefined && { status: fetched.status }),
    ...(type && { type }),
    ...(fetched.ms !== undefined && { ms: fetched.ms }),
    ...(fetched.exchange !== undefined && placeOf(context, fetched.exchange)),
    ...(fetched.failure && { trouble: fetched.failure.message }),
  };
}
