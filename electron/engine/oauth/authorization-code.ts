import { createHash, timingSafeEqual } from 'node:crypto';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { CANCELED } from './ask.ts';
import { askedOf } from './client-credentials.ts';
import { type Asked, descriptionOf, explainCode } from './explain.ts';
import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  expectNoNonce,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from './library.ts';
import { BROWSER_LIMIT_MS } from './limits.ts';
import { parametersOf, targetOf } from './parameters.ts';
import { listenForRedirect, type RedirectVerdict } from './redirect-listener.ts';
import { note, type Run } from './run.ts';
import { clientAuthOf, clientOf, type Service } from './service.ts';
import { locateService } from './service-addresses.ts';
import { askForToken } from './token-step.ts';
import type { TokenSet } from './types.ts';

/** RFC 6749 §4.1 with PKCE (RFC 7636), and OpenID Connect when the scope `openid` is asked for. */
export async function authorizationCode(run: Run): Promise<Reply<TokenSet>> {
  const { scheme, secrets, ports } = run;
  const service = await locateService(run, ['token_endpoint', 'authorization_endpoint']);
  if (!service.ok) return service;
  const { server } = service.value;
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const nonce = scheme.scopes.includes('openid') ? generateRandomNonce() : undefined;
  ports.secrets.add(verifier);
  const asked: Asked = { what: 'authorizationCode', secret: secrets.clientSecret !== undefined, ...askedOf(run) };
  const challenge = await calculatePKCECodeChallenge(verifier);
  const back = await waitForBrowser(run, service.value, asked, state, (redirectUri) => {
    const url = new URL(server.authorization_endpoint as string);
    const parameters = {
      client_id: scheme.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      ...parametersOf(scheme),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(nonce && { nonce }),
      // A refresh token is given only to who asks the person for it (OpenID Connect Core §11).
      ...(nonce && scheme.scopes.includes('offline_access') && { prompt: 'consent' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  });
  if (!back.ok) return back;
  const { parameters, redirectUri } = back.value;
  ports.secrets.add(parameters.get('code') ?? '');
  const client = clientOf(scheme);
  return askForToken(run, service.value, asked, {
    operation: 'RequestToken',
    request: (options) =>
      authorizationCodeGrantRequest(
        server,
        client,
        clientAuthOf(scheme, secrets.clientSecret),
        parameters,
        redirectUri,
        verifier,
        { ...options, additionalParameters: targetOf({ resource: scheme.resource, audience: scheme.audience }) },
      ),
    check: (response, identified) =>
      processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce !== undefined && identified ? nonce : expectNoNonce,
      }),
  });
}

interface Back {
  parameters: URLSearchParams;
  redirectUri: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Opens the browser and waits until it comes back with this sign-in's state. */
async function waitForBrowser(
  run: Run,
  service: Service,
  asked: Asked,
  state: string,
  addressFor: (redirectUri: string) => string,
): Promise<Reply<Back>> {
  const { log, signal, clock, ports, scheme } = run;
  const expected = digest(state);
  let settle: (reply: Reply<URLSearchParams>) => void = () => undefined;
  const answered = new Promise<Reply<URLSearchParams>>((resolve) => {
    settle = resolve;
  });
  let over = false;
  const take = (parameters: URLSearchParams): RedirectVerdict => {
    const own = timingSafeEqual(digest(parameters.get('state') ?? ''), expected);
    if (over || !own) {
      if (!over) {
        const words = 'An answer with a wrong state came to the redirect address. It was refused; waiting goes on.';
        log.step(words, 'failed');
        note(run, words, { step: 'wrong-state' });
      }
      return 'stray';
    }
    over = true;
    const read = readRedirect(service, run, asked, parameters);
    settle(read);
    return read.ok ? 'taken' : 'denied';
  };
  const listener = await listenForRedirect(scheme.redirectPort ?? 0, take);
  if (!listener.ok) {
    log.step('Listening for the browser', 'failed');
    return listener;
  }
  const { uri } = listener.value;
  const limit = clock.after(BROWSER_LIMIT_MS, () => settle(refused('timeout', TOO_LATE)));
  const onAbort = () => settle({ ok: false, error: CANCELED });
  signal.addEventListener('abort', onAbort);
  try {
    if (signal.aborted) return { ok: false, error: CANCELED };
    const url = addressFor(uri);
    const step = log.step(`Waiting for the browser at ${uri}`, 'waiting');
    log.change({ state: 'waiting-for-browser', authorizationUrl: url });
    note(run, `Waiting for the sign-in in the browser at ${new URL(url).origin}.`, { step: 'browser', redirect: uri });
    // The answer can come before the host says that the browser is open.
    void ports.openExternal?.(url).then(
      (opened) => {
        if (!opened.ok && !over) log.step(`The browser did not open: ${opened.error.message}`, 'failed');
      },
      () => undefined,
    );
    if (!ports.openExternal) log.step('Open the address of the sign-in in a browser', 'waiting');
    const reply = await answered;
    over = true;
    step.set(reply.ok ? 'ok' : 'failed', { text: reply.ok ? 'The browser came back' : 'Sign-in in the browser' });
    log.settle(reply.ok ? 'ok' : 'failed');
    log.change({ state: 'running', authorizationUrl: undefined });
    if (!reply.ok) return reply;
    note(run, 'The browser came back with an authorization code.', { step: 'browser-back' });
    return done({ parameters: reply.value, redirectUri: uri });
  } finally {
    limit();
    signal.removeEventListener('abort', onAbort);
    listener.value.close();
  }
}

const TOO_LATE = 'Nobody finished the sign-in in the browser in time. Start it again.';

/** Checks a redirect with the right state: its issuer (RFC 9207), and whether it brings a code. */
function readRedirect(
  { server, issuerKnown }: Service,
  run: Run,
  asked: Asked,
  all: URLSearchParams,
): Reply<URLSearchParams> {
  const parameters = new URLSearchParams(all);
  if (!issuerKnown) parameters.delete('iss');
  try {
    const valid = validateAuthResponse(server, clientOf(run.scheme), parameters, parameters.get('state') ?? '');
    if (valid.get('code')) return done(valid);
    return refused('protocol', 'The browser came back with neither a code nor an error. Start the sign-in again.');
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const description = descriptionOf(error.error_description);
      const masked = description === undefined ? undefined : run.ports.secrets.mask(description);
      return { ok: false, error: explainCode(error.error, masked, asked) };
    }
    const { message } = error as Error;
    const issuer = /iss/.test(message)
      ? ' It may come from another service than the one that was asked (RFC 9207).'
      : '';
    return refused(
      'auth',
      `What the browser came back with was refused: ${message}.${issuer} Start the sign-in again.`,
      {
        error: 'bad_redirect',
      },
    );
  }
}
