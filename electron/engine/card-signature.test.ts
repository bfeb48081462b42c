import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../shared/a2a/card/canonical.ts';
import { checkSignatures, signatureIssues, type TrustedKey } from './card-signature.ts';
import { MASK } from './mask.ts';
import { testEngines, value } from './testing/engines.ts';

const CARD = { name: 'A', description: '', capabilities: { streaming: false }, version: '1', skills: [] };
const SECRET = 'a secret of thirty-two characters';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A card signed over `signed`, which usually is the card itself. */
function signedCard(
  header: object,
  sign: (input: Buffer) => Buffer,
  signed: object = CARD,
  card: object = CARD,
): string {
  const encoded = encode(header);
  const input = `${encoded}.${Buffer.from(canonicalJson(signed)).toString('base64url')}`;
  const signature = sign(Buffer.from(input)).toString('base64url');
  return JSON.stringify({ ...card, signatures: [{ protected: encoded, signature }] });
}

const hs256 = (input: Buffer): Buffer => crypto.createHmac('sha256', SECRET).update(input).digest();
const HS: TrustedKey = { kid: 'k', alg: 'HS256', secret: SECRET };
const header = { alg: 'HS256', kid: 'k', typ: 'JOSE' };

describe('signatures', () => {
  it.each([
    ['ES256', 'ec', { namedCurve: 'P-256' }, { dsaEncoding: 'ieee-p1363' }, 'sha256'],
    ['RS256', 'rsa', { modulusLength: 2048 }, {}, 'sha256'],
    [
      'PS384',
      'rsa',
      { modulusLength: 2048 },
      { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 },
      'sha384',
    ],
    ['EdDSA', 'ed25519', {}, {}, undefined],
  ])('of %s are verified with a JWK and refused on a changed card', (alg, type, options, how, hash) => {
    const { publicKey, privateKey } = crypto.generateKeyPairSync(type as 'rsa', options as { modulusLength: number });
    const jwk = publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
    const sign = (input: Buffer) =>
      crypto.sign(hash, input, { key: privateKey, ...how } as unknown as crypto.SignKeyObjectInput);
    const raw = signedCard({ alg, kid: 'k' }, sign);
    expect(checkSignatures(raw, [{ kid: 'k', jwk }])).toEqual([
      { state: 'trusted', alg, kid: 'k', form: 'as-received' },
    ]);
    const changed = raw.replace('"version":"1"', '"version":"2"');
    expect(checkSignatures(changed, [{ kid: 'k', jwk }])).toEqual([{ state: 'invalid', alg, kid: 'k' }]);
  });

  it('say which reading of the presence rules matched', () => {
    const lean = { name: 'A', version: '1', capabilities: { streaming: false } };
    const leaner = { name: 'A', version: '1' };
    const forms = [CARD, lean, leaner].map((signed) => checkSignatures(signedCard(header, hs256, signed), [HS])[0]);
    expect(forms.map((one) => one?.form)).toEqual(['as-received', 'empty-left-out', 'defaults-left-out']);
    expect(forms.map((one) => signatureIssues(one ? [one] : []).map(({ severity }) => severity))).toEqual([
      [],
      ['note'],
      ['note'],
    ]);
  });

  it('warn when the schemes are not covered', () => {
    const card = { ...CARD, securitySchemes: { a: { b: 'c' } } };
    const lean = { name: 'A', version: '1', capabilities: { streaming: false } };
    const found = checkSignatures(signedCard(header, hs256, lean, card), [HS]);
    expect(signatureIssues(found)).toMatchObject([{ code: 'signature-form', severity: 'warning' }]);
  });

  it.each<[string, string, TrustedKey[]]>([
    ['without a key', 'no-key', []],
    ['with a key of another id', 'no-key', [{ ...HS, kid: 'other' }]],
    ['with a key for another algorithm', 'no-key', [{ ...HS, alg: 'HS512' }]],
    ['with a public key for a shared secret', 'no-key', [{ kid: 'k', jwk: { kty: 'oct', k: 'AAAA' } }]],
  ])('%s cannot be checked', (_, why, keys) => {
    expect(checkSignatures(signedCard(header, hs256), keys)).toMatchObject([{ state: 'cannot-check', why }]);
  });

  it('of no known algorithm, with a critical extension, or unreadable cannot be checked', () => {
    const why = (raw: string) => checkSignatures(raw, [HS]).map((one) => one.why);
    expect(why(signedCard({ ...header, alg: 'none' }, () => Buffer.alloc(0)))).toEqual(['algorithm']);
    expect(why(signedCard({ ...header, crit: ['b64'] }, hs256))).toEqual(['algorithm']);
    expect(why(JSON.stringify({ signatures: [null, { protected: '%', signature: '' }] }))).toEqual([
      'unreadable',
      'unreadable',
    ]);
    expect(why('[]')).toEqual([]);
  });

  it('that do not match are a finding, unless another one does', () => {
    const bad = { state: 'invalid', kid: 'k' } as const;
    const good = { state: 'trusted', kid: 'g', form: 'as-received' } as const;
    expect(signatureIssues([bad])).toMatchObject([{ code: 'signature-mismatch', severity: 'warning' }]);
    expect(signatureIssues([bad, good])).toEqual([]);
  });
});

describe('trusted keys', () => {
  const engines = testEngines();
  afterEach(() => engines.close());

  it('with a secret stay in memory and are masked for pages, which may hand them back', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const open: TrustedKey = { kid: 'p', jwk: { kty: 'OKP' } };
    const set = (keys: unknown) => engine.call('settings.set', { key: 'trustedKeys', value: keys });
    value(await set([HS, open]));
    const { trustedKeys } = value(await engine.call('settings.get', {}));
    expect(trustedKeys).toEqual([{ ...HS, secret: MASK }, open]);
    value(await set(trustedKeys));
    const file = fs.readFileSync(join(dataDir, 'settings.json'), 'utf8');
    expect(file).not.toContain(SECRET);
    expect(JSON.parse(file)).toMatchObject({ trustedKeys: [open] });
    expect((await set([{ kid: 'x' }])).ok).toBe(false);
  });
});
