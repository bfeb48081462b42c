import { BlockList, isIP, isIPv4 } from 'node:net';
import { parseHttpUrl } from './client.ts';

/** An http proxy on the way to an agent. */
export interface HttpProxy {
  host: string;
  port: number;
  /** `host:port`. */
  authority: string;
  /** Value of Proxy-Authorization. */
  authorization?: string;
  /** Who named it: a variable of the environment, the system, or the person. */
  from: string;
}

/** The proxy that a system names for a URL, or why there is none. */
export type SystemProxy = { url: string; from: string } | { bypass: string } | undefined;

const PROXY_PORT = 80;

/** Reads the address of a proxy; a string says in words what is wrong with it. */
export function readProxy(text: string, from: string): HttpProxy | string {
  const trimmed = text.trim();
  if (trimmed === '') return 'The address of the proxy is missing, for example http://proxy.example:3128.';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http') {
    return `Loupe speaks to proxies over http only, not ${scheme}, for example http://proxy.example:3128.`;
  }
  const url = parseHttpUrl(scheme === undefined ? `http://${trimmed}` : trimmed);
  if (!url || url.hostname === '') return `"${trimmed}" is no address of a proxy.`;
  if (url.pathname !== '/' || url.search !== '') return 'The address of a proxy has no path.';
  const port = Number(url.port || PROXY_PORT);
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    authority: `${url.hostname}:${port}`,
    ...(url.username !== '' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    from,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Lower case first, as curl does; upper-case HTTP_PROXY can be set by a request header in CGI programs, which this is not. */
function variable(env: Environment, name: string): { name: string; value: string } | undefined {
  for (const spelled of [name, name.toUpperCase()]) {
    const value = env[spelled];
    if (value) return { name: spelled, value };
  }
  return undefined;
}

/** Names and addresses of this computer, as a URL spells them. */
export const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
  hostname === '[::1]';

/**
 * The proxy for a URL by `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`. This computer is always reached
 * directly, as browsers do it.
 */
export function proxyOfEnvironment(url: URL, env: Environment): SystemProxy {
  const named = variable(env, `${url.protocol.slice(0, -1)}_proxy`) ?? variable(env, 'all_proxy');
  if (!named) return undefined;
  if (isLocal(url.hostname)) return { bypass: 'loopback' };
  const except = variable(env, 'no_proxy');
  const rule = except && matchingRule(url, except.value);
  if (rule) return { bypass: `${except.name}: ${rule}` };
  return { url: named.value, from: named.name };
}

function matchingRule(url: URL, list: string): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .find((rule) => matches(rule.toLowerCase(), host, port));
}

function matches(rule: string, host: string, port: string): boolean {
  if (rule === '*') return true;
  if (rule.includes('/')) return inNetwork(rule, host);
  const parts = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(rule);
  const bare = isIP(rule) ? rule : (parts?.[1] ?? rule);
  if (!isIP(rule) && parts?.[2] !== undefined && parts[2] !== port) return false;
  const name = bare.replace(/^\*?\./, '');
  return host === name || (!isIP(host) && host.endsWith(`.${name}`));
}

function inNetwork(rule: string, host: string): boolean {
  const [network = '', bits = ''] = rule.split('/');
  const prefix = Number(bits);
  if (!isIP(network) || !isIP(host) || !/^\d+$/.test(bits) || prefix > (isIPv4(network) ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
  return list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}

/** The first proxy of a system's answer in the form `PROXY host:port; DIRECT`; undefined means directly. */
export function proxyOfSystem(answer: string): string | undefined {
  const first = answer.split(';')[0]?.trim() ?? '';
  const [word = '', address = ''] = first.split(/\s+/);
  if (/^(?:PROXY|HTTP)$/i.test(word)) return `http://${address}`;
  return /^DIRECT$/i.test(word) || first === '' ? undefined : `${word.toLowerCase()}://${address}`;
}
