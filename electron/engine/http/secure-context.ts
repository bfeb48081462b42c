import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import * as tls from 'node:tls';
import type { OptionProblem } from '../../../shared/contract/doctor.ts';
import type { TlsOptions } from '../../../shared/model/agent.ts';
import { readCertificates } from './certificates.ts';

/** What one agent's TLS connections are made with. */
export interface Identity {
  /** Equal for equal material; connections are kept apart by it. */
  key: string;
  context: tls.SecureContext;
}

/** Secure contexts kept ready: making one reads all the built-in authorities. */
const CONTEXT_LIMIT = 32;

type Material = Pick<TlsOptions, 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase'>;

/** Makes secure contexts and keeps the last ones. */
export class SecureContexts {
  readonly #kept = new Map<string, Identity>();

  /**
   * The identity for options; undefined when they ask for nothing of their own. A problem instead when a certificate,
   * a key or a passphrase is not right.
   */
  for(material: Material): Identity | OptionProblem | undefined {
    const { ca, cert, key, pfx, passphrase } = material;
    if (ca === undefined && cert === undefined && pfx === undefined) return undefined;
    const digest = createHash('sha256')
      .update(JSON.stringify([ca, cert, key, pfx, passphrase]))
      .digest('base64');
    let identity = this.#kept.get(digest);
    if (!identity) {
      const made = makeContext(material);
      if ('field' in made) return made;
      identity = { key: digest, context: made.context };
    }
    this.#kept.delete(digest);
    this.#kept.set(digest, identity);
    if (this.#kept.size > CONTEXT_LIMIT) this.#kept.delete(this.#kept.keys().next().value as string);
    return identity;
  }
}

/** Setting `ca` takes the built-in authorities away, so they are named again. */
function trusted(ca: string): string[] {
  const { getCACertificates } = tls as { getCACertificates?(type: 'default'): string[] };
  return [...(getCACertificates?.('default') ?? tls.rootCertificates), ca];
}

function makeContext({ ca, cert, key, pfx, passphrase }: Material): { context: tls.SecureContext } | OptionProblem {
  const problem = checkMaterial({ ca, cert, key, pfx, passphrase });
  if (problem) return problem;
  try {
    const context = tls.createSecureContext({
      ...(ca !== undefined && { ca: trusted(ca) }),
      ...(cert !== undefined && { cert, key }),
      ...(pfx !== undefined && { pfx: Buffer.from(pfx, 'base64') }),
      ...(passphrase !== undefined && { passphrase }),
    });
    return { context };
  } catch (error) {
    return { field: pfx === undefined ? 'cert' : 'pfx', message: `This cannot be used: ${(error as Error).message}.` };
  }
}

/** The first thing wrong with certificates, key and passphrase. */
export function checkMaterial({ ca, cert, key, pfx, passphrase }: Material): OptionProblem | undefined {
  if (ca !== undefined) {
    const authorities = readCertificates(ca);
    if (typeof authorities === 'string') return { field: 'ca', message: authorities };
  }
  if (pfx !== undefined) return checkPfx(pfx, passphrase);
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) return { field: 'cert', message: 'The certificate that belongs to the key is missing.' };
  const certificates = readCertificates(cert);
  if (typeof certificates === 'string') return { field: 'cert', message: certificates };
  if (key === undefined || key.trim() === '') {
    return { field: 'key', message: 'The private key that belongs to the certificate is missing.' };
  }
  const privateKey = readKey(key, passphrase);
  if ('field' in privateKey) return privateKey;
  if (!certificates[0]?.checkPrivateKey(privateKey)) {
    return { field: 'key', message: 'This key does not belong to the certificate above.' };
  }
  return undefined;
}

function readKey(key: string, passphrase: string | undefined): KeyObject | OptionProblem {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) {
    const message = /-----BEGIN CERTIFICATE-----/.test(key)
      ? 'This is a certificate, not a private key.'
      : 'This text holds no private key: one begins with -----BEGIN PRIVATE KEY-----.';
    return { field: 'key', message };
  }
  try {
    // Without a passphrase the runtime must not ask for one on the terminal.
    return createPrivateKey({ key, passphrase: passphrase ?? '' });
  } catch (error) {
    const encrypted = /ENCRYPTED/.test(key);
    if (!encrypted) return { field: 'key', message: `The key cannot be read: ${reasonOf(error)}.` };
    const message = passphrase
      ? 'The passphrase does not open this key.'
      : 'The key is encrypted: its passphrase is needed.';
    return { field: 'passphrase', message };
  }
}

function checkPfx(pfx: string, passphrase: string | undefined): OptionProblem | undefined {
  try {
    tls.createSecureContext({ pfx: Buffer.from(pfx, 'base64'), passphrase: passphrase ?? '' });
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    if (/mac verify|password|INCORRECT_PASSWORD/i.test(reason)) {
      const message = passphrase
        ? 'The passphrase does not open this file.'
        : 'The file is encrypted: its passphrase is needed.';
      return { field: 'passphrase', message };
    }
    if (/unsupported/i.test(reason)) {
      const message =
        'The file uses an old cipher that this runtime no longer reads. Export it again with AES, or give certificate and key as PEM.';
      return { field: 'pfx', message };
    }
    return { field: 'pfx', message: `This is no PKCS#12 file that can be read: ${reason}.` };
  }
}

const reasonOf = (error: unknown): string => (error as Error).message.replace(/^error:[0-9A-F]+:/i, '').trim();
