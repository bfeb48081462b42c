import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import * as tls from 'node:tls';
import type { CertificateInfo } from '../../../shared/contract/doctor.ts';
import { describeCertificate } from '../http/certificates.ts';
import type { Identity } from '../http/secure-context.ts';
import { clientCertificateTrouble, failureOf } from '../http/trouble.ts';
import { CHAIN_LIMIT, TLS_ALERT_MS, TLS_TIMEOUT_MS } from './limits.ts';
import { authorityOf, type Target } from './reach.ts';

/** What is wrong with a server's certificate. */
export type CertificateProblem =
  | 'expired'
  | 'not-yet-valid'
  | 'other-name'
  | 'self-signed'
  | 'unknown-authority'
  | 'other';

/** What one handshake showed. */
export interface Handshake {
  /** The handshake came to its end, whether or not the certificate can be verified. */
  done: boolean;
  protocol?: string;
  cipher?: string;
  /** The server's own certificate first. */
  chain: CertificateInfo[];
  problems: CertificateProblem[];
  /** The runtime's code of what cannot be verified. */
  code?: string;
  /** The server wants a client certificate, or did not accept the one shown; in words. */
  turnedDown?: string;
  /** The server hung up without a word, before or right after the handshake. */
  closed?: true;
  /** Why there was no handshake, in words. */
  trouble?: string;
  /** Milliseconds. */
  ms: number;
}

/** Speaks TLS on an open connection without sending anything, and looks at the certificates. Never rejects. */
export function shakeHands(
  socket: Socket,
  target: Target,
  { identity, signal }: { identity?: Identity; signal: AbortSignal },
): Promise<Handshake> {
  const started = performance.now();
  const authority = authorityOf(target);
  return new Promise((resolve) => {
    const found: Handshake = { done: false, chain: [], problems: [], ms: 0 };
    const secured = tls.connect({
      socket,
      host: target.host,
      // Literal addresses have no place in the handshake (RFC 6066 §3).
      ...(isIP(target.host) === 0 && { servername: target.host }),
      ...(identity && { secureContext: identity.context }),
      rejectUnauthorized: false,
    });
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(alert);
      signal.removeEventListener('abort', onAbort);
      secured.on('error', () => undefined);
      secured.destroy();
      socket.destroy();
      resolve(found);
    };
    const fail = (trouble: string) => {
      found.ms = round(performance.now() - started);
      found.trouble = trouble;
      settle();
    };
    const onAbort = () => fail('Stopped.');
    const timer = setTimeout(
      () => fail(`${authority} accepted the connection but answered nothing to the TLS handshake.`),
      TLS_TIMEOUT_MS,
    );
    let alert: NodeJS.Timeout | undefined;
    secured.once('secureConnect', () => {
      found.done = true;
      found.ms = round(performance.now() - started);
      found.protocol = secured.getProtocol() ?? undefined;
      found.cipher = secured.getCipher()?.name;
      const certificates = chainOf(secured);
      found.chain = certificates.map(describeCertificate);
      if (!secured.authorized) found.code = String(secured.authorizationError ?? 'UNKNOWN');
      found.problems = problemsOf(certificates, target.host, found.code, secured.getPeerCertificate());
      // What comes first hides that nobody else vouches for it; only an authority of the agent's own could.
      if (found.code && !identity && found.chain.length === 1 && found.chain[0]?.selfSigned)
        addOnce(found.problems, 'self-signed');
      // Bytes have to be read for an alert to be seen; what a server says by itself is let go of.
      secured.resume();
      alert = setTimeout(settle, TLS_ALERT_MS);
    });
    secured.once('end', () => {
      found.closed = true;
      if (found.done) settle();
      else fail(`${authority} closed the connection during the TLS handshake.`);
    });
    secured.on('close', () => {
      if (found.done) settle();
    });
    secured.on('error', (error: NodeJS.ErrnoException & { reason?: string }) => {
      const words = clientCertificateTrouble(`${error.code} ${error.reason ?? ''} ${error.message}`, authority);
      if (words !== undefined) found.turnedDown = words;
      else if (HUNG_UP.has(error.code ?? '')) found.closed = true;
      if (found.done) settle();
      else fail(words ?? failureOf(error, authority, 'connecting', { finished: false }).error.message);
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

const addOnce = (problems: CertificateProblem[], problem: CertificateProblem): void => {
  if (!problems.includes(problem)) problems.push(problem);
};

const round = (ms: number): number => Math.round(ms * 10) / 10;

function chainOf(socket: tls.TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: tls.DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (next?.raw && chain.length < CHAIN_LIMIT) {
    chain.push(new X509Certificate(next.raw));
    // The last one names itself.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

/** What is left of a connection that the other side has let go of. */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const AUTHORITY_CODES = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

/** The runtime reports the first problem only; all of them are worth knowing. */
function problemsOf(
  chain: readonly X509Certificate[],
  host: string,
  code: string | undefined,
  peer: tls.PeerCertificate,
): CertificateProblem[] {
  const problems: CertificateProblem[] = [];
  const now = Date.now();
  // The dates of a self-signed root do not matter when it is trusted, so they are looked at when something is wrong.
  const dated = code === undefined ? chain.slice(0, 1) : chain;
  if (dated.some((one) => Date.parse(one.validTo) < now)) problems.push('expired');
  if (dated.some((one) => Date.parse(one.validFrom) > now)) problems.push('not-yet-valid');
  if (chain.length > 0 && tls.checkServerIdentity(host, peer) !== undefined) problems.push('other-name');
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') problems.push('self-signed');
  if (code !== undefined && AUTHORITY_CODES.has(code)) problems.push('unknown-authority');
  if (code !== undefined && problems.length === 0) problems.push('other');
  return problems;
}
