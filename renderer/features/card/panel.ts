import type { PanelDeclaration } from '../../state/panel.ts';
import { useCard } from '../../state/queries.ts';
import { later } from '../../ui/later.tsx';

/** The agent's card for people, with its JSON beside it. The number is that of its findings. */
export const cardPanel: PanelDeclaration = {
  id: 'card',
  places: ['agent'],
  title: 'card.tab',
  Component: later(async () => (await import('./CardPanel.tsx')).CardPanel),
  useCount: (place) => {
    const count = useCard(place.kind === 'agent' ? place.agent : undefined).data?.issues.length;
    return count ? count : undefined;
  },
};
