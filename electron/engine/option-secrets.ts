import type { AgentOptions, TlsOptions } from '../../shared/contract/views.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import type { SecretRecord } from './access/seams.ts';
import { isSecretHeader, MASK, maskHeaders, maskUrl } from './mask.ts';

/** Members of the TLS options that are secrets: PKCS#12 holds the key. */
const TLS_SECRETS = ['key', 'pfx', 'passphrase'] as const;

/** The password of an address with a scheme, and what stands around it. */
const PASSWORD_IN_URL = /^([a-z][a-z0-9+.-]*:\/\/[^/?#:@]*:)([^/?#@]*)@/i;

/** Options as pages see them: a mask in place of every secret. */
export function maskedOptions(options: AgentOptions): AgentOptions {
  const { endpoint, headers, tls, proxy } = options;
  return {
    ...options,
    ...(endpoint !== undefined && { endpoint: maskUrl(endpoint) }),
    ...(headers && { headers: maskHeaders(headers) }),
    ...(tls && { tls: withMasks(tls) }),
    ...(proxy?.use === 'url' && { proxy: { ...proxy, url: maskUrl(proxy.url) } }),
  };
}

/**
 * Options as they are kept on disk. Secret header lines and the passphrase are left out; a mask in place of a key, PKCS#12
 * or proxy password says that there was one.
 */
export function keptOptions(options: AgentOptions): AgentOptions {
  const kept = maskedOptions(options);
  if (options.headers) kept.headers = options.headers.filter(([name]) => !isSecretHeader(name));
  if (kept.tls) {
    const { passphrase: _, ...tls } = kept.tls;
    kept.tls = tls;
  }
  return kept;
}

/** A header line that holds a mask instead of its value is none. */
export const withoutMaskedHeaders = (options: AgentOptions): AgentOptions =>
  options.headers ? { ...options, headers: options.headers.filter(([, value]) => !value.includes(MASK)) } : options;

/** New options from a page. What comes back with its mask keeps the secret it had. */
export function takeOptions(options: AgentOptions, before: AgentOptions): AgentOptions {
  const taken = { ...options };
  if (options.headers) taken.headers = takeHeaders(options.headers, before.headers ?? []);
  const { endpoint } = options;
  if (endpoint !== undefined && before.endpoint !== undefined && isMaskOf(endpoint, before.endpoint)) {
    taken.endpoint = before.endpoint;
  }
  if (options.tls) {
    const tls = { ...options.tls };
    for (const name of TLS_SECRETS) if (tls[name] === MASK) tls[name] = before.tls?.[name];
    taken.tls = tls;
  }
  if (options.proxy?.use === 'url') {
    const url = withScheme(options.proxy.url.trim());
    const known = before.proxy?.use === 'url' && url === maskUrl(before.proxy.url) ? before.proxy.url : url;
    taken.proxy = { use: 'url', url: known };
  }
  return taken;
}

/** Passwords are found in addresses with a scheme. */
const withScheme = (url: string): string =>
  url === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;

const takeHeaders = (headers: HeaderLines, before: HeaderLines): HeaderLines =>
  headers.map(([name, value]): HeaderLines[number] => {
    const known = before.find(
      ([other, secret]) => other.toLowerCase() === name.toLowerCase() && isMaskOf(value, secret),
    );
    return known ? [name, known[1]] : [name, value];
  });

/** Whether a text with masks may stand for another: pages get known values masked wherever they are. */
function isMaskOf(masked: string, text: string): boolean {
  const pieces = masked.split(MASK);
  if (pieces.length === 1) return false;
  const pattern = pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]+');
  return new RegExp(`^${pattern}$`).test(text);
}

function withMasks(tls: TlsOptions): TlsOptions {
  const masked = { ...tls };
  for (const name of TLS_SECRETS) if (masked[name]) masked[name] = MASK;
  return masked;
}

/** Secrets that were not kept over the end of the program. */
export const forgottenSecrets = ({ tls, proxy }: AgentOptions): ('key' | 'pfx' | 'proxy')[] => [
  ...(tls?.key === MASK ? (['key'] as const) : []),
  ...(tls?.pfx === MASK ? (['pfx'] as const) : []),
  ...(proxy?.use === 'url' && proxy.url.includes(MASK) ? (['proxy'] as const) : []),
];

/** The secrets among options by name, for the vault. What `keptOptions` leaves out or masks, and a mask is none. */
export function optionSecrets({ endpoint = '', headers = [], tls = {}, proxy }: AgentOptions): SecretRecord {
  const secrets: [string, string][] = [];
  const take = (name: string, value: string | undefined) => {
    if (value && !value.includes(MASK)) secrets.push([name, value]);
  };
  for (const [place, [name, value]] of headers.entries()) {
    if (isSecretHeader(name)) take(`header:${place}:${name}`, value);
  }
  for (const name of TLS_SECRETS) take(`tls:${name}`, tls[name]);
  if (maskUrl(endpoint) !== endpoint) take('endpoint', endpoint);
  if (proxy?.use === 'url') take('proxy:password', PASSWORD_IN_URL.exec(proxy.url)?.[2]);
  return Object.fromEntries(secrets);
}

/** Puts secrets back where they are missing. What was entered meanwhile stays. */
export function withSecrets(options: AgentOptions, secrets: SecretRecord): AgentOptions {
  const full = { ...options };
  const lines = headerLinesIn(secrets);
  if (lines.length > 0) full.headers = withHeaders(options.headers ?? [], lines);
  if (options.endpoint?.includes(MASK) && secrets.endpoint !== undefined) full.endpoint = secrets.endpoint;
  if (options.tls) full.tls = withTlsSecrets(options.tls, secrets);
  const password = secrets['proxy:password'];
  if (options.proxy?.use === 'url' && password !== undefined) {
    const url = options.proxy.url.replace(PASSWORD_IN_URL, (all, lead: string, known: string) =>
      known === MASK ? `${lead}${password}@` : all,
    );
    full.proxy = { use: 'url', url };
  }
  return full;
}

function withTlsSecrets(tls: TlsOptions, secrets: SecretRecord): TlsOptions {
  const full = { ...tls };
  for (const name of ['key', 'pfx'] as const) {
    const secret = secrets[`tls:${name}`];
    if (tls[name] !== MASK || secret === undefined) continue;
    full[name] = secret;
    // It opens this key only.
    full.passphrase ??= secrets['tls:passphrase'];
  }
  return full;
}

type PlacedLine = { place: number; line: HeaderLines[number] };

const headerLinesIn = (secrets: SecretRecord): PlacedLine[] =>
  Object.entries(secrets)
    .flatMap(([key, value]): PlacedLine[] => {
      const [, place, name] = /^header:(\d+):(.+)$/.exec(key) ?? [];
      return place && name ? [{ place: Number(place), line: [name, value] }] : [];
    })
    .sort((a, b) => a.place - b.place);

function withHeaders(headers: HeaderLines, lines: PlacedLine[]): HeaderLines {
  const full = [...headers];
  const present = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const { place, line } of lines) {
    if (!present.has(line[0].toLowerCase())) full.splice(place, 0, line);
  }
  return full;
}
