import type { OptionProblem, OptionsCheck } from '../../shared/contract/doctor.ts';
import type { AgentOptions, TlsOptions } from '../../shared/contract/views.ts';
import type { HeaderLines } from '../../shared/model/entry.ts';
import { describeCertificate, readCertificates } from './http/certificates.ts';
import { BAD_HEADER_VALUE, HEADER_NAME } from './http/headers.ts';
import { readProxy } from './http/proxy.ts';
import { checkMaterial } from './http/secure-context.ts';
import { MASK } from './mask.ts';
import { originOf } from './origins.ts';

/** What is wrong with options before anything is sent, and what their certificates say. */
export function checkOptions(options: AgentOptions): OptionsCheck {
  const { endpoint, headers = [], tls = {}, proxy } = options;
  const problems: OptionProblem[] = [];
  const add = (problem: OptionProblem | undefined) => problem && problems.push(problem);
  if (endpoint && originOf(endpoint) === undefined) {
    add({ field: 'endpoint', message: `"${endpoint}" is no address that can be called.` });
  }
  add(headerProblem(headers));
  for (const problem of tlsProblems(tls)) add(problem);
  if (proxy?.use === 'url' && !proxy.url.includes(MASK)) {
    const read = readProxy(proxy.url, 'agent');
    if (typeof read === 'string') add({ field: 'proxy', message: read });
  }
  const authorities = tls.ca === undefined ? [] : readCertificates(tls.ca);
  const own = tls.cert === undefined ? [] : readCertificates(tls.cert);
  const client = typeof own === 'string' ? undefined : own[0];
  return {
    problems,
    ca: typeof authorities === 'string' ? [] : authorities.map(describeCertificate),
    ...(client && { client: describeCertificate(client) }),
  };
}

/** Authorities and client certificate are looked at apart, so that each field gets its own sentence. */
function tlsProblems({ ca, cert, key, pfx, passphrase }: TlsOptions): OptionProblem[] {
  // What was forgotten cannot be looked at; it is asked for when it is needed.
  const known = key !== MASK && pfx !== MASK;
  return [
    ca === undefined ? undefined : checkMaterial({ ca }),
    known ? checkMaterial({ cert, key, pfx, passphrase }) : undefined,
  ].filter((problem): problem is OptionProblem => problem !== undefined);
}

function headerProblem(headers: HeaderLines): OptionProblem | undefined {
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) {
      const message = name === '' ? 'A header line has no name.' : `"${name}" is no name of a header line.`;
      return { field: 'headers', message };
    }
    if (value !== MASK && !value.endsWith(MASK) && BAD_HEADER_VALUE.test(value)) {
      return { field: 'headers', message: `The value of ${name} has characters that no header line can carry.` };
    }
  }
  return undefined;
}
