/** Bytes of a file with certificates or keys; a whole bundle of authorities has a few hundred thousand. */
export const FILE_LIMIT_BYTES = 2_000_000;

/** The bytes of a file in base64. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const DER_SEQUENCE = 0x30;
const LINE = /(.{64})/g;

/** A certificate file as PEM: a binary one is written out (RFC 7468 §5), text stays as it is. */
export async function readPem(file: Blob, label: 'CERTIFICATE' | 'PRIVATE KEY'): Promise<string> {
  const first = new Uint8Array(await file.slice(0, 1).arrayBuffer())[0];
  if (first !== DER_SEQUENCE) return file.text();
  const lines = (await readBase64(file)).replace(LINE, '$1\n').trim();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
