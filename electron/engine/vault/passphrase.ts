import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

/** Parameters of scrypt (RFC 7914), kept beside what they protect so that they can be raised later. */
export interface KeyParameters {
  kdf: 'scrypt';
  N: number;
  r: number;
  p: number;
  /** Base64. */
  salt: string;
}

/** AES-256-GCM: nonce, and ciphertext with its tag at the end, in base64. */
export interface Sealed {
  nonce: string;
  data: string;
}

/** 128 MiB and some tenths of a second for each guess. */
const WORK = { N: 2 ** 17, r: 8, p: 1 } as const;
/** A file cannot ask for more than this, bytes. */
const MEMORY_LIMIT = 2 ** 30;
const PASSES_LIMIT = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Parameters with a new salt. */
export const newKeyParameters = (): KeyParameters => ({
  kdf: 'scrypt',
  ...WORK,
  salt: randomBytes(SALT_BYTES).toString('base64'),
});

const memoryOf = ({ N, r }: KeyParameters): number => 128 * N * r;

/** Whether a key can be derived with these parameters. */
export function isUsable(parameters: KeyParameters): boolean {
  const { kdf, N, r, p, salt } = parameters;
  if (kdf !== 'scrypt' || typeof salt !== 'string' || ![N, r, p].every((x) => Number.isInteger(x) && x > 0))
    return false;
  return N > 1 && Number.isInteger(Math.log2(N)) && memoryOf(parameters) <= MEMORY_LIMIT && p <= PASSES_LIMIT;
}

/** The key of a passphrase. Keyboards compose accents in different ways, so the text is normalised. */
export function deriveKey(passphrase: string, parameters: KeyParameters): Promise<Buffer> {
  const { N, r, p, salt } = parameters;
  // The runtime wants strictly more than what the algorithm takes.
  const options = { N, r, p, maxmem: 2 * memoryOf(parameters) };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Encrypts a text; `about` has to be the same when it is opened. */
export function seal(key: Buffer, about: string, text: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about, 'utf8'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), data: data.toString('base64') };
}

/** Throws when key, `about` or the bytes are not those that were sealed. */
export function unseal(key: Buffer, about: string, { nonce, data }: Sealed): string {
  const bytes = Buffer.from(data, 'base64');
  const end = bytes.length - TAG_BYTES;
  if (end < 0) throw new Error('too short');
  const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about, 'utf8')).setAuthTag(bytes.slice(end));
  return Buffer.concat([cipher.update(bytes.slice(0, end)), cipher.final()]).toString('utf8');
}
