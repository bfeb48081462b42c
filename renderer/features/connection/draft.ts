import type {
  AgentOptions,
  OptionProblem,
  OptionsCheck,
  ProxyChoice,
  TlsOptions,
} from '../../../shared/contract/views.ts';
import type { BindingId, DialectId, HeaderLines } from '../../../shared/model/entry.ts';

/** The form as it is on screen: every field has a value. */
export interface Draft {
  version: DialectId | 'auto';
  binding: BindingId | 'auto';
  endpoint: string;
  tenant: string;
  ca: string;
  client: 'none' | 'pem' | 'pfx';
  cert: string;
  key: string;
  /** Base64. */
  pfx: string;
  passphrase: string;
  allowSelfSigned: boolean;
  proxy: ProxyChoice['use'];
  proxyUrl: string;
  headers: HeaderLines;
}

/** The form for options. */
export function draftOf({ version, binding, endpoint, tenant, headers, tls = {}, proxy }: AgentOptions): Draft {
  return {
    version: version ?? 'auto',
    binding: binding ?? 'auto',
    endpoint: endpoint ?? '',
    tenant: tenant ?? '',
    ca: tls.ca ?? '',
    client: tls.pfx !== undefined ? 'pfx' : tls.cert !== undefined || tls.key !== undefined ? 'pem' : 'none',
    cert: tls.cert ?? '',
    key: tls.key ?? '',
    pfx: tls.pfx ?? '',
    passphrase: tls.passphrase ?? '',
    allowSelfSigned: tls.allowSelfSigned === true,
    proxy: proxy?.use ?? 'system',
    proxyUrl: proxy?.use === 'url' ? proxy.url : '',
    headers: headers ?? [],
  };
}

/** The options for a form. What the form does not show stays as it was. */
export function optionsOf(draft: Draft, before: AgentOptions): AgentOptions {
  const { version: _v, binding: _b, endpoint: _e, tenant: _t, headers: _h, tls: _s, proxy: _p, ...rest } = before;
  const tls = tlsOf(draft);
  const proxy = proxyOf(draft, before.proxy);
  const headers = draft.headers.filter(([name, value]) => name.trim() !== '' || value !== '');
  return {
    ...rest,
    ...(draft.version !== 'auto' && { version: draft.version }),
    ...(draft.binding !== 'auto' && { binding: draft.binding }),
    ...(draft.endpoint.trim() && { endpoint: draft.endpoint.trim() }),
    ...(draft.tenant.trim() && { tenant: draft.tenant.trim() }),
    ...(headers.length > 0 && { headers: headers.map(([name, value]): HeaderLines[number] => [name.trim(), value]) }),
    ...(Object.keys(tls).length > 0 && { tls }),
    ...(proxy && { proxy }),
  };
}

function tlsOf({ ca, client, cert, key, pfx, passphrase, allowSelfSigned }: Draft): TlsOptions {
  const tls: TlsOptions = {};
  if (ca.trim()) tls.ca = ca;
  if (client === 'pem') {
    tls.cert = cert;
    if (key) tls.key = key;
  }
  if (client === 'pfx') tls.pfx = pfx;
  if (client !== 'none' && passphrase) tls.passphrase = passphrase;
  if (allowSelfSigned) tls.allowSelfSigned = true;
  return tls;
}

/** The system's proxy is what goes without saying. */
function proxyOf({ proxy, proxyUrl }: Draft, before: ProxyChoice | undefined): ProxyChoice | undefined {
  if (proxy === 'url') return { use: 'url', url: proxyUrl.trim() };
  return proxy === 'none' || before?.use === 'system' ? { use: proxy } : undefined;
}

/** Fields that are not called wrong before anybody has filled them in; saving says so. */
const AS_YET_EMPTY: Partial<Record<OptionProblem['field'], keyof Draft>> = {
  cert: 'cert',
  key: 'key',
  pfx: 'pfx',
  proxy: 'proxyUrl',
};

/** The problems to show while somebody is still typing. */
export const worthSaying = (problems: readonly OptionProblem[], draft: Draft): OptionProblem[] =>
  problems.filter(({ field }) => {
    const member = AS_YET_EMPTY[field];
    return member === undefined || draft[member] !== '';
  });

/** The form would change nothing. */
export const isSame = (draft: Draft, options: AgentOptions): boolean =>
  JSON.stringify(sorted(optionsOf(draft, options))) === JSON.stringify(sorted(optionsOf(draftOf(options), options)));

const sorted = (options: AgentOptions): [string, unknown][] =>
  Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));

/** The sentence about a field, when there is one. */
export const problemOf = (check: OptionsCheck | undefined, field: OptionProblem['field']): string | undefined =>
  check?.problems.find((problem) => problem.field === field)?.message;
