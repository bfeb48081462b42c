import { useMutation } from '@tanstack/react-query';
import type { AgentOptions, AgentView } from '../../../shared/contract/views.ts';
import { ask } from '../../state/bridge.ts';
import { queryClient } from '../../state/queries.ts';

/** Changes an agent's options; the list and the card follow, since both say what was negotiated. */
export const useOptions = (agent: AgentView | undefined) =>
  useMutation({
    mutationFn: (options: AgentOptions) => ask('agents.update', { agent: agent?.id ?? '', options }),
    onSuccess: (changed) => {
      queryClient.setQueryData<AgentView[]>(['agents'], (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      );
      void queryClient.invalidateQueries({ queryKey: ['card', changed.id] });
    },
  });
