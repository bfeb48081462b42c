import { type Failure, failureOf } from '../../http/trouble.ts';

/** How a call ended without a status of the server; the library has statuses of its own for that. */
export type Ending =
  /** The server answered over HTTP, but not in gRPC. */
  { kind: 'http'; status: number } | { kind: 'failure'; failure: Failure };

/** Texts by which the library reports a certificate, and the codes of the TLS layer. */
const CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/self[- ]signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self[- ]signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/unable to get local issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/unable to get issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/certificate is not yet valid/, 'CERT_NOT_YET_VALID'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/SSL routines/, 'EPROTO'],
];

const NEVER_CONNECTED = /^No connection established\. Last error: (?:Error: )?(.*?)\.? Resolution note: /s;

const plain = (cause: Failure['cause'], message: string, detail: string): Ending => ({
  kind: 'failure',
  failure: { cause, error: { code: 'network', message, detail } },
});

const socket = (code: string, host: string, phase: 'connecting' | 'answering', details: string): Ending => ({
  kind: 'failure',
  failure: failureOf(Object.assign(new Error(details), { code }), host, phase, { finished: false, errno: code }),
});

/**
 * What the details of a status say when the library made the status up because none arrived; undefined when it came from
 * the server. The sentences are those of the library; the tests hold them against real broken servers.
 */
export function endingOf(details: string, host: string, proxy?: string): Ending | undefined {
  const last = NEVER_CONNECTED.exec(details)?.[1];
  if (last !== undefined) return neverConnected(last, host, proxy);
  if (details.startsWith('Name resolution failed for target')) return socket('ENOTFOUND', host, 'connecting', details);
  const status = /^Received HTTP status code (\d+)/.exec(details)?.[1];
  if (status !== undefined) return { kind: 'http', status: Number(status) };
  if (details === 'read ECONNRESET' || details === 'read ETIMEDOUT') {
    return socket('ECONNRESET', host, 'answering', details);
  }
  if (details === 'Connection dropped') {
    const message = `The answer of ${host} is incomplete: the connection was closed before its status (truncated). What arrived before is kept.`;
    return plain('cut', message, details);
  }
  if (/Call ended without gRPC status|^No status information received/.test(details)) {
    const message = `The answer of ${host} is incomplete: it ended without a gRPC status (truncated). What arrived before is kept.`;
    return plain('cut', message, details);
  }
  if (
    /^Received RST_STREAM with code|^Stream refused by server|^Bandwidth exhausted|^Protocol not secure/.test(details)
  ) {
    return plain('reset', `${host} broke the call off (${details}). What arrived before is kept.`, details);
  }
  if (/^Received message larger than max/.test(details)) {
    return {
      kind: 'failure',
      failure: { cause: 'cut', error: { code: 'protocol', message: `${details}; reading stopped there.` } },
    };
  }
  return undefined;
}

function neverConnected(last: string, host: string, proxy: string | undefined): Ending {
  const code = /\b(E[A-Z]{3,})\b/.exec(last)?.[1] ?? CERTIFICATES.find(([text]) => text.test(last))?.[1];
  if (code !== undefined) return socket(code, host, 'connecting', last);
  if (proxy !== undefined) {
    const message = `No connection to ${host} through the proxy ${proxy}: the proxy opened no tunnel, or ${host} does not speak HTTP/2, which gRPC needs.`;
    return plain('refused', message, last);
  }
  const message = `${host} does not speak HTTP/2, which gRPC needs. The port may belong to another service, or the address has to begin with https:// (TLS) or http:// (plain text).`;
  return plain('refused', message, last);
}
