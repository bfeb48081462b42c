import type { Row } from '../../model/row.ts';
import type { AnyTaskState } from '../../model/task.ts';

const STATE_PREFIX = 'TASK_STATE_';
/** Causes for which an answer was cut short. */
const CUT_CAUSES = new Set(['cut', 'reset', 'timeout']);

/** The state a row is about: its task's, or how its tool call ended. */
export function stateOf({ state, lane, span }: Row): AnyTaskState | undefined {
  if (state !== undefined || lane !== 'tool' || span?.edge !== 'close') return state;
  return span.failed ? 'TASK_STATE_FAILED' : 'TASK_STATE_COMPLETED';
}

/** A state as people write it: `input-required`. States this version does not know stay as they are. */
export const stateWord = (state: AnyTaskState): string =>
  state.startsWith(STATE_PREFIX) ? state.slice(STATE_PREFIX.length).toLowerCase().replaceAll('_', '-') : state;

/** The row's text was cut, or the answer whose end it is. */
export const isCut = (row: Row): boolean =>
  row.marks?.cut === true || (row.kind === 'end' && row.name !== undefined && CUT_CAUSES.has(row.name));
