import type { WatchView } from '../../shared/contract/watch.ts';
import { call } from './bridge.ts';

/** Begins to watch a task by asking for it, goes on after a pause, or asks at once. */
export const watchTask = (agent: string, task: string) => call('tasks.watch', { agent, task });

export const pauseWatch = (agent: string, task: string): void =>
  void call('tasks.watch', { agent, task, paused: true });

/** Ends a watch; of one that has ended, puts its line away. */
export const endWatch = (agent: string, task: string): void => void call('tasks.unwatch', { agent, task });

export const watchOf = (
  watches: readonly WatchView[] | undefined,
  agent: string,
  task: string | undefined,
): WatchView | undefined => watches?.find((one) => one.agent === agent && one.task === task);
