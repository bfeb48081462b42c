import { isLoopback, isWildcard, parseUrl } from './url.ts';

/** Where a gRPC service listens. */
export interface GrpcAddress {
  /** Name or address, IPv6 without brackets. */
  host: string;
  port: number;
  /** `host:port`, IPv6 in brackets. */
  authority: string;
  /** TLS; otherwise HTTP/2 in plain text. */
  secure: boolean;
}

const TLS_PORT = 443;
const PLAIN_PORT = 80;

/** Whether a scheme means TLS; undefined leaves it to the host. `dns` is the resolver of gRPC's own target names. */
const SCHEMES: ReadonlyMap<string, boolean | undefined> = new Map<string, boolean | undefined>([
  ['grpc', false],
  ['http', false],
  ['h2c', false],
  ['grpcs', true],
  ['https', true],
  ['dns', undefined],
]);

/** Addresses of private networks (RFC 1918, RFC 6598, RFC 3927, RFC 4193). */
const PRIVATE =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd])/i;

/**
 * Reads the address of a gRPC interface: `host:port` as 1.0 writes it (§4.4.6), or a URL. Without a scheme the host
 * decides: this machine, private networks and names without a dot are called in plain text, everything else and port 443
 * with TLS. Undefined when it names no host.
 */
export function grpcAddress(written: string): GrpcAddress | undefined {
  const text = written.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):(?:\/\/\/?)/i.exec(text) ?? /^(dns):/i.exec(text);
  const name = scheme?.[1]?.toLowerCase();
  if (name !== undefined && !SCHEMES.has(name)) return undefined;
  const rest = text.slice(scheme?.[0].length ?? 0);
  const bare = /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f.]*$/i.test(rest) ? `[${rest}]` : rest;
  // Only http(s) URLs get their host checked and normalised; a non-default scheme keeps every port visible.
  const port = /^(?:\[[^\]]*\]|[^/?#:@]*):(\d+)(?:[/?#]|$)/.exec(bare)?.[1];
  const url = parseUrl(`http://${bare}`);
  if (url === undefined || url.hostname === '') return undefined;
  const { hostname } = url;
  const secure =
    (name === undefined ? undefined : SCHEMES.get(name)) ??
    (port === String(TLS_PORT) || !(isNear(hostname) && port !== undefined));
  const number = port === undefined ? (secure ? TLS_PORT : PLAIN_PORT) : Number(port);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    authority: `${hostname}:${number}`,
    secure,
  };
}

const isNear = (hostname: string): boolean =>
  isLoopback(hostname) || isWildcard(hostname) || PRIVATE.test(hostname) || !/[.:]/.test(hostname);
