import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a token: 256 bits. */
const TOKEN_BYTES = 32;

/** A fresh random token, safe inside a URL fragment. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Compares in a time that depends on neither content nor length. */
export function sameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
