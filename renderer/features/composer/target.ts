import { type AnyTaskState, stateClass } from '../../../shared/model/task.ts';
import type { ComposeTarget } from '../../state/compose.ts';

export interface Surroundings {
  task?: string;
  context?: string;
  state?: AnyTaskState;
}

/** The task takes no more messages (1.0 §3.4.3). */
export const hasEnded = (around: Surroundings): boolean =>
  around.task !== undefined && stateClass(around.state) === 'terminal';

/** Which targets can be chosen here. A message to a task that has ended is refused, but that can be worth seeing. */
export function targetsFor(around: Surroundings): Record<ComposeTarget, boolean> {
  return {
    continue: around.task !== undefined,
    'new-task': around.context !== undefined,
    'new-context': true,
  };
}

/**
 * The person's choice when it is possible, else the closest thing to what is on screen. `replying`: what is typed was
 * begun as a reply to the task, which never becomes the first message of another one by itself.
 */
export function effectiveTarget(
  chosen: ComposeTarget | undefined,
  around: Surroundings,
  replying = false,
): ComposeTarget {
  const possible = targetsFor(around);
  if (chosen && possible[chosen]) return chosen;
  if (possible.continue && (replying || !hasEnded(around))) return 'continue';
  return possible['new-task'] ? 'new-task' : 'new-context';
}
