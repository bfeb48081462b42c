import * as crypto from 'node:crypto';
import { signedPayloads } from '../../shared/a2a/card/canonical.ts';
import type { SignatureView } from '../../shared/contract/views.ts';
import { isObject, parseJson } from '../../shared/lib/json.ts';
import type { Issue } from '../../shared/model/issue.ts';

/** A key that the person trusts to sign cards: a public one as JWK, or a shared secret. */
export interface TrustedKey {
  kid: string;
  /** The only algorithm it is good for. */
  alg?: string;
  jwk?: Record<string, unknown>;
  secret?: string;
}

/** Signatures looked at on one card, and bytes of a card that is canonicalised at all. */
const SIGNATURE_LIMIT = 20;
const CARD_LIMIT_BYTES = 4 * 1024 * 1024;

type Verify = (key: TrustedKey, input: Buffer, signature: Buffer) => boolean;

const hmac =
  (hash: string): Verify =>
  ({ secret }, input, signature) => {
    if (secret === undefined) return false;
    const own = crypto.createHmac(hash, secret).update(input).digest();
    return own.length === signature.length && crypto.timingSafeEqual(own, signature);
  };

const publicKey =
  (hash: string | undefined, type: string, more: object = {}): Verify =>
  ({ jwk }, input, signature) => {
    if (jwk === undefined || jwk.kty !== type) return false;
    // Types of Node know a JWK by its members only.
    const key = crypto.createPublicKey({ key: jwk as crypto.JsonWebKey, format: 'jwk' });
    return crypto.verify(hash, input, { key, ...more }, signature);
  };

const PSS = { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: crypto.constants.RSA_PSS_SALTLEN_DIGEST };
/** JWS carries the two numbers of an ECDSA signature side by side (RFC 7518 §3.4). */
const RAW = { dsaEncoding: 'ieee-p1363' };

/** Algorithms of RFC 7518 and RFC 8037. `none` is no signature. */
const ALGORITHMS: ReadonlyMap<string, Verify> = new Map([
  ['HS256', hmac('sha256')],
  ['HS384', hmac('sha384')],
  ['HS512', hmac('sha512')],
  ['RS256', publicKey('sha256', 'RSA')],
  ['RS384', publicKey('sha384', 'RSA')],
  ['RS512', publicKey('sha512', 'RSA')],
  ['PS256', publicKey('sha256', 'RSA', PSS)],
  ['PS384', publicKey('sha384', 'RSA', PSS)],
  ['PS512', publicKey('sha512', 'RSA', PSS)],
  ['ES256', publicKey('sha256', 'EC', RAW)],
  ['ES384', publicKey('sha384', 'EC', RAW)],
  ['ES512', publicKey('sha512', 'EC', RAW)],
  ['EdDSA', publicKey(undefined, 'OKP')],
]);

interface Written {
  encoded: string;
  signature: Buffer;
  alg?: string;
  kid?: string;
  crit: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function readSignature(value: unknown): Written | undefined {
  if (!isObject(value) || typeof value.protected !== 'string' || typeof value.signature !== 'string') return undefined;
  const parsed = parseJson(Buffer.from(value.protected, 'base64').toString('utf8'));
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const header = parsed.value;
  const unprotected = isObject(value.header) ? value.header : {};
  return {
    encoded: value.protected,
    signature: Buffer.from(value.signature, 'base64'),
    alg: textOf(header.alg),
    kid: textOf(header.kid) ?? textOf(unprotected.kid),
    crit: header.crit !== undefined,
  };
}

function judge(written: Written, card: Record<string, unknown>, keys: readonly TrustedKey[]): SignatureView {
  const { alg, kid, encoded, signature, crit } = written;
  const view = { ...(alg && { alg }), ...(kid && { kid }) };
  const verify = ALGORITHMS.get(alg ?? '');
  const fitting = keys.filter((key) => (kid === undefined || key.kid === kid) && (!key.alg || key.alg === alg));
  const usable = fitting.filter((key) => (alg?.startsWith('HS') ? key.secret : key.jwk) !== undefined);
  if (!verify || crit) return { ...view, state: 'cannot-check', why: 'algorithm' };
  if (usable.length === 0) return { ...view, state: 'cannot-check', why: 'no-key' };
  for (const { form, payload } of signedPayloads(card)) {
    const input = Buffer.from(`${encoded}.${Buffer.from(payload, 'utf8').toString('base64url')}`, 'latin1');
    for (const key of usable) {
      try {
        if (verify(key, input, signature)) return { ...view, kid: key.kid, state: 'trusted', form };
      } catch {
        return { ...view, state: 'cannot-check', why: 'bad-key' };
      }
    }
  }
  return { ...view, state: 'invalid' };
}

/** Checks the signatures of a card (1.0 §8.4) as it was received with the keys a person trusts; no key is ever fetched. */
export function checkSignatures(raw: string, keys: readonly TrustedKey[]): SignatureView[] {
  const parsed = raw.length <= CARD_LIMIT_BYTES ? parseJson(raw) : undefined;
  const card = parsed?.ok && isObject(parsed.value) ? parsed.value : {};
  const list = Array.isArray(card.signatures) ? card.signatures.slice(0, SIGNATURE_LIMIT) : [];
  return list.map((value) => {
    const written = readSignature(value);
    return written ? judge(written, card, keys) : { state: 'cannot-check', why: 'unreadable' };
  });
}

/** What signatures are worth telling about among the card's findings. */
export function signatureIssues(signatures: readonly SignatureView[]): Issue[] {
  // One valid signature is enough (1.0 §8.4.3).
  const trusted = signatures.find(({ state }) => state === 'trusted');
  if (trusted) {
    if (trusted.form === 'as-received') return [];
    const left = { 'empty-left-out': 'empty values', 'defaults-left-out': 'values that equal a default' } as const;
    const what = trusted.form === 'schemes-left-out' ? 'securitySchemes' : left[trusted.form as keyof typeof left];
    const message = `The signature of key ${trusted.kid} fits the card only without ${what}.`;
    const severity = trusted.form === 'schemes-left-out' ? 'warning' : 'note';
    return [{ code: 'signature-form', severity, message, pointer: '/signatures', clause: '1.0 §8.4.1' }];
  }
  return signatures.flatMap(({ state, kid }, index) =>
    state === 'invalid'
      ? [
          {
            code: 'signature-mismatch',
            severity: 'warning' as const,
            message: `The signature of key ${kid ?? 'without an id'} does not match this card: it was changed after signing, or signed with another key.`,
            pointer: `/signatures/${index}`,
            clause: '1.0 §8.4.3',
            fix: 'Ask the operator for the card as it was signed.',
          },
        ]
      : [],
  );
}
