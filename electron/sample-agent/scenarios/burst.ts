import type { Family } from './scenario.ts';
import { close, note, numberIn, working } from './steps.ts';

const BURST_DEFAULT_EVENTS = 1_000;
/** Most events of one burst. */
const BURST_MAX_EVENTS = 1_000_000;

/** Many events at once. */
export const burst: Family = {
  skill: {
    id: 'burst',
    name: 'Event burst',
    description: 'Sends as many status updates as you ask for, as fast as the connection takes them.',
    tags: ['load', 'streaming'],
    examples: ['burst 1000', 'burst 100000'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['burst'],
      usage: `that many status updates without a pause (${BURST_DEFAULT_EVENTS} unless told)`,
      *start(turn) {
        const total = numberIn(turn.rest, BURST_DEFAULT_EVENTS, BURST_MAX_EVENTS);
        yield working();
        for (let index = 1; index <= total; index += 1) {
          yield note(`burst-${index}`, `Event ${index} of ${total}`, 0, { burst: { index, total } });
        }
        yield close(turn, 'TASK_STATE_COMPLETED', [{ text: `Sent ${total} events.` }]);
      },
    },
  ],
};
