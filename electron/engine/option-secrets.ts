import type { AgentOptions, TlsOptions } from '../../shared/contract/views.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import { isSecretHeader, MASK, maskHeaders, maskHeaderValue, maskUrl } from './mask.ts';

/** Members of the TLS options that are secrets: PKCS#12 holds the key. */
const TLS_SECRETS = ['key', 'pfx', 'passphrase'] as const;

/** Options as pages see them: a mask in place of every secret. */
export function maskedOptions(options: AgentOptions): AgentOptions {
  const { headers, tls, proxy } = options;
  return {
    ...options,
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

/** New options from a page. What comes back with its mask keeps the secret it had. */
export function takeOptions(options: AgentOptions, before: AgentOptions): AgentOptions {
  const taken = { ...options };
  if (options.headers) taken.headers = takeHeaders(options.headers, before.headers ?? []);
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
      ([other, secret]) => other.toLowerCase() === name.toLowerCase() && maskHeaderValue(other, secret) === value,
    );
    return known && isSecretHeader(name) ? [name, known[1]] : [name, value];
  });

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
