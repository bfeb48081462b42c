import type { OptionProblem } from '../../shared/contract/doctor.ts';
import type { AgentOptions } from '../../shared/contract/views.ts';
import { MASK } from '../../shared/lib/mask.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { AgentRecord } from './agents.ts';
import { parseHttpUrl } from './http/client.ts';
import { type HttpProxy, isLocal, proxyOfEnvironment, readProxy } from './http/proxy.ts';
import { SecureContexts } from './http/secure-context.ts';
import type { Connection } from './http/types.ts';
import { isTrusted, originOf } from './origins.ts';
import type { Settings } from './settings.ts';

/** How one address of an agent is reached. */
export interface Way extends Connection {
  /** Accept a certificate that cannot be verified. */
  allowSelfSigned: boolean;
  /** A client certificate is shown to servers that ask for one. */
  certificate?: true;
}

/** What was found out about the proxy for an address. */
export interface ProxyFinding {
  proxy?: HttpProxy;
  /** Why a proxy that is set up is not used here. */
  bypass?: string;
  /** What is wrong with its address. */
  problem?: string;
}

export interface ConnectionsOptions {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  /** Address of the operating system's proxy for a URL. */
  systemProxy?(url: string): Promise<string | undefined>;
}

/** Settles how addresses of agents are reached. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #contexts = new SecureContexts();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /**
   * Refused when a secret has to be entered again, or a certificate cannot be used. `shown`: the client certificate may be
   * shown there; left out: where it was entered for.
   */
  async for(
    agent: Pick<AgentRecord, 'url' | 'card'>,
    options: AgentOptions,
    url: string,
    shown = isTrusted(agent, options, url),
  ): Promise<Reply<Way>> {
    const trusted = isTrusted(agent, options, url);
    const { tls = {} } = options;
    // Without TLS there is nothing to show a certificate to.
    const secure = originOf(url)?.startsWith('https:') ?? false;
    const certificate = secure && (tls.cert !== undefined || tls.pfx !== undefined);
    const forgotten = shown && secure ? forgottenSecret(options) : undefined;
    if (forgotten) return refused('auth', forgotten);
    if (agent.url.includes(MASK)) return refused('auth', FORGOTTEN_ADDRESS);
    if (options.endpoint?.includes(MASK)) return refused('auth', FORGOTTEN_ENDPOINT);
    const { ca, cert, key, pfx, passphrase } = tls;
    const identity = secure ? this.#contexts.for(shown ? { ca, cert, key, pfx, passphrase } : { ca }) : undefined;
    if (identity && 'field' in identity) return refused('tls', wrongMaterial(identity), { field: identity.field });
    const found = await this.proxyFor(options, url);
    if (found.problem !== undefined) return refused('bad-input', found.problem, { field: 'proxy' });
    return done({
      allowSelfSigned:
        this.#options.settings.allowsSelfSigned(`${originOf(url) ?? ''}/`) || (trusted && tls.allowSelfSigned === true),
      ...(identity && { identity }),
      ...(found.proxy && { proxy: found.proxy }),
      ...(certificate && shown && { certificate: true as const }),
    });
  }

  /** The proxy on the way to a URL. */
  async proxyFor(options: AgentOptions, url: string): Promise<ProxyFinding> {
    const { use } = options.proxy ?? { use: 'system' };
    if (use === 'none') return {};
    if (options.proxy?.use === 'url') {
      if (options.proxy.url.includes(MASK)) {
        return { problem: 'The password of the proxy was kept in memory only. Enter it again under Connection.' };
      }
      const proxy = readProxy(options.proxy.url, 'agent');
      return typeof proxy === 'string' ? { problem: proxy } : { proxy };
    }
    const target = parseHttpUrl(originOf(url) ?? url);
    if (!target) return {};
    const named = proxyOfEnvironment(target, this.#options.env);
    if (named && 'bypass' in named) return named;
    const fromSystem = named ?? (isLocal(target.hostname) ? undefined : await this.#ofSystem(target.href));
    if (!fromSystem) return {};
    const proxy = readProxy(fromSystem.url, fromSystem.from);
    return typeof proxy === 'string' ? { problem: `${fromSystem.from}: ${proxy}` } : { proxy };
  }

  async #ofSystem(url: string): Promise<{ url: string; from: string } | undefined> {
    const { systemProxy } = this.#options;
    const address = await systemProxy?.(url).catch(() => undefined);
    return address === undefined ? undefined : { url: address, from: 'system' };
  }
}

const wrongMaterial = ({ field, message }: OptionProblem): string =>
  `${field === 'ca' ? 'The authorities' : 'The client certificate'} of this agent cannot be used: ${message}`;

const FORGOTTEN_ADDRESS =
  'The address of this agent has a secret in it that was kept in memory only and is forgotten. Add the agent again with its whole address.';

const FORGOTTEN_ENDPOINT =
  'The endpoint of this agent has a secret in it that was kept in memory only and is forgotten. Enter it again under Connection.';

/** Says which secret of an agent's TLS options was not kept over the end of the program. */
function forgottenSecret({ tls }: AgentOptions): string | undefined {
  if (tls?.key === MASK)
    return 'The private key of the client certificate was kept in memory only and is forgotten. Enter it again under Connection.';
  if (tls?.pfx === MASK)
    return 'The client certificate (PKCS#12) was kept in memory only and is forgotten. Enter it again under Connection.';
  return undefined;
}
