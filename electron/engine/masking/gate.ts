import type { Body } from '../../../shared/model/entry.ts';
import type { SecretValues } from '../secret-values.ts';
import type { SourceRange } from '../sse/reader.ts';
import { createMatcher, type Matcher } from './matcher.ts';

const BEFORE = Array.from('"_-abcdefghijklmnopqrstuvwxyz0123456789');
const TOKENS = 'access api auth bearer bot id personal push refresh secret security service session user'.split(' ');

/**
 * One of these stands in every key of an answer that is masked for its name. Lower case, with quotes where they make it
 * longer: the shortest one says how far a search can skip, and every frame is searched.
 */
const KEY_WORDS = [
  ...BEFORE.flatMap((before) => [`${before}secret"`, `${before}apikey"`]),
  ...['_secret_', '-secret-', 'secret_key', 'secretkey', 'secretaccess', 'api_key"', 'api-key"'],
  ...['access_key', 'accesskey', 'access-key', 'private_key', 'privatekey', 'private-key'],
  ...['password', '"passwd"', '_passwd"', 'passphrase', 'credential', 'authorization', 'assertion', 'verifier'],
  ...['device_code', 'devicecode', '"cookie"', '"cookies"', 'set-cookie"'],
  ...TOKENS.flatMap((name) => [`${name}_token"`, `${name}token"`, `${name}-token"`]),
];

/** Keys of answers that are masked for their name, where their place allows it. */
export function isKeyWord(key: string): boolean {
  const quoted = `"${key.toLowerCase()}"`;
  return KEY_WORDS.some((word) => quoted.includes(word));
}

/** Says cheaply which received bodies have to be looked at. */
export interface Gate {
  /** False: nothing in this body can be a secret. `source` holds the bytes of its text, when they are at hand. */
  opensFor(body: Body, source?: SourceRange): boolean;
}

export function createGate(secrets: SecretValues): Gate {
  let matcher: Matcher | undefined;
  let revision = -1;
  return {
    opensFor({ text, base64 }, source) {
      if (matcher === undefined || revision !== secrets.revision) {
        matcher = createMatcher({ exact: secrets.patterns(), anyCase: KEY_WORDS });
        revision = secrets.revision;
      }
      if (source) return matcher.inBytes(source.bytes, source.start, source.end);
      if (text === undefined) return base64 !== undefined;
      return matcher.inText(text) >= 0 || secrets.mayOccurIn(text);
    },
  };
}
