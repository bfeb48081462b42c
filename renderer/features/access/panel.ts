import type { PanelDeclaration } from '../../state/panel.ts';
import { useAccess, useAgents } from '../../state/queries.ts';
import { later } from '../../ui/later.tsx';

/** Credentials of the agent: how to sign in, and what is in use. The number is that of credentials in use. */
export const accessPanel: PanelDeclaration = {
  id: 'access',
  places: ['agent'],
  title: 'access.tab',
  Component: later(async () => (await import('./AccessPanel.tsx')).AccessPanel),
  useCount: (place) => useAccess(place.kind === 'agent' ? place.agent : undefined).data?.using.length || undefined,
  useMark: (place) => {
    const agents = useAgents().data;
    const agent = place.kind === 'agent' ? agents?.find((one) => one.id === place.agent) : undefined;
    return agent?.connection === 'needs-access' ? { icon: 'lock', word: 'connection.needs-access' } : undefined;
  },
};
