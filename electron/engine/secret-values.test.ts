import { describe, expect, it } from 'vitest';
import { MASK } from './mask.ts';
import { SecretValues } from './secret-values.ts';

const VALUE = 'sek/rit+"&ä 1';

function known(...values: string[]): SecretValues {
  const secrets = new SecretValues();
  secrets.add(...values);
  return secrets;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const forms: [string, string][] = [
  ['as it is', VALUE],
  ['in JSON', JSON.stringify(VALUE).slice(1, -1)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(VALUE).slice(1, -1)).slice(1, -1)],
  ['in JSON of ASCII', 'sek/rit+\\"&\\u00e4 1'],
  ['in JSON with escaped slashes', 'sek\\/rit+\\"&\\u00E4 1'],
  ['in careful JSON', 'sek/rit\\u002B\\u0022\\u0026\\u00E4 1'],
  ['in an address', encodeURIComponent(VALUE)],
  ['in an address with small digits', encodeURIComponent(VALUE).toLowerCase()],
  ['in a path', encodeURIComponent(VALUE).replace(/%2F/g, '/')],
  ['in a form', new URLSearchParams({ a: VALUE }).toString().slice(2)],
  ['in HTML', 'sek/rit+&quot;&amp;ä 1'],
  ['in hexadecimal', Buffer.from(VALUE).toString('hex')],
  ['in large hexadecimal', Buffer.from(VALUE).toString('hex').toUpperCase()],
  ['in Basic', base64(`me:${VALUE}`)],
  ['in Basic of Latin-1', Buffer.from(`user:${VALUE}`, 'latin1').toString('base64')],
  ['in base64', base64(VALUE)],
  ['in base64url', base64(VALUE).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')],
  ['in a longer text in base64', base64(`{"a":"${VALUE} and more"}`)],
  ['as UTF-8 read as Latin-1', Buffer.from(VALUE).toString('latin1')],
];

describe('a known value', () => {
  it.each(forms)('is masked %s, and nothing around it', (_, form) => {
    expect(known(VALUE).mask(`before ${form} after ${form}.`)).toBe(`before ${MASK} after ${MASK}.`);
    expect(known('something else').mask(`before ${form}`)).toBe(`before ${form}`);
  });

  it('of a few characters counts as a whole only', () => {
    const secrets = known('k-77');
    expect(secrets.mask('{"a":"k-77","b":"xk-77","c":k-77}')).toBe(`{"a":"${MASK}","b":"xk-77","c":k-77}`);
    expect(secrets.isSecret('k-77')).toBe(true);
    expect(secrets.isSecret('k-7')).toBe(false);
  });

  it('that is a word of the protocol leaves messages whole', () => {
    const secrets = known('user', 'artifactId', 'TASK_STATE_WORKING', 'kind1');
    const text = '{"role":"user","artifactId":"x","state":"TASK_STATE_WORKING","kind1" : "a"}';
    expect(secrets.mask(text)).toBe(text);
    expect(secrets.isSecret('user')).toBe(true);
    expect(secrets.mask('["kind1"]')).toBe(`["${MASK}"]`);
  });

  it('is masked in a key file line by line', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
    const pem = `-----BEGIN PRIVATE KEY-----\n${line}\nshort==\n-----END PRIVATE KEY-----\n`;
    expect(known(pem).mask(`{"key":${JSON.stringify(pem)}}`)).toBe(`{"key":"${MASK}"}`);
    expect(known(pem).mask(`a\r\n${line}\r\nb`)).toBe(`a\r\n${MASK}\r\nb`);
    expect(known(pem).mask('-----BEGIN PRIVATE KEY-----')).toBe('-----BEGIN PRIVATE KEY-----');
  });

  it('hides longer values first', () => {
    expect(known('abcdefgh', 'abcdefgh-ijkl').mask('abcdefgh-ijkl abcdefgh')).toBe(`${MASK} ${MASK}`);
  });

  it('is no mask, and no empty text', () => {
    const secrets = known('', MASK, `Bearer ${MASK}`);
    expect(secrets.empty).toBe(true);
    expect(secrets.mask(`Bearer ${MASK}`)).toBe(`Bearer ${MASK}`);
  });
});

describe('a value that was seen under a secret name', () => {
  it('counts when it is long enough, and is forgotten when many others came', () => {
    const secrets = new SecretValues();
    secrets.learn(['short', 'learned-0000']);
    expect(secrets.mask('short learned-0000')).toBe(`short ${MASK}`);
    secrets.add('entered-value');
    secrets.learn(Array.from({ length: 64 }, (_, index) => `learned-${1000 + index}`));
    expect(secrets.mask('learned-0000 learned-1063 entered-value')).toBe(`learned-0000 ${MASK} ${MASK}`);
  });
});
