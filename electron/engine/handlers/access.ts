import type { AccessView, CredentialView } from '../../../shared/contract/access.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { CredentialRecord } from '../access/credentials.ts';
import { collide, enter } from '../access/entry.ts';
import { isTokenRecord } from '../access/tokens.ts';
import { credentialView } from '../access/view.ts';
import type { AgentRecord } from '../agents.ts';
import { agentOrigin, isTrusted, originOf } from '../origins.ts';
import { agentOf } from './agents.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export const accessHandlers = (parts: HandlerParts): HandlersOf<'access'> => {
  const { access, consents, credentials, oauth, secrets, sessions, signIns, tokens } = parts;
  const view = (record: CredentialRecord): CredentialView => credentialView(credentials, record);

  const accessOf = (agent: AgentRecord): AccessView => {
    const origin = agentOrigin(agent) ?? agent.url;
    const using = credentials.usedBy(agent.id);
    const others = credentials
      .list()
      .filter((record) => !using.includes(record) && isTrusted(agent, agent.options, record.origin));
    const signIn = signIns.latest(using.map(({ id }) => id));
    const refusal = access.refusal(agent.id);
    return {
      agent: agent.id,
      origin,
      using: using.map(view),
      held: others.map(view),
      ...(signIn && { signIn }),
      consents: consents.list([...new Set([origin, ...using.map((record) => record.origin)])]),
      ...(refusal && { refusal }),
    };
  };

  /** The credential with an id, or the reply that says there is none. */
  const find = (id: string): Reply<CredentialRecord> => {
    const record = credentials.get(id);
    return record ? done(record) : refused('not-found', `There is no credential "${id}".`);
  };

  return {
    'access.get': ({ agent: id }) => {
      const agent = agentOf(parts, id);
      return agent.ok ? done(accessOf(agent.value)) : agent;
    },

    'access.save': async ({ agent: id, credential, ...entered }) => {
      // Nothing that follows may repeat them, not even a refusal.
      secrets.add(...Object.values(entered.secrets));
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      const before = credential === undefined ? undefined : find(credential);
      if (before && !before.ok) return before;
      const origin = before?.value.origin ?? agentOrigin(agent.value);
      if (origin === undefined)
        return refused('bad-input', `"${agent.value.url}" is no address to bind a credential to.`);
      if (!isTrusted(agent.value, agent.value.options, origin)) return wrongOrigin(before?.value.name ?? '', origin);
      const known = before ? credentials.secretsOf(before.value.id) : undefined;
      const made = enter(entered, origin, before?.value, known?.ok ? known.value : undefined);
      if (!made.ok) return made;
      const { record } = made.value;
      secrets.add(...Object.values(made.value.secrets));
      const saved = await credentials.save(record, made.value.secrets);
      // Memory has it even when the disk does not; that it will be gone after the end is said beside it.
      if (!saved.ok && saved.error.code !== 'storage') return saved;
      const others = credentials
        .usedBy(id)
        .filter((other) => other.id === record.id || !collide(other.scheme, record.scheme));
      const ids = others.map((other) => other.id);
      const used = credentials.use(id, ids.includes(record.id) ? ids : [...ids, record.id]);
      access.forget(id);
      if (!used.ok && used.error.code !== 'storage') return used;
      return done({ ...view(record), ...(!saved.ok && { trouble: saved.error }) });
    },

    'access.use': ({ agent: id, credentials: ids }) => {
      const agent = agentOf(parts, id);
      if (!agent.ok) return agent;
      for (const one of ids) {
        const record = find(one);
        if (!record.ok) return record;
        const { name, origin } = record.value;
        if (!isTrusted(agent.value, agent.value.options, origin)) return wrongOrigin(name, origin);
      }
      const used = credentials.use(id, ids);
      if (!used.ok) return used;
      access.forget(id);
      return done(accessOf(agent.value));
    },

    'access.remove': ({ credential }) => {
      signIns.forget(credential);
      return credentials.remove(credential);
    },

    'access.signIn': ({ credential }) => signIns.start(credential),

    'access.cancelSignIn': ({ credential }) => {
      signIns.cancel(credential);
      return done(null);
    },

    'access.refresh': async ({ credential }) => {
      const record = find(credential);
      if (!record.ok) return record;
      if (!isTokenRecord(record.value)) return refused('bad-input', `“${record.value.name}” has no token to refresh.`);
      const agent = signIns.agentOf(credential);
      if (!agent) return refused('not-found', `No agent uses “${record.value.name}”. Choose it for one first.`);
      const known = credentials.secretsOf(credential);
      if (!known.ok) return known;
      const renewed = await tokens.renew(record.value, agent, known.value?.accessToken);
      return renewed.ok ? done(view(credentials.get(credential) ?? record.value)) : renewed;
    },

    'access.discover': ({ agent: id, url }) => {
      const agent = agentOf(parts, id);
      return agent.ok ? oauth.discover(url, agent.value) : agent;
    },

    'access.consent': ({ from, to, answer }) => {
      const wrong = [from, to].find((origin) => originOf(origin) !== origin);
      if (wrong !== undefined)
        return refused('bad-input', `"${wrong}" is no origin, for example https://agent.example.com.`);
      const saved = consents.set(from, to, answer);
      sessions.live.note({ what: 'auth', detail: { message: wordsOf(from, to, answer), from, to } });
      return saved;
    },
  };
};

const wrongOrigin = (name: string, origin: string): Reply<never> =>
  refused('bad-input', `“${name}” was entered for ${origin} and stays with that origin. Enter it anew for this agent.`);

function wordsOf(from: string, to: string, answer: 'send' | 'without' | undefined): string {
  if (answer === 'send') return `What was entered for ${from} may be sent to ${to}.`;
  return answer === 'without'
    ? `What was entered for ${from} stays behind on the way to ${to}.`
    : `The answer about ${from} and ${to} was taken back.`;
}
