import { useQuery } from '@tanstack/react-query';
import { READ_LIMIT } from '../../../shared/contract/limits.ts';
import type { EntryView } from '../../../shared/contract/views.ts';
import { ask } from '../../state/bridge.ts';
import type { Exchange } from './view-model.ts';

/** Heads, notes and end of an exchange, as far as they have been read. */
export interface Facts {
  views: readonly EntryView[];
  failed: boolean;
}

const NONE: readonly EntryView[] = [];

/** Reads the entries of an exchange that are no frames; what was read before stays until more has come. */
export function useFacts(session: string, exchange: Exchange | undefined): Facts {
  const number = exchange?.number;
  const seqs = exchange?.facts.slice(0, READ_LIMIT) ?? [];
  const query = useQuery<EntryView[]>({
    queryKey: ['wire-facts', session, number, seqs.join()],
    queryFn: ({ signal }) => ask('entries.read', { session, seqs }, signal),
    enabled: seqs.length > 0,
    gcTime: 60_000,
    placeholderData: (old) => (old && exchangeOf(old) === number ? old : undefined),
  });
  return { views: query.data ?? NONE, failed: query.isError };
}

const exchangeOf = ([first]: readonly EntryView[]): number | undefined => first?.row.exchange;
