import type { PanelDeclaration } from '../../state/panel.ts';
import { ConversationPanel } from './ConversationPanel.tsx';

/** What was said, by whom, and what the agent did meanwhile. */
export const conversationPanel: PanelDeclaration = {
  id: 'conversation',
  places: ['context', 'task', 'session'],
  title: 'conversation.tab',
  Component: ConversationPanel,
};
