import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { IDLE_SOCKET_MS } from '../limits.ts';

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

/** The kept connections of one engine. */
export interface SocketPool {
  agentFor(secure: boolean): http.Agent;
  close(): void;
}

export function createSocketPool(): SocketPool {
  const plain = shortLived(new http.Agent({ keepAlive: true }));
  const secure = shortLived(new https.Agent({ keepAlive: true }));
  return {
    agentFor: (isSecure) => (isSecure ? secure : plain),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
