import { type SessionLog, useFromLog } from '../../state/log.ts';
import { type Place, useSelection } from '../../state/selection.ts';
import type { Surroundings } from './target.ts';

/** Task, context and state of what is on screen, for the question where the next message goes. */
export function useSurroundings(): Surroundings {
  const place = useSelection((selection) => selection.place);
  return useFromLog((log) => surroundingsOf(log, place));
}

function surroundingsOf({ tree }: SessionLog, place: Place): Surroundings {
  if (place.kind === 'context') return { context: place.context };
  if (place.kind !== 'task') return {};
  const task = tree.task(place.agent, place.task);
  const context = place.context ?? tree.contexts.find((one) => one.key === task?.context)?.id;
  return {
    task: place.task,
    ...(context ? { context } : {}),
    ...(task?.state ? { state: task.state } : {}),
  };
}
