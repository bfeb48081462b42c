import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { askedOf, clientCredentials } from './client-credentials.ts';
import type { Asked } from './explain.ts';
import { processRefreshTokenResponse, refreshTokenGrantRequest } from './library.ts';
import { targetOf } from './parameters.ts';
import { errorOf, note, type Run } from './run.ts';
import { clientAuthOf, clientOf } from './service.ts';
import { locateService } from './service-addresses.ts';
import { askForToken } from './token-step.ts';
import type { RefreshRefused, TokenSet } from './types.ts';

/** Refusals after which the refresh token is worth nothing. */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
]);

/** RFC 6749 §6. A new refresh token takes the place of the one that was used. */
export async function refreshTokens(run: Run): Promise<Reply<TokenSet>> {
  const { scheme, secrets } = run;
  const { refreshToken } = secrets;
  if (!refreshToken) {
    if (scheme.flow === 'clientCredentials') return clientCredentials(run);
    const detail: RefreshRefused = { expired: true, error: 'no_refresh_token' };
    return refused(
      'auth',
      'The token service gave no refresh token, so the access token cannot be renewed. Sign in again.',
      detail,
    );
  }
  const service = await locateService(run, ['token_endpoint'], true);
  if (!service.ok) return service;
  const { server } = service.value;
  const client = clientOf(scheme);
  const asked: Asked = { what: 'refresh', secret: secrets.clientSecret !== undefined, ...askedOf(run) };
  const reply = await askForToken(run, service.value, asked, {
    operation: 'RefreshToken',
    request: (options) =>
      refreshTokenGrantRequest(server, client, clientAuthOf(scheme, secrets.clientSecret), refreshToken, {
        ...options,
        additionalParameters: targetOf({ resource: scheme.resource, audience: scheme.audience }),
      }),
    check: (response) => processRefreshTokenResponse(server, client, response),
  });
  if (reply.ok) return done({ refreshToken, ...reply.value });
  const error = errorOf(reply.error);
  if (error === undefined || !FINAL.has(error)) return reply;
  note(run, reply.error.message, { step: 'refresh-refused' });
  return { ok: false, error: expiredTrouble(reply.error, error, run.log.view().answer) };
}

const expiredTrouble = (trouble: Trouble, error: string, answer: string | undefined): Trouble => {
  const detail: RefreshRefused = { expired: true, error, ...(answer !== undefined && { answer }) };
  return { ...trouble, detail };
};
