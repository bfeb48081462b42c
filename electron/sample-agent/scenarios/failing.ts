import type { Family } from './scenario.ts';
import { close, working } from './steps.ts';

/** Tasks that end badly. */
export const failing: Family = {
  skill: {
    id: 'bad-ends',
    name: 'Bad ends',
    description: 'Fails with the reason you give, or rejects the task before it begins.',
    tags: ['failed', 'rejected'],
    examples: ['fail disk is full', 'reject'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['fail'],
      usage: 'fails; the reason follows',
      *start(turn) {
        yield working();
        yield close(turn, 'TASK_STATE_FAILED', [{ text: `The work failed: ${turn.rest || 'no reason given'}` }]);
      },
    },
    {
      kind: 'task',
      words: ['reject'],
      usage: 'rejects the task without starting it',
      *start(turn) {
        yield close(turn, 'TASK_STATE_REJECTED', [{ text: 'This agent does not take such work.' }]);
      },
    },
  ],
};
