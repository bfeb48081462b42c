import type { CredentialView } from '../../../shared/contract/access.ts';
import type { CredentialRecord, Credentials, SecretsView } from './credentials.ts';
import { isRenewable, isTokenRecord } from './tokens.ts';

/** A credential as pages see it: names and states, never a value. */
export function credentialView(credentials: Credentials, record: CredentialRecord): CredentialView {
  const { lastUse: _, trouble, ...rest } = record;
  const known = credentials.secretsView(record.id);
  const secrets = credentials.secretsOf(record.id);
  const refreshable = isTokenRecord(record) && secrets.ok && isRenewable(record, secrets.value);
  const why = known.trouble ?? trouble;
  return {
    ...rest,
    state: stateOf(record, known, refreshable),
    agents: credentials.agentsOf(record.id),
    has: known.has,
    ...(refreshable && { refreshable: true as const }),
    ...(why && { trouble: why }),
  };
}

function stateOf(record: CredentialRecord, known: SecretsView, refreshable: boolean): CredentialView['state'] {
  const { lastUse, expires, trouble, scheme } = record;
  if (known.state === 'locked' || known.state === 'enter-again') return known.state;
  if (known.state === 'none' && scheme.type !== 'mutualTLS' && scheme.type !== 'oauth2') return 'enter-again';
  if (lastUse === 'refused') return 'refused';
  const token = known.has.includes('accessToken');
  if (scheme.type === 'oauth2') {
    const over = expires !== undefined && Date.parse(expires) <= Date.now();
    if (token && !refreshable && (over || trouble)) return 'expired';
    return token ? 'valid' : 'untested';
  }
  return lastUse === 'ok' ? 'valid' : 'untested';
}
