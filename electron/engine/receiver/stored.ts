import type { PushCredentialView } from '../../../shared/contract/receiver.ts';
import { isObject } from '../../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { authorizationScheme } from '../../../shared/model/credential.ts';
import { storedIdOf } from '../../../shared/model/push.ts';
import { consentTrouble } from '../access/binding.ts';
import type { CredentialRecord } from '../access/credentials.ts';
import { piecesOf } from '../access/pieces.ts';
import { isTokenRecord } from '../access/tokens.ts';
import { credentialView } from '../access/view.ts';
import type { AgentRecord } from '../agents.ts';
import { maskUrl } from '../mask.ts';
import { originOf } from '../origins.ts';
import type { EngineParts } from '../parts.ts';

export type StoredParts = Pick<EngineParts, 'agents' | 'credentials' | 'tokens' | 'consents' | 'secrets'>;

const FIELD = { field: 'authentication.credentials' };

/** Stored credentials that fit into an Authorization line, by name. */
export function storedCredentials({ credentials }: Pick<StoredParts, 'credentials'>): PushCredentialView[] {
  return credentials.list().flatMap((record) => {
    const scheme = authorizationScheme(record.scheme);
    if (scheme === undefined) return [];
    const { id, name, origin, state } = credentialView(credentials, record);
    return [{ id, name, origin, state, scheme }];
  });
}

/**
 * A push configuration with the secret of a stored credential in the place of its name. The agent and whoever takes its
 * deliveries (`to`) get to know it: where it was not entered for their origins the person is asked first.
 */
export async function fillStored<C extends Record<string, unknown>>(
  parts: StoredParts,
  agentId: string,
  config: C,
  to: readonly string[],
): Promise<Reply<C>> {
  const { authentication } = config;
  const id = isObject(authentication) ? storedIdOf(authentication.credentials) : undefined;
  if (id === undefined || !isObject(authentication)) return done(config);
  const record = parts.credentials.get(id);
  const agent = parts.agents.get(agentId);
  if (!record || !agent) {
    return refused('not-found', 'The stored credential of this push configuration is gone. Choose another one.', FIELD);
  }
  for (const url of to) {
    const allowed = mayGo(parts, agent, record, url);
    if (!allowed.ok) return allowed;
  }
  const secret = await secretOf(parts, agent, record);
  if (!secret.ok) return secret;
  parts.secrets.add(secret.value);
  return done({ ...config, authentication: { ...authentication, credentials: secret.value } });
}

function mayGo({ consents, secrets }: StoredParts, agent: AgentRecord, record: CredentialRecord, url: string) {
  const { origin, name } = record;
  const to = originOf(url) ?? url;
  if (to === origin) return done(null);
  const answer = consents.answer(origin, to);
  if (answer === 'send') return done(null);
  if (answer === 'without') {
    const message = `You chose not to send credentials of ${origin} to ${to}. Enter others for “${name}”, or forget that answer under Access; nothing was sent.`;
    return refused('auth', message, FIELD);
  }
  const asked = { from: origin, to, what: [`“${name}”`] };
  return { ok: false as const, error: consentTrouble({ agent, url: maskUrl(url, secrets) }, asked, 'push') };
}

/** The one value of a credential that goes behind the scheme of an Authorization line. */
async function secretOf(
  { credentials, tokens }: StoredParts,
  agent: AgentRecord,
  record: CredentialRecord,
): Promise<Reply<string>> {
  const scheme = authorizationScheme(record.scheme);
  if (scheme === undefined) {
    return refused(
      'bad-input',
      `“${record.name}” does not fit into the authentication of a push configuration.`,
      FIELD,
    );
  }
  const secrets = isTokenRecord(record) ? await tokens.usable(record, agent) : credentials.secretsOf(record.id);
  if (!secrets.ok) return secrets;
  const pieces = piecesOf(record, secrets.value);
  if (!pieces.ok) return pieces;
  const [piece] = pieces.value;
  const value = piece && piece.on !== 'tls' ? piece.value : '';
  return done(scheme === '' ? value : value.slice(scheme.length + 1));
}
