import { createHash, timingSafeEqual } from 'node:crypto';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import { type LineCheck, linesOf, TOKEN_HEADER } from '../../../shared/model/receiver.ts';

/** What the agent was told to send along. */
export interface Expected {
  token?: string;
  authentication?: { scheme: string; credentials: string };
}

export interface Proof {
  verified: boolean;
  token: LineCheck;
  authorization: LineCheck;
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Takes as long for every text, whatever it has in common with the right one. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Values of Authorization that say the same. Some agents write the credentials of Basic as they were given, others encode
 * `user:password` first (RFC 7617 §2).
 */
function credentialsOf({ scheme, credentials }: NonNullable<Expected['authentication']>): string[] {
  if (scheme.toLowerCase() !== 'basic' || !credentials.includes(':')) return [credentials];
  return [credentials, Buffer.from(credentials, 'utf8').toString('base64')];
}

function checkAuthorization(lines: readonly string[], expected: Expected['authentication']): LineCheck {
  if (!expected) return 'none';
  if (lines.length === 0) return 'missing';
  const [, scheme = '', rest = ''] = /^(\S+) +(.*)$/.exec(lines[0] ?? '') ?? [];
  const right = credentialsOf(expected).map((credentials) => isSame(rest, credentials));
  // A second line would leave it open which one counts.
  const fits = lines.length === 1 && scheme.toLowerCase() === expected.scheme.toLowerCase();
  return fits && right.includes(true) ? 'ok' : 'wrong';
}

function checkToken(lines: readonly string[], expected: string | undefined): LineCheck {
  if (expected === undefined) return 'none';
  if (lines.length === 0) return 'missing';
  const same = isSame(lines[0] ?? '', expected);
  return same && lines.length === 1 ? 'ok' : 'wrong';
}

/** Whether header lines hold all that was registered. Where nothing was, nobody is known by it. */
export function proofOf(headers: HeaderLines, expected: Expected): Proof {
  const token = checkToken(linesOf(headers, TOKEN_HEADER), expected.token);
  const authorization = checkAuthorization(linesOf(headers, 'Authorization'), expected.authentication);
  const lines = [token, authorization];
  return {
    verified: lines.includes('ok') && lines.every((line) => line === 'ok' || line === 'none'),
    token,
    authorization,
  };
}
