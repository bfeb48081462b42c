import type { AgentOptions } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import { headerSecrets, urlSecrets } from './mask.ts';
import { optionSecrets } from './option-secrets.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The secret values in the input of a procedure, which may have any shape: secrets of credentials, passphrases, and what
 * is secret among the options of an agent.
 */
export function enteredSecrets(input: unknown): string[] {
  if (!isObject(input)) return [];
  const { secrets, options, passphrase, next, url, value } = input;
  const found = [passphrase, next].filter(isText);
  if (isObject(secrets)) found.push(...Object.values(secrets).filter(isText).flatMap(withBareValue));
  if (isText(url)) found.push(...urlSecrets(url));
  if (isObject(options)) found.push(...ofOptions(options));
  // Keys that sign cards are a setting.
  if (Array.isArray(value)) for (const key of value) if (isObject(key) && isText(key.secret)) found.push(key.secret);
  return found;
}

/** The value of a header line may begin with a scheme word; the rest is the secret then. */
function withBareValue(value: string): string[] {
  const bare = /^(?:bearer|basic|token|apikey) +(\S+)$/i.exec(value)?.[1];
  return bare === undefined ? [value] : [value, bare];
}

function ofOptions(options: Record<string, unknown>): string[] {
  const lines: unknown[] = Array.isArray(options.headers) ? options.headers : [];
  const headers = lines.filter((line): line is HeaderLines[number] => Array.isArray(line) && line.every(isText));
  const { tls, proxy, endpoint } = options;
  const read: AgentOptions = { headers };
  if (isObject(tls)) read.tls = Object.fromEntries(Object.entries(tls).filter(([, value]) => isText(value)));
  if (isObject(proxy) && proxy.use === 'url' && isText(proxy.url)) read.proxy = { use: 'url', url: proxy.url };
  // A proxy may be entered without its scheme.
  const proxySecrets =
    read.proxy?.use === 'url' ? [read.proxy.url, `http://${read.proxy.url}`].flatMap(urlSecrets) : [];
  return [
    ...Object.values(optionSecrets(read)),
    ...headerSecrets(headers),
    ...proxySecrets,
    ...(isText(endpoint) ? urlSecrets(endpoint) : []),
  ];
}
