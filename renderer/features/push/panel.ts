import type { PanelDeclaration } from '../../state/panel.ts';
import { later } from '../../ui/later.tsx';

/** Where agents are told to push what happens to a task, and what was delivered there. */
export const pushPanel: PanelDeclaration = {
  id: 'push',
  places: ['agent', 'task'],
  title: 'push.tab',
  Component: later(async () => (await import('./PushPanel.tsx')).PushPanel),
};
