import type { PanelDeclaration } from '../../state/panel.ts';
import { later } from '../../ui/later.tsx';

/** What was said, by whom, and what the agent did meanwhile. */
export const conversationPanel: PanelDeclaration = {
  id: 'conversation',
  places: ['context', 'task', 'session'],
  title: 'conversation.tab',
  Component: later(async () => (await import('./ConversationPanel.tsx')).ConversationPanel),
};
