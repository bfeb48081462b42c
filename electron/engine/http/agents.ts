import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { IDLE_SOCKET_MS } from '../limits.ts';
import type { HttpProxy } from './proxy.ts';
import { openTunnel, TunnelError } from './tunnel.ts';
import type { Connection } from './types.ts';

/** The runtime closes free sockets on their `timeout` event; this sets that event for the time a socket is free. */
function expireWhenFree(socket: Duplex): void {
  (socket as Duplex & { setTimeout?(ms: number): void }).setTimeout?.(IDLE_SOCKET_MS);
}

function useAgain(socket: Duplex): void {
  (socket as Duplex & { setTimeout?(ms: number): void }).setTimeout?.(0);
}

type PoolHooks = { keepSocketAlive(socket: Duplex): unknown; reuseSocket(socket: Duplex, request: unknown): void };

function shortLived<A extends http.Agent>(agent: A): A {
  const hooks = agent as unknown as PoolHooks;
  const keep = hooks.keepSocketAlive.bind(agent);
  const reuse = hooks.reuseSocket.bind(agent);
  hooks.keepSocketAlive = (socket) => {
    const kept = keep(socket);
    if (kept !== false) expireWhenFree(socket);
    return kept;
  };
  hooks.reuseSocket = (socket, request) => {
    useAgain(socket);
    reuse(socket, request);
  };
  return agent;
}

/** Milliseconds a proxy may take. The limit of the request is usually shorter and ends it first. */
const TUNNEL_TIMEOUT_MS = 60_000;

/** Opens TLS connections inside a tunnel through a proxy. */
class TunnelAgent extends https.Agent {
  readonly #proxy: HttpProxy;
  readonly #closing = new AbortController();

  constructor(proxy: HttpProxy, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  // Called by the runtime for each new connection; the answer may come through the callback.
  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | null | undefined {
    const { host, port } = options;
    const authority = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
    const { signal } = this.#closing;
    void openTunnel(this.#proxy, authority, { timeoutMs: TUNNEL_TIMEOUT_MS, signal }).then((tunnel) => {
      if (!tunnel.ok) return callback?.(new TunnelError(tunnel.failure), undefined as unknown as Duplex);
      const connect = super.createConnection.bind(this) as (options: object) => Duplex;
      callback?.(null, connect({ ...options, socket: tunnel.socket }));
    });
    return undefined;
  }

  override destroy(): void {
    this.#closing.abort();
    super.destroy();
  }
}

/** The kept connections of one engine. Those with another identity or proxy are kept apart. */
export interface SocketPool {
  /** `fresh`: for one connection of its own. */
  agentFor(secure: boolean, connection?: Connection, fresh?: boolean): http.Agent | false;
  /** Closes the connections that carry no request; the others go on. */
  closeIdle(): void;
  close(): void;
}

/** Identities and proxies whose connections are kept at the same time. */
const AGENT_LIMIT = 32;

export function createSocketPool(): SocketPool {
  const plain = shortLived(new http.Agent({ keepAlive: true }));
  const secure = shortLived(new https.Agent({ keepAlive: true }));
  const special = new Map<string, http.Agent>();

  const specialFor = ({ identity, proxy }: Connection): http.Agent => {
    const key = JSON.stringify([identity?.key, proxy?.authority, proxy?.authorization]);
    let agent = special.get(key);
    if (!agent) agent = shortLived(secureAgent({ identity, proxy }, true));
    special.delete(key);
    special.set(key, agent);
    for (const [oldest, forgotten] of special) {
      if (special.size <= AGENT_LIMIT) break;
      special.delete(oldest);
      // Requests under way keep their sockets; only free ones are let go of.
      closeFree(forgotten);
    }
    return agent;
  };

  return {
    agentFor(isSecure, connection = {}, fresh = false) {
      const own = isSecure && (connection.identity !== undefined || connection.proxy !== undefined);
      if (fresh) return own ? secureAgent(connection, false) : false;
      if (own) return specialFor(connection);
      return isSecure ? secure : plain;
    },
    closeIdle() {
      for (const agent of [plain, secure, ...special.values()]) closeFree(agent);
    },
    close() {
      for (const agent of [plain, secure, ...special.values()]) agent.destroy();
    },
  };
}

function closeFree({ freeSockets }: http.Agent): void {
  // Closing one takes it out of its list.
  for (const sockets of Object.values(freeSockets)) for (const socket of [...(sockets ?? [])]) socket.destroy();
}

function secureAgent({ identity, proxy }: Connection, keepAlive: boolean): https.Agent {
  const options = { keepAlive, ...(identity && { secureContext: identity.context }) };
  return proxy ? new TunnelAgent(proxy, options) : new https.Agent(options);
}
