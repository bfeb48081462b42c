import type { WatchDetail, WatchEnd } from '../../../shared/model/watch.ts';

const ENDS: Record<WatchEnd, string> = {
  terminal: 'The task came to its end, so it is not asked for any more.',
  'at-rest': 'The task waits for you, so it is not asked for until you answer.',
  stopped: 'You stopped watching the task.',
  'not-found': 'The agent does not know this task, or not any more.',
  refused: 'The agent does not let this task be asked for.',
  access: 'The agent wants other credentials for this task.',
  failing: 'The task is not asked for any more, because too many questions came to nothing.',
  'agent-removed': 'The agent was removed, so the task is not watched any more.',
  closing: 'The recording ended, and the watch with it.',
};

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** One sentence for the log, for whoever reads a session without Loupe. */
export function watchWords(
  { phase, intervalMs = 0, cause }: Omit<WatchDetail, 'task' | 'message'>,
  why?: string,
): string {
  switch (phase) {
    case 'begun':
      return `The task is asked for every ${seconds(intervalMs)}, less often while nothing changes.`;
    case 'paused':
      return 'You paused the questions about the task.';
    case 'resumed':
      return `The task is asked for again, every ${seconds(intervalMs)}.`;
    case 'ended': {
      const text = ENDS[cause ?? 'stopped'];
      return why === undefined ? text : `${text} ${why}`;
    }
  }
}
