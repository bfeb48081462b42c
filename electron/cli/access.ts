import type { AgentView } from '../../shared/contract/views.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import type { AgentCard } from '../../shared/model/card.ts';
import type { Keep } from '../../shared/model/credential.ts';
import { type CredentialEntry, completed, standsAlone } from './card-credential.ts';
import type { CommandEngine } from './connection.ts';
import { type GivenAccess, type GivenCredential, originOf } from './credentials.ts';
import { useKept } from './kept-credentials.ts';
import { signIn } from './sign-in.ts';
import type { Terminal } from './terminal.ts';

/** Hands an agent's credentials to the engine: first those that need no card, the others when the card is there. */
export interface Access {
  /** Something waits for the card. */
  readonly waiting: boolean;
  /** Before anything is sent. */
  begin(): Promise<Reply<null>>;
  /** When the card was read, or could not be. */
  finish(card: AgentCard | undefined): Promise<Reply<null>>;
}

export function createAccess(
  engine: CommandEngine,
  terminal: Terminal,
  agent: Pick<AgentView, 'id'>,
  given: GivenAccess,
  keep: Keep = 'session',
): Access {
  let origin = '';

  const enter = async (one: GivenCredential, card: AgentCard | undefined): Promise<Reply<null>> => {
    const entry = completed(one, card);
    if (!entry.ok) return entry;
    const { scheme, secrets, cardScheme, named } = entry.value;
    const elsewhere = foreign(named, [origin, ...given.allowed]);
    if (elsewhere !== undefined) return tokenServiceElsewhere(origin, elsewhere);
    const saved = await engine.call('access.save', {
      agent: agent.id,
      scheme,
      secrets,
      keep,
      ...(cardScheme !== undefined && { cardScheme }),
    });
    if (!saved.ok) return saved;
    return scheme.type === 'oauth2' ? signIn(engine, terminal, agent.id, saved.value.id) : done(null);
  };

  const enterAll = async (list: readonly GivenCredential[], card?: AgentCard): Promise<Reply<null>> => {
    for (const one of list) {
      const entered = await enter(one, card);
      if (!entered.ok) return entered;
    }
    return done(null);
  };

  return {
    waiting: !given.credentials.every(standsAlone),
    async begin() {
      if (given.kept) {
        const used = await useKept(engine, terminal, agent.id);
        if (!used.ok) return used;
      }
      if (given.credentials.length === 0 && given.allowed.length === 0) return done(null);
      const access = await engine.call('access.get', { agent: agent.id });
      if (!access.ok) return access;
      origin = access.value.origin;
      for (const to of given.allowed) {
        if (to === origin) continue;
        const consent = await engine.call('access.consent', { from: origin, to, answer: 'send' });
        if (!consent.ok) return consent;
      }
      return enterAll(given.credentials.filter(standsAlone));
    },
    finish: (card) =>
      enterAll(
        given.credentials.filter((one) => !standsAlone(one)),
        card,
      ),
  };
}

/** The first address that is of none of the origins. */
const foreign = (addresses: CredentialEntry['named'], origins: readonly string[]): string | undefined =>
  addresses.find((address) => !origins.includes(originOf(address) ?? ''));

/** The card alone does not settle who is given the client's secret. */
function tokenServiceElsewhere(origin: string, address: string): Reply<never> {
  const to = originOf(address) ?? address;
  return refused(
    'consent',
    `The card of ${origin} names the token service ${to}. Nothing was sent there. --allow-origin ${to} trusts it; ` +
      '--issuer or --token-url names another one.',
    { from: origin, to, url: address },
  );
}
