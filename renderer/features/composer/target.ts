import { type AnyTaskState, stateClass } from '../../../shared/model/task.ts';
import type { ComposeTarget } from '../../state/compose.ts';

export interface Surroundings {
  task?: string;
  context?: string;
  state?: AnyTaskState;
}

/** Which targets can be chosen here. A terminal task takes no more messages (1.0 §3.4.3). */
export function targetsFor(around: Surroundings): Record<ComposeTarget, boolean> {
  return {
    continue: around.task !== undefined && stateClass(around.state) !== 'terminal',
    'new-task': around.context !== undefined,
    'new-context': true,
  };
}

/** The person's choice when it is possible, else the closest thing to what is on screen. */
export function effectiveTarget(chosen: ComposeTarget | undefined, around: Surroundings): ComposeTarget {
  const possible = targetsFor(around);
  if (chosen && possible[chosen]) return chosen;
  if (possible.continue) return 'continue';
  return possible['new-task'] ? 'new-task' : 'new-context';
}
