import type { DiscoveryView } from '../../../shared/contract/access.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { OAuthFlow } from '../../../shared/model/credential.ts';
import type { SecretRecord } from '../access/seams.ts';
import { CANCELED } from './ask.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import { systemClock } from './clock.ts';
import { deviceCode } from './device-code.ts';
import { discoveryView, fetchDocument } from './discovery.ts';
import { refreshTokens } from './refresh.ts';
import { errorOf, note, type Run } from './run.ts';
import { StepLog } from './step-log.ts';
import type { OAuth, OAuthCredential, OAuthPorts, SignIn, TokenAgent, TokenSet } from './types.ts';

const FLOWS: Record<OAuthFlow, (run: Run) => Promise<Reply<TokenSet>>> = {
  clientCredentials,
  authorizationCode,
  deviceCode,
};

/** Gets and renews tokens. Keeps nothing: what was granted is handed to the caller. */
export function createOAuth(ports: OAuthPorts): OAuth {
  const { clock = systemClock } = ports;
  const running = new Set<AbortController>();
  /** A refresh token may work only once, so that two at the same time would end both. */
  const refreshing = new Map<string, Promise<Reply<TokenSet>>>();

  const begin = (credential: OAuthCredential, secrets: SecretRecord, agent: TokenAgent, changed: () => void) => {
    const controller = new AbortController();
    running.add(controller);
    ports.secrets.add(...Object.values(secrets));
    const entered = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''));
    const log = new StepLog(credential.id, () => clock.now(), changed);
    const run: Run = {
      ports,
      clock,
      agent,
      scheme: credential.scheme,
      secrets: entered,
      log,
      signal: controller.signal,
    };
    return { controller, run };
  };

  const finish = async (
    { controller, run }: ReturnType<typeof begin>,
    flow: (run: Run) => Promise<Reply<TokenSet>>,
  ): Promise<Reply<TokenSet>> => {
    let reply = incomplete(run) ?? (await flow(run).catch(broken));
    running.delete(controller);
    if (controller.signal.aborted) reply = { ok: false, error: CANCELED };
    if (reply.ok) run.ports.secrets.add(...secretsOf(reply.value));
    return reply;
  };

  return {
    signIn(credential, secrets, agent): SignIn {
      const begun = begin(credential, secrets, agent, () => ports.changed?.(credential.id));
      const { run, controller } = begun;
      const over = async (): Promise<Reply<TokenSet>> => {
        const reply = await finish(begun, FLOWS[credential.scheme.flow]);
        if (reply.ok) {
          note(run, `A token was granted to "${credential.name}".`, { step: 'granted' });
          run.log.change({ state: 'done' });
          return reply;
        }
        const canceled = reply.error.code === 'aborted';
        run.log.settle('failed');
        if (canceled) {
          note(run, 'The sign-in was canceled.', { step: 'canceled' });
          run.log.change({ state: 'canceled', authorizationUrl: undefined, device: undefined });
        } else {
          note(run, reply.error.message, { step: 'failed' });
          run.log.change({ state: 'failed', trouble: reply.error, authorizationUrl: undefined, device: undefined });
          if (errorOf(reply.error) === 'invalid_client') {
            run.log.step(`Waiting for a corrected ${run.secrets.clientSecret ? 'secret' : 'client id'}`, 'waiting');
          }
        }
        return reply;
      };
      return { view: () => run.log.view(), cancel: () => controller.abort(), done: over() };
    },

    refresh(credential, secrets, agent) {
      const known = refreshing.get(credential.id);
      if (known) return known;
      const begun = begin(credential, secrets, agent, () => undefined);
      const refresh = finish(begun, refreshTokens).finally(() => refreshing.delete(credential.id));
      refreshing.set(credential.id, refresh);
      return refresh;
    },

    async discover(url, agent): Promise<Reply<DiscoveryView>> {
      const controller = new AbortController();
      running.add(controller);
      const found = await fetchDocument(ports, agent, url, controller.signal);
      running.delete(controller);
      return 'server' in found ? done(discoveryView(found.server)) : found.reply;
    },

    close() {
      for (const controller of running) controller.abort();
    },
  };
}

const secretsOf = ({ accessToken, refreshToken = '', idToken = '' }: TokenSet): string[] => [
  accessToken,
  refreshToken,
  idToken,
];

/** What has to be entered before anything can be sent. */
function incomplete({ scheme, secrets }: Run): Reply<never> | undefined {
  if (scheme.clientId === '') return refused('bad-input', 'The client id is missing. Enter it.', { field: 'clientId' });
  if (scheme.clientAuth === 'none' || secrets.clientSecret !== undefined) return undefined;
  const message = 'The client secret is missing. Enter it, or choose that the client has none.';
  return refused('bad-input', message, { field: 'clientSecret' });
}

const broken = (error: Error): Reply<never> =>
  refused('internal', 'Getting the token failed in Loupe itself.', error.stack ?? error.message);
