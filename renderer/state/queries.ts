import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Signal } from '../../shared/contract/views.ts';
import { ask } from './bridge.ts';

/** The engine is on this computer: always reachable as far as the network goes, and a retry would hide a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: 0 },
  },
});

const KEYS_OF: Record<Signal, string[][]> = {
  agents: [['agents'], ['card']],
  sessions: [['sessions'], ['app']],
  settings: [['settings']],
  doctor: [['doctor']],
};

/** Asks again for what a signal says has changed. */
export function refreshAfter(signals: readonly Signal[]): void {
  for (const signal of signals)
    for (const queryKey of KEYS_OF[signal]) void queryClient.invalidateQueries({ queryKey });
}

export const useAppInfo = () => useQuery({ queryKey: ['app'], queryFn: () => ask('app.info', {}) });

export const useAgents = () => useQuery({ queryKey: ['agents'], queryFn: () => ask('agents.list', {}) });

export const useSessions = () => useQuery({ queryKey: ['sessions'], queryFn: () => ask('sessions.list', {}) });

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

/** One entry never changes once written, so what was read is kept. */
export const useEntry = (session: string, seq: number | undefined) =>
  useQuery({
    queryKey: ['entry', session, seq],
    queryFn: ({ signal }) => ask('entries.get', { session, seq: seq ?? 0 }, signal),
    enabled: seq !== undefined,
    gcTime: 60_000,
  });
