import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { SystemCipher } from '../access/seams.ts';

/** A system store that really encrypts, with a key of its own. */
export function testCipher(status: Partial<ReturnType<SystemCipher['status']>> = {}): SystemCipher {
  const key = randomBytes(32);
  return {
    status: () => ({ available: true, backend: 'test keyring', ...status }),
    encrypt: async (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: async (bytes) => {
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.slice(0, 12)).setAuthTag(bytes.slice(-16));
      return Buffer.concat([cipher.update(bytes.slice(12, -16)), cipher.final()]).toString('utf8');
    },
  };
}

/** Every file below a folder with its bytes. Links and sockets of a running program are passed over. */
export function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [{ path, bytes: fs.readFileSync(path) }] : [];
  });
}

/** Paths of the files that hold a value, plain or encoded. */
export function filesWith(folder: string, value: string): string[] {
  const forms = encodings(value);
  return filesBelow(folder)
    .filter(({ bytes }) =>
      forms.some((form) => bytes.includes(form) || bytes.toString('latin1').toLowerCase().includes(form.toLowerCase())),
    )
    .map(({ path }) => path);
}

/** Base64 of a text inside a longer one depends on where it begins; the middle of each of the three is looked for. */
function encodings(value: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(value, 'utf8')])
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1, -4),
  );
  const utf16 = Buffer.from(value, 'utf16le').toString('latin1');
  const every = [
    value,
    encodeURIComponent(value),
    Buffer.from(value, 'utf8').toString('hex'),
    utf16,
    JSON.stringify(value).slice(1, -1),
  ];
  return [
    ...every,
    ...base64.filter((digits) => digits.length >= 4),
    ...base64.map(toUrlSafe).filter((d) => d.length >= 4),
  ];
}

const toUrlSafe = (digits: string): string => digits.replace(/\+/g, '-').replace(/\//g, '_');
