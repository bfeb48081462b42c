import { parseChallenges } from '../../../../shared/a2a/card/challenge.ts';
import { describeSecurity, type SchemeWords } from '../../../../shared/a2a/card/security-words.ts';
import type { HeaderLines } from '../../../../shared/model/entry.ts';
import { placeOf, placesOf } from '../../access/pieces.ts';
import { headerValue } from '../../http/headers.ts';
import { maskUrl } from '../../mask.ts';
import { type DoctorContext, listed, type Step, type StepResult, skipped, textFact } from '../step.ts';

/** Which credentials are wanted, and are they there? */
export const auth: Step = {
  id: 'auth',
  run(context) {
    const { found } = context;
    const refused = found.attempts?.find(({ fetched }) => fetched.status === 401 || fetched.status === 403);
    if (refused) {
      return refusal(
        context,
        `${maskUrl(refused.address.url)} answered`,
        refused.fetched.status ?? 401,
        challengeOf(refused.fetched.headers),
        refused.fetched.refusal?.message,
      );
    }
    if (!found.card) return skipped('There is no card that says which credentials are wanted.');
    const { card } = found.card.reading;
    const { open, options } = describeSecurity(card.securityRequirements, card.securitySchemes);
    const facts = [
      ...options.flatMap((option) => textFact('scheme-wanted', listed(option.map(({ short }) => short)))),
      ...textFact('sent', sentNames(context)),
    ];
    if (options.length === 0) return { verdict: 'ok', message: 'The card asks for no credentials.', facts };
    if (options.some((option) => option.every((scheme) => isGiven(scheme, context)))) {
      return { verdict: 'ok', message: 'What the card asks for is set for this agent.', facts };
    }
    if (open) return { verdict: 'ok', message: 'The card takes credentials but works without them.', facts };
    const wanted = options.map((option) => listed(option.map(({ short }) => short))).join(', or ');
    return {
      verdict: 'warning',
      message: `The card asks for ${wanted}, and none of it is set for this agent.`,
      next: options.some((option) => option.some(({ kind }) => kind === 'mutualTLS'))
        ? 'Enter a client certificate under Connection options, or credentials under Access.'
        : 'Enter credentials under Access.',
      facts,
    };
  },
};

const challengeOf = (headers: HeaderLines | undefined): string | undefined =>
  headers && headerValue(headers, 'www-authenticate');

/** The words for a 401 or 403; `said` is what the exchange itself said about it. */
export function refusal(
  context: DoctorContext,
  who: string,
  status: number,
  challenge: string | undefined,
  said: string | undefined,
): StepResult {
  const sent = sentNames(context);
  const message =
    status === 401
      ? `${who} 401: ${sent ? `what was sent (${sent}) was not accepted` : 'it wants credentials, and none were sent'}.`
      : `${who} 403: ${sent ? 'these credentials are not allowed to do this' : 'it does not allow this without credentials'}.`;
  const wants = challenge === undefined ? undefined : parseChallenges([challenge])[0]?.scheme;
  const next = `Enter ${wants ? `credentials of the kind ${wants}` : 'credentials'} under Access${
    status === 403 ? ', or ask the operator for access' : ''
  }.`;
  return {
    verdict: 'failed',
    message,
    next,
    facts: [
      ...textFact('answered', status),
      ...textFact('challenge', challenge),
      ...textFact('sent', sent),
      ...textFact('reason', said),
    ],
  };
}

/** Names of what is sent that looks like a credential; never a value. */
function sentNames({ agent, parts }: DoctorContext): string | undefined {
  const { headers = [], tls } = agent.options;
  const used = parts.credentials.usedBy(agent.id);
  const names = new Set([...headers.map(([name]) => name), ...used.map(({ name }) => `“${name}”`)]);
  if (tls?.cert !== undefined || tls?.pfx !== undefined) names.add('client certificate');
  return names.size > 0 ? listed([...names]) : undefined;
}

function isGiven({ kind, where }: SchemeWords, { agent, parts }: DoctorContext): boolean {
  const { headers = [], tls } = agent.options;
  if (kind === 'mutualTLS') return tls?.cert !== undefined || tls?.pfx !== undefined;
  if (where.in === 'unknown' || where.in === 'tls') return false;
  const has = (name: string) => headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
  if (where.in === 'header' && has(where.name)) return true;
  if (where.in === 'cookie' && has('cookie')) return true;
  const place = placeOf(where).toLowerCase();
  return parts.credentials
    .usedBy(agent.id)
    .some(({ scheme }) => placesOf(scheme).some((one) => one.toLowerCase() === place));
}
