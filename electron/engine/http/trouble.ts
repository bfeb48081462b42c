import type { Trouble, TroubleCode } from '../../../shared/lib/result.ts';
import type { EndCause } from '../../../shared/model/entry.ts';

/** An exchange that ended early: how, and why in words. */
export interface Failure {
  cause: EndCause;
  error: Trouble;
}

/** Where the exchange stood when it failed. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** What was seen on the socket: a FIN and a RST reach the response as the same error. */
export interface SocketEvidence {
  finished: boolean;
  errno?: string;
}

interface NetError extends Error {
  /** Put into words already. */
  failure?: Failure;
  code?: string;
  errors?: NetError[];
  reason?: string;
}

const failure = (cause: EndCause, code: TroubleCode, message: string, detail?: unknown): Failure => ({
  cause,
  error: detail === undefined ? { code, message } : { code, message, detail },
});

/** The code of an error; of the attempts of a connection to several addresses, the last one's. */
export function errorCode(error: NetError): string {
  return error.code ?? error.errors?.[error.errors.length - 1]?.code ?? '';
}

const CONNECT_TROUBLE: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) =>
    `Connection refused: nothing accepts connections at ${host}. The agent is probably not running or listens on another port or address. Start it, or check the address.`,
  ENOTFOUND: (host) => `The name of ${host} cannot be resolved. Check its spelling, the network and the DNS settings.`,
  EAI_AGAIN: (host) =>
    `The name of ${host} cannot be resolved at the moment: no DNS server answered. Check the network and try again.`,
  EHOSTUNREACH: (host) => `No route leads to ${host}. Check the address, the VPN and the firewall.`,
  ENETUNREACH: (host) => `The network of ${host} cannot be reached. Check the network connection and the VPN.`,
  ETIMEDOUT: (host) => `${host} did not answer the connection attempt. Check the address and the firewall.`,
  ECONNRESET: (host) =>
    `${host} hung up while the connection was being made. With https, the port may speak plain http, or the server may want a client certificate.`,
  EADDRNOTAVAIL: (host) =>
    `This computer has no address to connect to ${host} from. Check the address and the network.`,
};

const CERTIFICATE_TROUBLE: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate that this computer does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the certificates in between, or their issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown to this computer',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; the clock of this computer may be wrong',
  CERT_REVOKED: 'it was revoked',
  CERT_UNTRUSTED: 'it is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
};

function tlsFailure(code: string, host: string, error: NetError): Failure | undefined {
  const certificate = CERTIFICATE_TROUBLE[code];
  if (certificate !== undefined) {
    const message = `The certificate of ${host} was refused: ${certificate} (${code}). Ask the operator for a valid certificate, or allow it for this agent under Connection if it is your own test server.`;
    return failure('refused', 'tls', message, error.message);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    const refusal = clientCertificateTrouble(`${code} ${error.reason ?? ''} ${error.message}`, host);
    if (refusal !== undefined) return failure('refused', 'tls', refusal, error.message);
    const plain = /wrong version number|packet length too long|http request|unknown protocol/i.test(error.message);
    const message = plain
      ? `${host} does not speak TLS on this port. The address probably has to begin with http:// instead of https://.`
      : `The TLS handshake with ${host} failed (${error.reason ?? code}). Client and server may have no protocol version or cipher in common.`;
    return failure('refused', 'tls', message, error.message);
  }
  return undefined;
}

/** The alerts with which a server turns a client down (RFC 8446 §6.2), spelled by OpenSSL or BoringSSL. */
export function clientCertificateTrouble(text: string, host: string): string | undefined {
  if (/alert.?certificate.?required|alert.?number.?116/i.test(text)) {
    return `${host} wants a client certificate, and none was sent. Enter one under Connection.`;
  }
  if (
    /alert.?(?:unknown.?ca|bad.?certificate|certificate.?unknown|certificate.?expired|certificate.?revoked|unsupported.?certificate|access.?denied)/i.test(
      text,
    )
  ) {
    return `${host} did not accept the client certificate. Check that it is the right one, and whether it has expired.`;
  }
  return /alert.?handshake.?failure/i.test(text)
    ? `${host} broke off the TLS handshake. It may want a client certificate, or have no protocol version or cipher in common with Loupe.`
    : undefined;
}

