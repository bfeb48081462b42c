import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { AddressFact } from '../../../shared/contract/doctor.ts';
import { ADDRESS_LIMIT, DNS_TIMEOUT_MS, TCP_TIMEOUT_MS } from './limits.ts';

/** Where something listens. */
export interface Target {
  /** Name or address, IPv6 without brackets. */
  host: string;
  port: number;
  /** TLS is spoken there. */
  secure: boolean;
}

/** `host:port`, IPv6 in brackets. */
export const authorityOf = ({ host, port }: Pick<Target, 'host' | 'port'>): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

export interface FoundAddress {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name in the system's order, or the runtime's code of the failure. */
export interface Lookup {
  addresses: FoundAddress[];
  code?: string;
  /** Milliseconds. */
  ms: number;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Asks the system for a name, as every program on this computer does. Never rejects. */
export async function lookupAll(host: string, signal: AbortSignal): Promise<Lookup> {
  const family = isIP(host);
  if (family !== 0) return { addresses: [{ address: host, family: family as 4 | 6 }], ms: 0 };
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  // The resolver of the system cannot be stopped, only left alone.
  const given = new Promise<never>((_, reject) => {
    onAbort = () => reject(Object.assign(new Error('aborted'), { code: 'ABORT_ERR' }));
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })), DNS_TIMEOUT_MS);
    signal.addEventListener('abort', onAbort);
  });
  try {
    const found = await Promise.race([lookup(host, { all: true, verbatim: true }), given]);
    const addresses = found.slice(0, ADDRESS_LIMIT) as FoundAddress[];
    return { addresses, ms: round(performance.now() - started) };
  } catch (error) {
    const { code = 'ENOTFOUND' } = error as NodeJS.ErrnoException;
    return { addresses: [], code, ms: round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

const OUTCOMES: Readonly<Record<string, AddressFact['outcome']>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
};

export interface TcpResult {
  fact: AddressFact;
  /** Open; whoever gets it closes it. */
  socket?: Socket;
}

/** Connects to one address. Never rejects. */
export function connectTcp({ address, family }: FoundAddress, port: number, signal: AbortSignal): Promise<TcpResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const settle = (outcome: AddressFact['outcome'], code?: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      const ms = round(performance.now() - started);
      const fact: AddressFact = { kind: 'address', address, family, port, outcome, ms, ...(code && { code }) };
      if (outcome === 'connected') {
        // Whatever comes now belongs to the next step, which has its own listeners.
        socket.removeListener('error', onError);
        socket.on('error', () => undefined);
        resolve({ fact, socket });
        return;
      }
      socket.destroy();
      resolve({ fact });
    };
    const onError = (error: NodeJS.ErrnoException) => settle(OUTCOMES[error.code ?? ''] ?? 'failed', error.code);
    const onAbort = () => settle('failed', 'ABORT_ERR');
    const timer = setTimeout(() => settle('timeout', 'ETIMEDOUT'), TCP_TIMEOUT_MS);
    socket.once('connect', () => settle('connected'));
    socket.on('error', onError);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

/** Connects to every address, one after the other, and closes the connections again. */
export async function connectAll(addresses: FoundAddress[], port: number, signal: AbortSignal): Promise<AddressFact[]> {
  const facts: AddressFact[] = [];
  for (const address of addresses) {
    if (signal.aborted) break;
    const { fact, socket } = await connectTcp(address, port, signal);
    socket?.destroy();
    facts.push(fact);
  }
  return facts;
}
