import { describe, expect, it } from 'vitest';
import { headerSecrets, isSecretKey, MASK, maskHeaders, maskUrl, SUSPICIOUS, urlSecrets } from './mask.ts';
import { isKeyWord } from './masking/gate.ts';
import { SecretValues } from './secret-values.ts';

const knowing = (...values: string[]): SecretValues => {
  const secrets = new SecretValues();
  secrets.add(...values);
  return secrets;
};

describe('header lines', () => {
  it('lose their secrets and keep their names, scheme words and everything else', () => {
    expect(
      maskHeaders([
        ['Authorization', 'Bearer abc.def'],
        ['Proxy-Authorization', 'abc'],
        ['X-API-Key', 'k'],
        ['X-Session-Token', 't'],
        ['My-Secret-Header', 's'],
        ['Set-Cookie', 'sid=1234; Path=/; HttpOnly'],
        ['Cookie', 'a=1; theme=dark'],
        ['X-Access-Key', 'a'],
        ['X-Agent-Key', 'b'],
        ['Idempotency-Key', 'c'],
        ['Location', 'https://h/cb?code=abc&state=xyz#access_token=t&expires_in=3'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['A2A-Version', '1.0'],
      ]),
    ).toEqual([
      ['Authorization', `Bearer ${MASK}`],
      ['Proxy-Authorization', MASK],
      ['X-API-Key', MASK],
      ['X-Session-Token', MASK],
      ['My-Secret-Header', MASK],
      ['Set-Cookie', `sid=${MASK}; Path=/; HttpOnly`],
      ['Cookie', `a=${MASK}; theme=${MASK}`],
      ['X-Access-Key', MASK],
      ['X-Agent-Key', MASK],
      ['Idempotency-Key', 'c'],
      ['Location', `https://h/cb?code=${MASK}&state=xyz#access_token=${MASK}&expires_in=3`],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['A2A-Version', '1.0'],
    ]);
  });

  it('lose known values under every name, short ones as a whole', () => {
    const known = knowing('k-77', 'a-long-secret');
    expect(
      maskHeaders(
        [
          ['X-Odd', 'k-77'],
          ['X-Odd', 'Custom k-77'],
          ['X-Odd', 'xk-77'],
          ['X-Debug', 'got a-long-secret here'],
          ['Link', '<https://h/?q=k-77>; rel=next'],
        ],
        known,
      ),
    ).toEqual([
      ['X-Odd', MASK],
      ['X-Odd', `Custom ${MASK}`],
      ['X-Odd', 'xk-77'],
      ['X-Debug', `got ${MASK} here`],
      ['Link', '<https://h/?q=k-77>; rel=next'],
    ]);
  });

  it('say which values come back', () => {
    const basic = Buffer.from('me:pass word').toString('base64');
    expect(
      headerSecrets([
        ['Authorization', 'Bearer abc'],
        ['Proxy-Authorization', `Basic ${basic}`],
        ['Cookie', 'a=1; b=2=3'],
        ['Accept', 'x'],
      ]),
    ).toEqual(['Bearer abc', 'abc', `Basic ${basic}`, basic, 'pass word', '1', '2=3']);
  });
});

describe('addresses', () => {
  it('lose passwords and secret parameters only', () => {
    expect(maskUrl('https://me:pw@host/p?api_key=1&page=2&access_token=x#f')).toBe(
      `https://me:${MASK}@host/p?api_key=${MASK}&page=2&access_token=${MASK}#f`,
    );
    expect(maskUrl('redis-streams://redis://:pw@h:6379/0/a/b')).toBe(`redis-streams://redis://:${MASK}@h:6379/0/a/b`);
    for (const url of ['http://host:80/a?pageSize=3&q=token', 'http://h/?pageToken=abc&code=404', 'http://h/a@b:c@d']) {
      expect(maskUrl(url)).toBe(url);
    }
  });

  it('lose known values, however they are spelled', () => {
    const known = knowing('k-77', 'a/long+secret');
    expect(maskUrl('http://h/?q=k-77&r=xk-77&s=k%2D77', known)).toBe(`http://h/?q=${MASK}&r=xk-77&s=${MASK}`);
    expect(maskUrl('http://h/a%2flong%2bsecret/x', known)).toBe(`http://h/${MASK}/x`);
  });

  it('name the secrets in them', () => {
    expect(urlSecrets('https://me:p%40w@host/p?api_key=a+b&page=2')).toEqual(['p@w', 'a b']);
  });
});

describe('secret keys', () => {
  const secret = [
    ...['token', 'credentials', 'password', 'x-api-key', 'apiKey', 'iac_code_api_key', 'OPENAI_API_KEY'],
    ...['alibaba_cloud_access_key_id', 'alibaba_cloud_access_key_secret', 'alibaba_cloud_security_token'],
    ...[
      'accessKeyId',
      'secretAccessKey',
      'client_secret',
      'clientSecret',
      'signing_secret',
      'private_key',
      'privateKey',
    ],
    ...['access_token', 'refreshToken', 'id_token', 'authorization', 'Proxy-Authorization', 'cookie', 'Set-Cookie'],
    ...['code_verifier', 'device_code', 'client_assertion', 'passphrase', 'x-goog-api-key', 'aws_session_token'],
  ];
  const harmless = [
    ...['pageToken', 'next_page_token', 'progressToken', 'inputTokens', 'max_tokens', 'tokenizer', 'secretary'],
    ...['author', 'authentication', 'scheme', 'key', 'keyboard', 'code', 'alibaba_cloud_region_id', 'token_type'],
  ];

  it.each(secret)('%s is one', (key) => {
    expect(isSecretKey(key)).toBe(true);
    expect(SUSPICIOUS.test(key)).toBe(true);
  });

  it.each(harmless)('%s is none', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });

  it('are found in what agents send back, except for the bare word that streams of models have', () => {
    expect(secret.filter((key) => !isKeyWord(key))).toEqual(['token']);
    expect(harmless.filter(isKeyWord).filter(isSecretKey)).toEqual([]);
  });
});
