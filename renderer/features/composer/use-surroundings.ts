import { sessionLog, useLogVersion } from '../../state/log.ts';
import { useSelection } from '../../state/selection.ts';
import type { Surroundings } from './target.ts';

/** Task, context and state of what is on screen, for the question where the next message goes. */
export function useSurroundings(): Surroundings {
  useLogVersion();
  const place = useSelection((selection) => selection.place);
  if (place.kind === 'context') return { context: place.context };
  if (place.kind !== 'task') return {};
  const task = sessionLog().tree.task(place.task);
  const context = task?.context ?? place.context;
  return {
    task: place.task,
    ...(context ? { context } : {}),
    ...(task?.state ? { state: task.state } : {}),
  };
}
