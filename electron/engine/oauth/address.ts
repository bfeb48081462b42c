import { parseHttpUrl } from '../http/client.ts';

/** Names and addresses that cannot lead to another machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a token service, or the sentence why it is not used: client secrets and tokens travel in the clear over
 * http, so that is for this machine only (RFC 6749 §3.2, RFC 8252 §8.3).
 */
export function serviceAddress(address: string, what: string): URL | string {
  const url = parseHttpUrl(address.trim());
  if (!url) return `The ${what} "${address}" is no http or https address.`;
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return `The ${what} ${url.origin} is not encrypted. Secrets and tokens are sent over https only, or over http to this machine.`;
  }
  return url;
}
