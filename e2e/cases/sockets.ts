import { existsSync, readFileSync } from 'node:fs';

/** Where the system lists its connections: of IPv4, and of IPv6. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** States of a connection that somebody still holds: established, being made, closed by the other side only. */
const HELD = new Set(['01', '03', '08']);
/** A connection that was closed is out of the table within this time, milliseconds: far less than an idle one is kept. */
const SETTLE_MS = 1_000;
const POLL_MS = 20;

/** Connections that a server on this port holds at its side; undefined where the system has no table of them. */
export function openSockets(port: number): number | undefined {
  const tables = TABLES.filter(existsSync);
  if (tables.length === 0) return undefined;
  const own = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = tables.flatMap((path) => readFileSync(path, 'utf8').split('\n').slice(1));
  return lines.filter((line) => {
    const [, local = '', , state = ''] = line.trim().split(/\s+/);
    return local.endsWith(`:${own}`) && HELD.has(state);
  }).length;
}

/** The same a moment later, as soon as there is none. */
export async function socketsLeft(port: number): Promise<number | undefined> {
  const until = performance.now() + SETTLE_MS;
  let open = openSockets(port);
  while (open !== undefined && open > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    open = openSockets(port);
  }
  return open;
}
