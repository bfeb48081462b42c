import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Activity, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../state/queries.ts';
import { selectionStore } from '../state/selection.ts';
import { idle } from '../ui/later.tsx';
import { PlaceCentre } from './laters.ts';
import { REHEARSAL_AGENT, REHEARSAL_CARD } from './rehearsal-agent.ts';

/** What is hidden is drawn in between everything else; it has been by then, ms. */
const DRAWN_MS = 500;

const ignore = () => undefined;

/**
 * Draws the page of an agent where nobody sees it, and throws it away. The runtime compiles code when it runs first, which
 * takes as long as all the rest of a first drawing; this way it is over before somebody connects. What is hidden has no
 * effects, so that nothing is asked for and nothing is watched.
 */
export async function rehearse(): Promise<void> {
  // Such a page is on screen already.
  if (selectionStore.getState().place.kind !== 'start') return;
  await idle();
  const root = createRoot(document.createElement('div'), { onUncaughtError: ignore, onCaughtError: ignore });
  root.render(<Activity mode="hidden">{rehearsal()}</Activity>);
  await new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
  root.unmount();
}

/** The page of an agent that is made up, beside what is known of everything else. */
export function rehearsal(): ReactNode {
  const { queries } = queryClient.getDefaultOptions();
  // Without timers, which would keep all of it for minutes.
  const client = new QueryClient({ defaultOptions: { queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } } });
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) client.setQueryData(queryKey, state.data);
  client.setQueryData(['agents'], [REHEARSAL_AGENT]);
  client.setQueryData(['card', REHEARSAL_AGENT.id], REHEARSAL_CARD);
  return (
    <QueryClientProvider client={client}>
      <PlaceCentre place={{ kind: 'agent', agent: REHEARSAL_AGENT.id }} edge={null} />
    </QueryClientProvider>
  );
}
