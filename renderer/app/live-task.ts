import type { TreeTask } from '../../shared/a2a/reduce/tree.ts';
import type { SessionLog } from '../state/log.ts';
import type { Place } from '../state/selection.ts';

export interface LiveTask {
  task: TreeTask;
  /** Exchange that is still answering, when one is. */
  exchange?: number;
}

/** The task that the head of a place is about: the task itself, or the one of a context that is going on. */
export function liveTask(log: SessionLog, place: Place): LiveTask | undefined {
  const task =
    place.kind === 'task'
      ? log.tree.task(place.agent, place.task)
      : place.kind === 'context'
        ? newest(log.tree.context(place.agent, place.context)?.tasks)
        : undefined;
  if (!task) return undefined;
  return task.listening === undefined ? { task } : { task, exchange: task.listening };
}

function newest(tasks: readonly TreeTask[] | undefined): TreeTask | undefined {
  if (!tasks) return undefined;
  for (let index = tasks.length - 1; index >= 0; index--) if (tasks[index]?.live) return tasks[index];
  return undefined;
}
