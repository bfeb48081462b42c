import type { Family } from './scenario.ts';
import { close, note, numberIn, working } from './steps.ts';

const SLOW_DEFAULT_S = 10;
const SLOW_MAX_S = 3_600;
const SECOND_MS = 1_000;

/** Work that takes its time. */
export const slow: Family = {
  skill: {
    id: 'slow-work',
    name: 'Slow work',
    description: 'Reports once per second until the time is over. Can be canceled, left and subscribed to again.',
    tags: ['progress', 'cancel', 'subscribe'],
    examples: ['slow 10', 'slow 60'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['slow'],
      usage: `one status per second; the number of seconds follows (${SLOW_DEFAULT_S} unless told)`,
      *start(turn) {
        const seconds = numberIn(turn.rest, SLOW_DEFAULT_S, SLOW_MAX_S);
        yield working();
        for (let second = 1; second <= seconds; second += 1) {
          const metadata = { progress: { done: second, total: seconds, unit: 's' } };
          yield note(turn.newId(), `${second} of ${seconds} s`, SECOND_MS, metadata);
        }
        yield close(turn, 'TASK_STATE_COMPLETED', [{ text: `Worked for ${seconds} s.` }]);
      },
    },
  ],
};
