import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificates.ts';
import { describeCertificate, readCertificates } from './certificates.ts';
import { checkMaterial, SecureContexts } from './secure-context.ts';

const authority = makeCertificate({ name: 'Test authority', authority: true });
const client = makeCertificate({ name: 'caller', by: authority, names: ['caller.example'] });
const other = makeCertificate({ name: 'other' });
const encrypted = createPrivateKey(client.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
  .toString();

/** PKCS#12 in base64, made by a tool that is on most computers; undefined where it is not. */
function pkcs12(passphrase: string): string | undefined {
  const folder = fs.mkdtempSync(join(tmpdir(), 'loupe-pfx-'));
  try {
    fs.writeFileSync(join(folder, 'c.pem'), client.cert + client.key);
    const args = ['pkcs12', '-export', '-in', join(folder, 'c.pem'), '-passout', `pass:${passphrase}`];
    return execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString('base64');
  } catch {
    return undefined;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe('certificates', () => {
  it('reads all of a PEM text and says what they are', () => {
    const read = readCertificates(`some words\n${client.cert}\n${authority.cert}`);
    if (typeof read === 'string') throw new Error(read);
    const [first, second] = read.map(describeCertificate);
    expect(first).toMatchObject({ subject: 'CN=caller', issuer: 'CN=Test authority', selfSigned: false });
    expect(first?.names).toEqual(['caller.example']);
    expect(first?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(first?.to ?? '') - Date.parse(first?.from ?? '')).toBe(31 * 24 * 60 * 60 * 1000);
    expect(second?.selfSigned).toBe(true);
  });

  it.each([
    [client.key, /private key, not a certificate/],
    ['hello', /holds no certificate/],
    [client.cert.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'), /Certificate 1 .* cannot be read/],
  ])('says why a text holds none', (text, words) => expect(readCertificates(text)).toMatch(words));
});

describe('material of an agent', () => {
  it.each([
    [{ ca: 'x' }, 'ca', /no certificate/],
    [{ cert: client.cert }, 'key', /missing/],
    [{ key: client.key }, 'cert', /missing/],
    [{ cert: client.cert, key: client.cert }, 'key', /certificate, not a private key/],
    [{ cert: client.cert, key: other.key }, 'key', /does not belong/],
    [{ cert: client.cert, key: encrypted }, 'passphrase', /needed/],
    [{ cert: client.cert, key: encrypted, passphrase: 'wrong' }, 'passphrase', /does not open/],
    [{ pfx: Buffer.from('no such thing').toString('base64') }, 'pfx', /no PKCS#12/],
  ])('names the field that is wrong', (material, field, words) => {
    expect(checkMaterial(material)).toMatchObject({ field, message: expect.stringMatching(words) });
  });

  it('takes what is right', () => {
    expect(checkMaterial({ ca: authority.cert, cert: client.cert, key: client.key })).toBeUndefined();
    expect(checkMaterial({ cert: client.cert, key: encrypted, passphrase: 'open sesame' })).toBeUndefined();
  });

  it('reads PKCS#12, and asks for its passphrase', (test) => {
    const pfx = pkcs12('geheim');
    if (pfx === undefined) return test.skip('no openssl on this computer');
    expect(checkMaterial({ pfx, passphrase: 'geheim' })).toBeUndefined();
    expect(checkMaterial({ pfx })).toMatchObject({ field: 'passphrase', message: expect.stringMatching(/needed/) });
    expect(checkMaterial({ pfx, passphrase: 'no' })).toMatchObject({ field: 'passphrase' });
  });

  it('makes one context for equal material', () => {
    const contexts = new SecureContexts();
    expect(contexts.for({})).toBeUndefined();
    expect(contexts.for({ passphrase: 'alone' })).toBeUndefined();
    const one = contexts.for({ ca: authority.cert });
    expect(contexts.for({ ca: authority.cert })).toBe(one);
    expect(contexts.for({ ca: other.cert })).not.toBe(one);
  });
});
