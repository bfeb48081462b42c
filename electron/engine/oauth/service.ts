import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import type { AuthStepName, OAuthScheme } from '../../../shared/model/credential.ts';
import { ask, type ServiceAnswer } from './ask.ts';
import { type Asked, explainAnswer } from './explain.ts';
import { readGrant } from './grant-answer.ts';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  customFetch,
  type TokenEndpointResponse,
} from './library.ts';
import type { Run } from './run.ts';
import type { TokenSet } from './types.ts';
import { blankResponse, headerLinesOf, jsonResponse } from './web-objects.ts';

/** The token service as a sign-in knows it. */
export interface Service {
  server: AuthorizationServer;
  /** The issuer is known from its document, so that what names an issuer can be checked. */
  issuerKnown: boolean;
}

/** What the library's request functions take. */
export interface RequestOptions {
  [customFetch]: (url: string, init: FetchInit) => Promise<Response>;
  [allowInsecureRequests]: true;
  headers: Record<string, string>;
}

interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

export const clientOf = (scheme: OAuthScheme): Client => ({ client_id: scheme.clientId });

/** Form encoding (RFC 6749 §2.3.1) that leaves the characters alone which many services do not decode. */
const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** How the client proves itself. Without a secret it only gives its name. */
export function clientAuthOf({ clientAuth }: OAuthScheme, secret: string | undefined): ClientAuth {
  return (_server, client, body, headers) => {
    if (clientAuth === 'basic' && secret !== undefined) {
      const pair = `${encoded(client.client_id)}:${encoded(secret)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
      return;
    }
    body.set('client_id', client.client_id);
    if (clientAuth === 'post' && secret !== undefined) body.set('client_secret', secret);
  };
}

/** Sends one request that the library makes, and gives back the answer as it came. */
export async function send(
  run: Run,
  operation: AuthStepName,
  request: (options: RequestOptions) => Promise<unknown>,
): Promise<ServiceAnswer> {
  let answer: ServiceAnswer = { headers: [], text: '' };
  await request({
    // Addresses were checked, and are again by `ask`, with http to this machine as the exception.
    [allowInsecureRequests]: true,
    headers: { 'user-agent': run.ports.parts.userAgent },
    [customFetch]: async (url, init) => {
      answer = await ask(
        run.ports,
        run.agent,
        { operation, method: 'POST', url, headers: headerLinesOf(init.headers), body: String(init.body ?? '') },
        run.signal,
      );
      return blankResponse();
    },
  });
  return answer;
}

/** The library's check of a grant. `identified`: there is an ID token that can be checked. */
export type GrantCheck = (response: Response, identified: boolean) => Promise<TokenEndpointResponse>;

/** Takes an answer that should grant a token. `check` is the library's; it throws for what the standards forbid. */
export async function takeGrant(
  run: Run,
  { issuerKnown }: Service,
  answer: ServiceAnswer,
  asked: Asked,
  check: GrantCheck,
): Promise<Reply<{ tokens: TokenSet; oddities: string[] }>> {
  const grant = answer.failure === undefined && (answer.status ?? 0) < 300 ? readGrant(answer) : undefined;
  if (grant === undefined) return refusal(run, answer, asked);
  const { body, tokenType, life, oddities } = grant;
  const idToken = body.id_token as string | undefined;
  if (idToken !== undefined && !issuerKnown) {
    // Nothing to compare its issuer with. It is not used for anything but keeping.
    delete body.id_token;
    oddities.push('The ID token was not checked, because no discovery document names the issuer.');
  }
  if (idToken === undefined && asked.what === 'authorizationCode' && asked.scopes.includes('openid')) {
    oddities.push('The scope openid was asked for, but no ID token came.');
  }
  try {
    await check(jsonResponse(body), body.id_token !== undefined);
  } catch (error) {
    return { ok: false, error: invalidGrant(error as Error) };
  }
  const tokens: TokenSet = { accessToken: body.access_token as string, tokenType };
  if (body.refresh_token !== undefined) tokens.refreshToken = body.refresh_token as string;
  if (idToken !== undefined) tokens.idToken = idToken;
  if (life !== undefined) tokens.expires = new Date(run.clock.now() + life * 1000).toISOString();
  const granted = typeof body.scope === 'string' ? body.scope.split(/[\s,]+/).filter(Boolean) : [...asked.scopes];
  if (granted.length > 0) tokens.granted = granted;
  return done({ tokens, oddities });
}

export function refusal(run: Run, answer: ServiceAnswer, asked: Asked): Reply<never> {
  return { ok: false, error: explainAnswer(answer, asked, (text) => run.ports.secrets.mask(text)) };
}

/** The library's words name claims, never values. */
const invalidGrant = (error: Error): Trouble => ({
  code: 'auth',
  message: `The token service granted a token whose ID token does not hold: ${error.message}. The token is not used. Check the issuer, the client id, and the clocks of both computers.`,
  detail: { error: 'invalid_id_token', reason: error.message },
});
