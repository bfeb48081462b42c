import { MASK } from '../lib/mask.ts';
import type { HeaderLines, Timings } from '../model/entry.ts';
import type { HarPair, HarTimings } from './har-types.ts';

export const pairsOf = (headers: HeaderLines): HarPair[] => headers.map(([name, value]) => ({ name, value }));

export const headerOf = (headers: HeaderLines, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1];

/** Cookies of `Cookie` lines, or the first pair of each `Set-Cookie` line. */
export function cookiesOf(headers: HeaderLines, line: 'cookie' | 'set-cookie'): HarPair[] {
  return headers
    .filter(([name]) => name.toLowerCase() === line)
    .flatMap(([, value]) => (line === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? '']))
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? { name: pair.trim(), value: '' }
        : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
    })
    .filter(({ name }) => name !== '');
}

/** Parameters of a URL's query, decoded where they can be. */
export function queryOf(url: string): HarPair[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? { name: decoded(pair), value: '' }
        : { name: decoded(pair.slice(0, at)), value: decoded(pair.slice(at + 1)) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** Bytes of a head with its empty line; header values are ISO 8859-1, one byte per character. -1 when one is masked. */
export function headSize(head: readonly string[]): number {
  if (head.some((line) => line.includes(MASK))) return -1;
  return head.reduce((sum, line) => sum + line.length + 2, 2);
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

/**
 * Times of one hop. Ours are counted from the beginning, those of the format from step to step. `until` is how long the
 * hop has lasted when its end is not known, ms since its request.
 */
export function timingsOf(times: Timings, until: number): HarTimings {
  const connected = times.tls ?? times.tcp;
  const step = (from: number | undefined, to: number | undefined) =>
    to === undefined ? 0 : round(Math.max(0, to - (from ?? 0)));
  const sent = times.sent ?? connected ?? 0;
  const first = times.firstByte ?? Math.max(sent, times.end ?? until);
  return {
    blocked: -1,
    dns: times.dns === undefined ? -1 : step(0, times.dns),
    connect: connected === undefined ? -1 : step(times.dns, connected),
    ssl: times.tls === undefined ? -1 : step(times.tcp, times.tls),
    send: step(connected, times.sent),
    wait: step(Math.max(sent, connected ?? 0), first),
    receive: step(first, times.end ?? until),
  };
}

/** Sum of a hop's times, ms. */
export const timeOf = ({ dns, connect, send, wait, receive }: HarTimings): number =>
  round([dns, connect, send, wait, receive].reduce((sum, ms) => sum + Math.max(0, ms), 0));

/** Wall clock of a moment of the session, ISO 8601. */
export const clockOf = (started: string, at: number): string => {
  const zero = Date.parse(started);
  return new Date(Number.isNaN(zero) ? at : zero + at).toISOString();
};