/** What a proxy did instead of opening a way. */
export type ProxyTrouble =
  | 'timeout'
  | 'aborted'
  | { code: string }
  | { status: number; statusText: string; authority: string };

const PROXY_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved at the moment',
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'it did not answer',
  ECONNRESET: 'it closed the connection without an answer',
};

/** Puts trouble with a proxy into words. */
export function proxyFailure(proxy: string, what: ProxyTrouble): Failure {
  if (what === 'aborted') return failure('aborted', 'aborted', 'Stopped listening on request of the user.');
  if (what === 'timeout') {
    return failure('timeout', 'timeout', `The proxy ${proxy} opened no connection in time. Check its address.`);
  }
  if ('status' in what) {
    const { status, statusText, authority } = what;
    if (status === 407) {
      const message = `The proxy ${proxy} wants a user name and password (407). Put them into its address under Connection.`;
      return failure('refused', 'auth', message, { status });
    }
    const answer = `${status}${statusText ? ` ${statusText}` : ''}`;
    const message = `The proxy ${proxy} opened no connection to ${authority}: it answered ${answer}. The agent may be out of its reach, or not allowed.`;
    return failure('refused', 'network', message, { status });
  }
  const reason = PROXY_REASONS[what.code] ?? `the connection failed (${what.code})`;
  const message = `The proxy ${proxy} cannot be used: ${reason}. Check its address under Connection, or go without a proxy.`;
  return failure('refused', 'network', message, what.code);
}

const INPUT_CODES = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_URL',
]);

/** Puts an error of the HTTP machinery into words. Never throws. */
export function failureOf(error: NetError, host: string, phase: Phase, evidence: SocketEvidence): Failure {
  const code = errorCode(error);
  if (error.failure) return error.failure;
  if (INPUT_CODES.has(code)) {
    return failure('refused', 'bad-input', `The request cannot be sent: ${error.message}.`, code);
  }
  const tls = tlsFailure(code, host, error);
  if (tls) return tls;
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure(
      'cut',
      'http',
      `The header lines of the answer of ${host} are larger than can be read.`,
      error.message,
    );
  }
  if (code.startsWith('HPE_')) {
    const message =
      phase === 'answering'
        ? `The answer of ${host} broke the rules of HTTP in its middle (${code}). What arrived before is kept.`
        : `${host} did not answer in HTTP (${code}). The port may belong to another service, or the address has to begin with https://.`;
    return failure('cut', 'http', message, error.message);
  }
  if (phase === 'connecting') {
    const sentence = CONNECT_TROUBLE[code]?.(host) ?? `The connection to ${host} failed (${code || error.message}).`;
    return failure('refused', 'network', sentence, code || error.message);
  }
  return brokenFailure(code || error.message, host, phase, evidence);
}

/** The connection went away after it stood. */
function brokenFailure(code: string, host: string, phase: Phase, evidence: SocketEvidence): Failure {
  const reset = evidence.errno !== undefined && !evidence.finished;
  if (phase === 'waiting') {
    return reset
      ? failure(
          'reset',
          'network',
          `${host} reset the connection before it answered. The agent may have crashed; look at its log.`,
          evidence.errno,
        )
      : failure(
          'cut',
          'network',
          `${host} closed the connection without an answer. The agent may have crashed, or the port speaks another protocol.`,
          code,
        );
  }
  return reset
    ? failure(
        'reset',
        'network',
        `The connection was reset by ${host} in the middle of the answer (${evidence.errno}). What arrived before is kept.`,
        evidence.errno,
      )
    : failure(
        'cut',
        'network',
        `The answer of ${host} is incomplete: the connection was closed before its announced end (truncated). What arrived before is kept.`,
        code,
      );
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** A limit in milliseconds ran out; names the setting to change. */
export function timeoutFailure(what: 'connect' | 'request' | 'idle', ms: number, host: string): Failure {
  const [message, setting] = {
    connect: [`No connection to ${host} within ${seconds(ms)}. Check the address and the firewall`, 'connectTimeoutMs'],
    request: [
      `${host} accepted the request but sent no answer within ${seconds(ms)}. The agent may still be working on it`,
      'requestTimeoutMs',
    ],
    idle: [`${host} sent nothing for ${seconds(ms)} in the middle of its answer`, 'streamIdleTimeoutMs'],
  }[what] as [string, string];
  return failure('timeout', 'timeout', `${message}. The limit is the setting "${setting}".`, { setting, ms });
}
