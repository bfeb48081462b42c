import type { IncomingHttpHeaders } from 'node:http';
import type { TroubleCode } from '../../shared/lib/result.ts';
import { sameToken } from './token.ts';

/** Names under which this host answers; anything else is a foreign name that points at this machine. */
const NAMES = ['127.0.0.1', 'localhost'] as const;

export interface Refusal {
  /** HTTP status. */
  status: number;
  code: TroubleCode;
  message: string;
}

/**
 * Checks where a request comes from: the Host header keeps out foreign names that resolve to this machine, the Origin
 * header pages of other sites.
 */
export function checkPlace(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const hosts = NAMES.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host ?? '')) {
    return { status: 403, code: 'auth', message: `This host answers to ${hosts.join(' and ')} only.` };
  }
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 403, code: 'auth', message: 'Pages of other origins are not served.' };
  }
  return undefined;
}

/** Checks the token of an API request: `Authorization: Bearer TOKEN`. */
export function checkToken(headers: IncomingHttpHeaders, token: string): Refusal | undefined {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined && sameToken(given, token)) return undefined;
  return { status: 401, code: 'auth', message: 'The token is missing or wrong. Open the address Loupe printed.' };
}
