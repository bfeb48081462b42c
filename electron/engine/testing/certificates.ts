import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificate and key of a test, PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

export interface CertificateWish {
  name: string;
  /** Names and IPv4 addresses it is good for. */
  names?: string[];
  authority?: boolean;
  /** Days from now; negative ones lie in the past. */
  fromDays?: number;
  toDays?: number;
  /** Signs it; left out, it signs itself. */
  by?: TestAuthority;
}

export interface TestAuthority extends TestCertificate {
  name: string;
  privateKey: KeyObject;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** X.509 in DER (RFC 5280 §4), just enough for tests of certificates that are good, ended, or somebody else's. */
export function makeCertificate(wish: CertificateWish): TestAuthority {
  const { name, names = [], authority = false, fromDays = -1, toDays = 30, by } = wish;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    ...(authority ? [extension('551d13', tagged(0x30, Buffer.from('0101ff', 'hex')), true)] : []),
    ...(names.length > 0 ? [extension('551d11', tagged(0x30, ...names.map(generalName)))] : []),
  ];
  const body = tagged(
    0x30,
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    distinguishedName(by?.name ?? name),
    tagged(0x30, time(fromDays), time(toDays)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tagged(0xa3, tagged(0x30, ...extensions))] : []),
  );
  const signature = sign('sha256', body, by?.privateKey ?? privateKey);
  const der = tagged(0x30, body, ECDSA_SHA256, tagged(0x03, Buffer.from([0]), signature));
  const lines = der
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trim();
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = tagged(0x30, oid('2a8648ce3d040302'));

const distinguishedName = (name: string): Buffer =>
  tagged(0x30, tagged(0x31, tagged(0x30, oid('550403'), tagged(0x0c, Buffer.from(name)))));

const time = (days: number): Buffer =>
  tagged(0x18, Buffer.from(new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '')));

const extension = (id: string, value: Buffer, critical = false): Buffer =>
  tagged(0x30, oid(id), ...(critical ? [Buffer.from('0101ff', 'hex')] : []), tagged(0x04, value));

const generalName = (name: string): Buffer =>
  isIP(name) === 4 ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name));
