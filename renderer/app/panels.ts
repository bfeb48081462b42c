import { accessPanel } from '../features/access/panel.ts';
import { artifactsPanel } from '../features/artifacts/panel.ts';
import { cardPanel } from '../features/card/panel.ts';
import { connectionPanel } from '../features/connection/panel.ts';
import { conversationPanel } from '../features/conversation/panel.ts';
import { pushPanel } from '../features/push/panel.ts';
import { spansPanel } from '../features/spans/panel.ts';
import { timelinePanel } from '../features/timeline/panel.ts';
import type { PanelDeclaration } from '../state/panel.ts';
import type { Place } from '../state/selection.ts';

/** Tabs of the centre, in order. A new panel is one line here. */
export const panels: readonly PanelDeclaration[] = [
  cardPanel,
  connectionPanel,
  accessPanel,
  conversationPanel,
  timelinePanel,
  spansPanel,
  artifactsPanel,
  pushPanel,
];

export const panelsOf = (place: Place): PanelDeclaration[] =>
  panels.filter((panel) => panel.places.includes(place.kind));

/** The panel of a place whose tab is chosen, or else its first. */
export const panelOf = (place: Place, chosen: string | undefined): PanelDeclaration | undefined => {
  const offered = panelsOf(place);
  return offered.find((panel) => panel.id === chosen) ?? offered[0];
};
