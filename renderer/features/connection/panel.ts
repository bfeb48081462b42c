import type { PanelDeclaration } from '../../state/panel.ts';
import { useDoctor } from '../../state/queries.ts';
import { later } from '../../ui/later.tsx';
import { complaints } from './view-model.ts';

/** The way to the agent: tested step by step, and what can be chosen about it. The number is that of steps to look at. */
export const connectionPanel: PanelDeclaration = {
  id: 'connection',
  places: ['agent'],
  title: 'connection.tab',
  Component: later(async () => (await import('./ConnectionPanel.tsx')).ConnectionPanel),
  useCount: (place) => {
    const report = useDoctor(place.kind === 'agent' ? place.agent : undefined).data;
    return report && !report.outdated ? complaints(report) || undefined : undefined;
  },
};
