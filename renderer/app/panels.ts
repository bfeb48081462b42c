import { accessPanel } from '../features/access/panel.ts';
import { cardPanel } from '../features/card/panel.ts';
import { connectionPanel } from '../features/connection/panel.ts';
import { conversationPanel } from '../features/conversation/panel.ts';
import { spansPanel } from '../features/spans/panel.ts';
import { timelinePanel } from '../features/timeline/panel.ts';
import type { PanelDeclaration } from '../state/panel.ts';
import type { Place } from '../state/selection.ts';

/** Tabs of the centre, in order. A new panel is one line here. */
const panels: readonly PanelDeclaration[] = [
  cardPanel,
  connectionPanel,
  accessPanel,
  conversationPanel,
  timelinePanel,
  spansPanel,
];

export const panelsOf = (place: Place): PanelDeclaration[] =>
  panels.filter((panel) => panel.places.includes(place.kind));
