import { describeSecurity, type SchemeWords } from '../../../../shared/a2a/card/security-words.ts';
import type { AgentOptions } from '../../../../shared/contract/views.ts';
import { maskUrl } from '../../mask.ts';
import { type DoctorContext, listed, type Step, type StepResult, skipped, textFact } from '../step.ts';

/** Which credentials are wanted, and are they there? */
export const auth: Step = {
  id: 'auth',
  run(context) {
    const { found, agent } = context;
    const refused = found.attempts?.find(({ fetched }) => fetched.status === 401 || fetched.status === 403);
    if (refused) {
      return refusal(
        context,
        `${maskUrl(refused.address.url)} answered`,
        refused.fetched.status ?? 401,
        refused.fetched.challenge,
      );
    }
    if (!found.card) return skipped('There is no card that says which credentials are wanted.');
    const { card } = found.card.reading;
    const { open, options } = describeSecurity(card.securityRequirements, card.securitySchemes);
    const facts = [
      ...options.flatMap((option) => textFact('scheme-wanted', listed(option.map(({ short }) => short)))),
      ...textFact('sent', sentNames(agent.options)),
    ];
    if (options.length === 0) return { verdict: 'ok', message: 'The card asks for no credentials.', facts };
    if (options.some((option) => option.every((scheme) => isGiven(scheme, agent.options)))) {
      return { verdict: 'ok', message: 'What the card asks for is set for this agent.', facts };
    }
    if (open) return { verdict: 'ok', message: 'The card takes credentials but works without them.', facts };
    const wanted = options.map((option) => listed(option.map(({ short }) => short))).join(', or ');
    return {
      verdict: 'warning',
      message: `The card asks for ${wanted}, and none of it is set for this agent.`,
      next: options.some((option) => option.some(({ kind }) => kind === 'mutualTLS'))
        ? 'Enter a client certificate or the header line under Connection options.'
        : 'Enter the header line under Connection options.',
      facts,
    };
  },
};

/** The words for a 401 or 403. */
export function refusal(
  { agent }: DoctorContext,
  who: string,
  status: number,
  challenge: string | undefined,
): StepResult {
  const sent = sentNames(agent.options);
  const message =
    status === 401
      ? `${who} 401: ${sent ? `what was sent (${sent}) was not accepted` : 'it wants credentials, and none were sent'}.`
      : `${who} 403: ${sent ? 'these credentials are not allowed to do this' : 'it does not allow this without credentials'}.`;
  const wants = challenge === undefined ? undefined : /^[!#$%&'*+.^_`|~\w-]+/.exec(challenge)?.[0];
  const next = `Enter ${wants ? `an Authorization line of the kind ${wants}` : 'the credentials as a header line'} under Connection options${
    status === 403 ? ', or ask the operator for access' : ''
  }.`;
  return {
    verdict: 'failed',
    message,
    next,
    facts: [...textFact('answered', status), ...textFact('challenge', challenge), ...textFact('sent', sent)],
  };
}

/** Names of what is sent that looks like a credential; never a value. */
function sentNames({ headers = [], tls }: AgentOptions): string | undefined {
  const names = [...new Set(headers.map(([name]) => name))];
  if (tls?.cert !== undefined || tls?.pfx !== undefined) names.push('client certificate');
  return names.length > 0 ? listed(names) : undefined;
}

function isGiven({ kind, where }: SchemeWords, { headers = [], tls }: AgentOptions): boolean {
  const has = (name: string) => headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
  if (kind === 'mutualTLS') return tls?.cert !== undefined || tls?.pfx !== undefined;
  if (where.in === 'header') return has(where.name);
  if (where.in === 'cookie') return has('cookie');
  return false;
}
