import { X509Certificate } from 'node:crypto';
import type { CertificateInfo } from '../../../shared/contract/doctor.ts';

/** Certificates of one PEM text or one chain that are looked at. */
export const CERTIFICATE_LIMIT = 64;

const PEM_CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/** The certificates of a PEM text, in its order; a string says in words why there are none. */
export function readCertificates(pem: string): X509Certificate[] | string {
  const blocks = (pem.match(PEM_CERTIFICATE) ?? []).slice(0, CERTIFICATE_LIMIT);
  if (blocks.length === 0) {
    return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)
      ? 'This is a private key, not a certificate.'
      : 'This text holds no certificate: one begins with -----BEGIN CERTIFICATE-----.';
  }
  const certificates: X509Certificate[] = [];
  for (const [index, block] of blocks.entries()) {
    try {
      certificates.push(new X509Certificate(block));
    } catch {
      return `Certificate ${index + 1} of this text cannot be read; it may be cut or damaged.`;
    }
  }
  return certificates;
}

/** What a person wants to know of a certificate. */
export function describeCertificate(certificate: X509Certificate): CertificateInfo {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    from: isoTime(certificate.validFrom),
    to: isoTime(certificate.validTo),
    names: namesOf(certificate.subjectAltName),
    fingerprint: certificate.fingerprint256,
    selfSigned: isSelfSigned(certificate),
  };
}

/** Issued to itself: an authority, or a server that vouches for itself. */
export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.checkIssued(certificate);

/** `CN=a\nO=b` as one line. */
const oneLine = (name: string | undefined): string => (name ?? '').split('\n').filter(Boolean).join(', ');

function isoTime(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** `DNS:localhost, IP Address:127.0.0.1` as a list of names. */
const namesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/,\s*/)
    .map((one) => one.replace(/^(?:DNS|IP Address|URI|email):/, ''))
    .filter(Boolean);
