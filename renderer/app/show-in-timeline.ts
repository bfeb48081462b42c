import { rowOfSeq, sessionLog } from '../state/log.ts';
import { chooseTab, goTo, type Place, selectionStore, selectRow } from '../state/selection.ts';
import { focusPane } from './panes.ts';

/** Selects a row in the timeline of what is on screen, or of the whole session when it belongs elsewhere. */
export function showInTimeline(seq: number): void {
  const { place } = selectionStore.getState();
  if (isIn(place, seq)) chooseTab('timeline');
  else goTo({ kind: 'session' }, 'timeline');
  selectRow(seq);
  // The list is there after the next paint at the latest.
  requestAnimationFrame(() => requestAnimationFrame(() => focusPane('main')));
}

/** The timeline of a place has the row. */
function isIn(place: Place, seq: number): boolean {
  const row = rowOfSeq(seq);
  const { exchanges } = sessionLog();
  if (!row) return false;
  if (place.kind === 'session') return true;
  if (place.kind === 'task') {
    if (row.task !== undefined) return row.task === place.task && row.agent === place.agent;
    return exchanges.ofTask(row.exchange, place.agent, place.task);
  }
  if (place.kind === 'context') {
    if (row.context !== undefined) return row.context === place.context && row.agent === place.agent;
    return exchanges.ofContext(row.exchange, place.agent, place.context);
  }
  return false;
}
