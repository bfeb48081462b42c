import type { TreeTask } from '../../../shared/a2a/reduce/tree.ts';
import { sessionLog, useLogAround } from '../../state/log.ts';
import type { PanelDeclaration } from '../../state/panel.ts';
import type { Place } from '../../state/selection.ts';
import { later } from '../../ui/later.tsx';

const barsOf = (tasks: readonly TreeTask[]): number =>
  tasks.reduce((sum, { turns, tools, artifacts }) => sum + turns.length + tools.length + artifacts.length, 0);

/** Turns, tool calls and artifacts of a place as the tree has counted them: bars are made only for who looks at them. */
function countOf(place: Place): number | undefined {
  const { tree } = sessionLog();
  if (place.kind === 'task') {
    const task = tree.task(place.agent, place.task);
    return task && barsOf([task]);
  }
  if (place.kind === 'context') return barsOf(tree.context(place.agent, place.context)?.tasks ?? []);
  return tree.contexts.reduce((sum, { tasks }) => sum + barsOf(tasks), 0);
}

/** Where the time of a run went: tasks, turns and their steps as bars. */
export const spansPanel: PanelDeclaration = {
  id: 'spans',
  places: ['context', 'task', 'session'],
  title: 'spans.tab',
  Component: later(async () => (await import('./SpansPanel.tsx')).SpansPanel),
  useCount: (place) => {
    useLogAround();
    return countOf(place) || undefined;
  },
};
