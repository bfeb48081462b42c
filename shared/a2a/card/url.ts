/** The parts of the platform's URL that shared code uses; every host has the class, but no common type names it. */
export interface ParsedUrl {
  href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  /** With the port. */
  readonly host: string;
  readonly hostname: string;
  pathname: string;
  search: string;
  hash: string;
}

declare const URL: new (url: string, base?: string) => ParsedUrl;

/** Parses without throwing; undefined when the text is no URL. */
export function parseUrl(text: string, base?: string): ParsedUrl | undefined {
  try {
    return base === undefined ? new URL(text) : new URL(text, base);
  } catch {
    return undefined;
  }
}

export const isWeb = (url: ParsedUrl): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/** Host names that always mean this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
  hostname === '[::1]';

/** Addresses to listen on, not to call: they mean "every interface of this machine". */
export const isWildcard = (hostname: string): boolean => hostname === '0.0.0.0' || hostname === '[::]';

/** The host of an address that may lack a scheme (`host:port`, as gRPC interfaces are written). */
export function hostnameOf(address: string): string | undefined {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `grpc://${address}`;
  // Only http and https URLs get their host normalised, so the scheme is swapped for parsing.
  return parseUrl(full.replace(/^[a-z][a-z0-9+.-]*:/i, 'http:'))?.hostname || undefined;
}
