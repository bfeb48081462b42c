import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { AccessView, SignInView } from '../../shared/contract/access.ts';
import type { AgentView, AppInfo, Signal } from '../../shared/contract/views.ts';
import { ask } from './bridge.ts';

/** The engine is on this computer: always reachable as far as the network goes, and a retry would hide a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: 0 },
  },
});

const KEYS_OF: Record<Signal, string[][]> = {
  agents: [['agents'], ['card'], ['access']],
  access: [['access'], ['vault']],
  sessions: [['sessions'], ['app']],
  settings: [['settings']],
  doctor: [['doctor']],
  lenses: [['lenses']],
  watches: [['watches']],
  receiver: [['receiver']],
};

/** Asks again for what a signal says has changed. */
export function refreshAfter(signals: readonly Signal[]): void {
  for (const signal of signals)
    for (const queryKey of KEYS_OF[signal]) void queryClient.invalidateQueries({ queryKey });
}

const APP = queryOptions({ queryKey: ['app'], queryFn: () => ask('app.info', {}) });
const AGENTS = queryOptions({ queryKey: ['agents'], queryFn: () => ask('agents.list', {}) });
const SESSIONS = queryOptions({ queryKey: ['sessions'], queryFn: () => ask('sessions.list', {}) });
const WATCHES = queryOptions({ queryKey: ['watches'], queryFn: () => ask('tasks.watching', {}) });
const LENSES = queryOptions({ queryKey: ['lenses'], queryFn: () => ask('lenses.list', {}) });
const VAULT = queryOptions({ queryKey: ['vault'], queryFn: () => ask('vault.get', {}) });

/**
 * Asks at once for everything that is on screen from the beginning, so that it is drawn once. Throws a CallError when there
 * is no answer to what nothing goes on without; the rest says so itself where it belongs.
 */
export async function askForStart(): Promise<{ info: AppInfo; agents: AgentView[]; lensVersion: number }> {
  const [info, agents, lenses] = await Promise.all([
    queryClient.fetchQuery(APP),
    queryClient.fetchQuery(AGENTS),
    queryClient.fetchQuery(LENSES),
    queryClient.prefetchQuery(SESSIONS),
    queryClient.prefetchQuery(WATCHES),
    queryClient.prefetchQuery(VAULT),
  ]);
  return { info, agents, lensVersion: lenses.version };
}

export const useAppInfo = () => useQuery(APP);

export const useAgents = () => useQuery(AGENTS);

export const useSessions = () => useQuery(SESSIONS);

export const useCard = (agent: string | undefined) =>
  useQuery({
    queryKey: ['card', agent],
    queryFn: () => ask('card.get', { agent: agent ?? '' }),
    enabled: agent !== undefined,
  });

/** The run of the connection doctor that goes on, or the last one. */
export const useDoctor = (agent: string | undefined) =>
  useQuery({
    queryKey: ['doctor', agent],
    queryFn: () => ask('doctor.get', { agent: agent ?? '' }),
    enabled: agent !== undefined,
  });

/** Tasks that are watched by asking, and those that were. */
export const useWatches = () => useQuery(WATCHES);

/** One entry never changes once written, so what was read is kept. */
export const useEntry = (session: string, seq: number | undefined) =>
  useQuery({
    queryKey: ['entry', session, seq],
    queryFn: ({ signal }) => ask('entries.get', { session, seq: seq ?? 0 }, signal),
    enabled: seq !== undefined,
    gcTime: 60_000,
  });

const ACTIVE: readonly SignInView['state'][] = ['running', 'waiting-for-browser', 'waiting-for-device'];

/** A sign-in that has not come to its end. */
export const isActive = (signIn: SignInView | undefined): boolean =>
  signIn !== undefined && ACTIVE.includes(signIn.state);

/** Wait beyond the moment a token ends, so that it is over by every clock, ms. */
const AFTER_EXPIRY_MS = 200;
/** Timers of browsers do not reach further, ms. */
const TIMER_LIMIT_MS = 86_400_000;

/** Time until the next token in use runs out, ms. */
function untilExpiry(view: AccessView | undefined, now: number): number | undefined {
  const waits = (view?.using ?? [])
    .map(({ expires }) => (expires === undefined ? 0 : Date.parse(expires) - now))
    .filter((wait) => wait > 0);
  return waits.length > 0 ? Math.min(...waits, TIMER_LIMIT_MS) + AFTER_EXPIRY_MS : undefined;
}

/** The credentials of an agent, and how its last sign-in went. */
export const useAccess = (agent: string | undefined) =>
  useQuery({
    queryKey: ['access', agent],
    queryFn: () => ask('access.get', { agent: agent ?? '' }),
    enabled: agent !== undefined,
    // That a token has run out is no event of the engine.
    refetchInterval: ({ state }) => untilExpiry(state.data, Date.now()) ?? false,
  });

/** The lens files of the person. */
export const useLenses = () => useQuery(LENSES);

/** Where secrets are kept. */
export const useVault = () => useQuery(VAULT);
