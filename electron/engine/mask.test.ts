import { describe, expect, it } from 'vitest';
import { headerSecrets, MASK, maskEcho, maskHeaders, maskRequestBody, maskUrl } from './mask.ts';

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
        ['A2A-Version', '1.0'],
      ]),
    ).toEqual([
      ['Authorization', `Bearer ${MASK}`],
      ['Proxy-Authorization', MASK],
      ['X-API-Key', MASK],
      ['X-Session-Token', MASK],
      ['My-Secret-Header', MASK],
      ['Set-Cookie', `sid=${MASK}; Path=/; HttpOnly`],
      ['A2A-Version', '1.0'],
    ]);
  });
});

describe('addresses', () => {
  it('lose passwords and secret query values only', () => {
    expect(maskUrl('https://me:pw@host/p?api_key=1&page=2&access_token=x#f')).toBe(
      `https://me:${MASK}@host/p?api_key=${MASK}&page=2&access_token=${MASK}#f`,
    );
    expect(maskUrl('http://host:80/a?pageSize=3&q=token')).toBe('http://host:80/a?pageSize=3&q=token');
  });
});

describe('request bodies', () => {
  it('lose the values of secret keys and stay byte for byte otherwise', () => {
    const text =
      '{ "a": 1.0, "token" : "t\\u0031", "list":[{"metadata":{"iac_code_api_key":"k","alibaba_cloud_access_key_secret":"s"}}],\n"password":"","credentials":"c","n":12345678901234567890 }';
    const { body, secrets } = maskRequestBody(text);
    expect(body.text).toBe(
      `{ "a": 1.0, "token" : "${MASK}", "list":[{"metadata":{"iac_code_api_key":"${MASK}","alibaba_cloud_access_key_secret":"${MASK}"}}],\n"password":"","credentials":"${MASK}","n":12345678901234567890 }`,
    );
    expect(body.masked).toEqual([
      '/token',
      '/list/0/metadata/iac_code_api_key',
      '/list/0/metadata/alibaba_cloud_access_key_secret',
      '/credentials',
    ]);
    expect(secrets).toEqual(['t1', 'k', 's', 'c']);
    expect(body.bytes).toBe(Buffer.byteLength(text));
  });

  it('without secrets are left alone, JSON or not', () => {
    for (const text of [
      '{"pageToken":"p","text":"my password is x"}',
      'not json: token',
      '',
      '{"token":12}',
      '{"token"',
    ]) {
      expect(maskRequestBody(text).body).toEqual({ bytes: Buffer.byteLength(text), text });
    }
  });
});

describe('answers', () => {
  it('in which a known secret comes back lose it, with the places named', () => {
    const text = 'data: {"result":{"metadata":{"key":"secret-123"},"text":"it is secret-123"}}\n\n';
    const body = maskEcho({ bytes: text.length, text }, ['secret-123', 'other-secret']);
    expect(body.text).toBe(`data: {"result":{"metadata":{"key":"${MASK}"},"text":"it is ${MASK}"}}\n\n`);
    expect(body.masked).toEqual(['/result/metadata/key', '']);
    const clean = { bytes: 2, text: '{}' };
    expect(maskEcho(clean, ['secret-123'])).toBe(clean);
  });

  it('are searched for header values with and without their scheme', () => {
    expect(
      headerSecrets([
        ['Authorization', 'Bearer abc'],
        ['Accept', 'x'],
      ]),
    ).toEqual(['Bearer abc', 'abc']);
  });
});
