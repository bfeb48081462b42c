import type { Lane } from '../../shared/model/row.ts';
import { type AnyTaskState, TASK_STATES } from '../../shared/model/task.ts';
import { hasString, t } from '../strings/index.ts';

/** Drawing and colour class of a lane. The names are those of `ui/icons.ts`. */
export const LANE_ICON = {
  request: 'arrow-right',
  status: 'circle-dot',
  tool: 'terminal',
  thinking: 'cloud',
  artifact: 'file',
  push: 'bell',
  auth: 'key',
  error: 'triangle',
} as const satisfies Record<Lane, string>;

const STATE_ICON = {
  TASK_STATE_SUBMITTED: 'circle-dashed',
  TASK_STATE_WORKING: 'loader',
  TASK_STATE_INPUT_REQUIRED: 'question',
  TASK_STATE_AUTH_REQUIRED: 'lock',
  TASK_STATE_COMPLETED: 'circle-check',
  TASK_STATE_FAILED: 'circle-x',
  TASK_STATE_CANCELED: 'circle-slash',
  TASK_STATE_REJECTED: 'octagon',
} as const;

export type StateGlyph = {
  icon: (typeof STATE_ICON)[keyof typeof STATE_ICON];
  tone: string;
  word: string;
  spin: boolean;
};

/** How a state is drawn and named; a state nobody knows keeps its raw word. */
export function stateGlyph(state: AnyTaskState): StateGlyph {
  const key = `state.${state}`;
  const known = (TASK_STATES as readonly string[]).includes(state) && state !== 'TASK_STATE_UNSPECIFIED';
  return {
    icon: known ? STATE_ICON[state as keyof typeof STATE_ICON] : 'octagon',
    tone: known ? `state-${state.slice('TASK_STATE_'.length).toLowerCase().replace(/_/g, '-')}` : 'state-unknown',
    word: hasString(key) ? t(key) : state,
    spin: state === 'TASK_STATE_WORKING',
  };
}
