import type { PanelDeclaration } from '../../state/panel.ts';
import { later } from '../../ui/later.tsx';

/** Where the time of a run went: tasks, turns and their steps as bars. */
export const spansPanel: PanelDeclaration = {
  id: 'spans',
  places: ['context', 'task', 'session'],
  title: 'spans.tab',
  Component: later(async () => (await import('./SpansPanel.tsx')).SpansPanel),
};
