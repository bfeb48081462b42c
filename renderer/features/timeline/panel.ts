import { sessionLog, useLogAround } from '../../state/log.ts';
import type { PanelDeclaration } from '../../state/panel.ts';
import type { Place } from '../../state/selection.ts';
import { later } from '../../ui/later.tsx';

/** Rows of a place as the tree has counted them. */
function rowsOf(place: Place): number | undefined {
  const { tree, rows } = sessionLog();
  if (place.kind === 'task') return tree.task(place.agent, place.task)?.rows;
  if (place.kind === 'context') {
    return tree.context(place.agent, place.context)?.tasks.reduce((sum, task) => sum + task.rows, 0);
  }
  return rows.length;
}

export const timelinePanel: PanelDeclaration = {
  id: 'timeline',
  places: ['context', 'task', 'session'],
  title: 'timeline.tab',
  Component: later(async () => (await import('./Timeline.tsx')).Timeline),
  useCount: (place) => {
    useLogAround();
    return rowsOf(place);
  },
};
