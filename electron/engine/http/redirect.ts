import { headerValue } from './headers.ts';
import type { HttpHead } from './types.ts';

export interface Redirect {
  location: string;
  /** Present when it may be followed without asking. */
  follow?: { method: string; url: URL };
  /** The same for another origin, where somebody has to allow it. */
  elsewhere?: { method: string; url: URL };
  /** Why it is not followed. */
  problem?: string;
}

const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308]);

/**
 * What to do with an answer that names another address; undefined when it does not.
 * Only the same origin is followed without asking, because credentials are bound to the origin they were entered for. 307 and 308 keep
 * method and body (RFC 9110 §15.4.8); the others would turn a POST into a GET, which is never what a caller meant.
 */
export function redirectOf(method: string, from: URL, head: HttpHead): Redirect | undefined {
  if (!REDIRECT_STATUS.has(head.status)) return undefined;
  const location = headerValue(head.headers, 'location');
  if (location === undefined) return undefined;
  let url: URL;
  try {
    url = new URL(location, from);
  } catch {
    return { location, problem: `The redirect to "${location}" was not followed: it is no address.` };
  }
  if (method !== 'GET' && head.status !== 307 && head.status !== 308) {
    const problem = `The redirect (${head.status}) to ${url.href} was not followed: it would turn ${method} into GET. Use that address instead.`;
    return { location, problem };
  }
  if (url.origin !== from.origin) {
    const problem = `The redirect to another origin, ${url.origin}, was not followed: what was sent is for ${from.origin}. Use that address instead if you trust it.`;
    return { location, problem, elsewhere: { method, url } };
  }
  return { location, follow: { method, url } };
}

/** The redirect of an answer to a request that goes to its own address and to no other. */
export const unfollowable = ({ location }: Redirect, from: URL): Redirect => ({
  location,
  problem: `The redirect to "${location}" was not followed: what was sent is for ${from.origin}${from.pathname} alone. Enter the address it leads to if you trust it.`,
});
