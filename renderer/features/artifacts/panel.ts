import { sessionLog, useLogAround } from '../../state/log.ts';
import type { PanelDeclaration } from '../../state/panel.ts';
import type { Place } from '../../state/selection.ts';
import { later } from '../../ui/later.tsx';

/** Artifacts of a place as the tree has counted them. */
function countOf(place: Place): number | undefined {
  const { tree } = sessionLog();
  if (place.kind === 'task') return tree.task(place.agent, place.task)?.artifacts.length;
  if (place.kind !== 'context') return undefined;
  return tree.context(place.agent, place.context)?.tasks.reduce((sum, task) => sum + task.artifacts.length, 0);
}

/** What the agent made: its files, put together from chunks. */
export const artifactsPanel: PanelDeclaration = {
  id: 'artifacts',
  places: ['context', 'task', 'session'],
  title: 'artifacts.tab',
  Component: later(async () => (await import('./ArtifactsPanel.tsx')).ArtifactsPanel),
  useCount: (place) => {
    useLogAround();
    return countOf(place) || undefined;
  },
};
