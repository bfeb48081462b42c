import type { Trouble } from '../../../shared/lib/result.ts';
import type { AuthStepName, OAuthScheme } from '../../../shared/model/credential.ts';
import type { SecretRecord } from '../access/seams.ts';
import type { ServiceAnswer } from './ask.ts';
import { ANSWER_LIMIT_CHARS } from './limits.ts';
import type { Step, StepLog } from './step-log.ts';
import type { Clock, OAuthPorts, TokenAgent } from './types.ts';

/** One way to a token while it goes on. */
export interface Run {
  ports: OAuthPorts;
  clock: Clock;
  agent: TokenAgent;
  scheme: OAuthScheme;
  secrets: SecretRecord;
  log: StepLog;
  /** Aborted by cancel. */
  signal: AbortSignal;
}

/** Records something of a sign-in that is no request. */
export function note(run: Run, message: string, detail: Record<string, unknown> = {}): void {
  run.ports.parts.sessions.live.note({ agent: run.agent.id, what: 'auth', detail: { message, ...detail } });
}

/** Ends a step in trouble, and shows what the service said. */
export function failStep(run: Run, step: Step, answer: ServiceAnswer | undefined): void {
  step.set('failed', answer === undefined ? {} : { answer });
  if (answer === undefined || answer.text === '') return;
  const text = run.ports.secrets.mask(answer.text);
  run.log.change({ answer: text.length > ANSWER_LIMIT_CHARS ? `${text.slice(0, ANSWER_LIMIT_CHARS)}…` : text });
}

/** Error code of OAuth behind a trouble. */
export function errorOf({ detail }: Trouble): string | undefined {
  const error = (detail as { error?: unknown } | undefined)?.error;
  return typeof error === 'string' ? error : undefined;
}

/** `POST token`, from the last word of the address. */
export function requestWords(operation: AuthStepName, url: string): string {
  const method = operation === 'DiscoverAuthorization' ? 'GET' : 'POST';
  const path = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const last = /[^/]*$/.exec(path)?.[0] ?? '';
  return `${method} ${last === '' ? url : last}`;
}
