import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { WatchView } from '../../../shared/contract/watch.ts';
import { isObject } from '../../../shared/lib/json.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { AnyTaskState } from '../../../shared/model/task.ts';
import type { WatchDetail, WatchEnd, WatchPhase } from '../../../shared/model/watch.ts';
import type { SentCall } from '../calls.ts';
import type { Recorder } from '../recorder.ts';
import type { Pace } from './policy.ts';
import { watchWords } from './words.ts';

/** One task that is asked for again and again. */
export interface Watched extends Pace {
  readonly agent: string;
  readonly task: string;
  readonly recorder: Recorder;
  automatic: boolean;
  /** Those of the call that told of the task. */
  options: AgentOptions;
  tenant: string | undefined;
  phase: WatchPhase;
  polls: number;
  state: AnyTaskState | undefined;
  /** Fingerprint of the task as it was answered last. */
  known: string | undefined;
  waitMs: number;
  /** Milliseconds since the epoch. */
  due: number | undefined;
  timer: NodeJS.Timeout | undefined;
  /** A question is being prepared, or under way. */
  busy: boolean;
  exchange: number | undefined;
  trouble: Trouble | undefined;
  end: WatchEnd | undefined;
}

export interface NewWatch {
  agent: string;
  task: string;
  recorder: Recorder;
  automatic: boolean;
  options: AgentOptions;
  tenant: string | undefined;
}

export const newWatch = (facts: NewWatch): Watched => ({
  ...facts,
  phase: 'paused',
  polls: 0,
  unchanged: 0,
  failures: 0,
  state: undefined,
  known: undefined,
  waitMs: 0,
  due: undefined,
  timer: undefined,
  busy: false,
  exchange: undefined,
  trouble: undefined,
  end: undefined,
});

export function watchView(watched: Watched): WatchView {
  const { agent, task, phase, automatic, state, polls, unchanged, waitMs, due, failures, trouble, end } = watched;
  return {
    ...{ agent, task, phase, automatic, polls, unchanged, waitMs, failures },
    ...(state !== undefined && { state }),
    ...(due !== undefined && { due }),
    ...(trouble !== undefined && { trouble }),
    ...(end !== undefined && { end }),
  };
}

/** Writes a step into the log. */
export function noteWatch(
  { agent, task, recorder }: Watched,
  step: Omit<WatchDetail, 'task' | 'message'>,
  why?: string,
): void {
  const detail: WatchDetail = { task, ...step, message: watchWords(step, why) };
  recorder.note({ agent, what: 'watch', detail: { ...detail } });
}

export const keyOf = (agent: string, task: string): string => `${agent} ${task}`;

/** The task that a call names. */
export function taskOf({ request }: SentCall): string | undefined {
  const id = isObject(request.message) ? request.message.taskId : request.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
