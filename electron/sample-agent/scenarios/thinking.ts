import type { Family } from './scenario.ts';
import { close, speak, working } from './steps.ts';
import { think, usage } from './trace-metadata.ts';

const thoughts = [
  'The question is which of two networks is larger. ',
  'A /16 leaves sixteen bits for hosts. ',
  'That makes 65,536 addresses. ',
  'A /24 leaves eight bits, ',
  'so 256 addresses. ',
  'Is anything reserved? ',
  'A few in each subnet, ',
  'which does not change the answer. ',
  'The ratio is 256 to 1.',
];

/** Thinking and token usage alone. */
export const thinking: Family = {
  skill: {
    id: 'thinking',
    name: 'Thinking and usage',
    description: 'Shows its thoughts before a short answer, or reports the tokens of several model calls.',
    tags: ['thinking', 'usage', 'tokens'],
    examples: ['think about two networks', 'usage'],
    outputModes: ['text/plain'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['think'],
      usage: 'nine thoughts, then a short answer',
      *start(turn) {
        yield working();
        yield* think(thoughts);
        yield* speak(turn, ['The /16 is larger: ', 'it holds 256 times ', 'as many addresses.']);
        yield close(turn, 'TASK_STATE_COMPLETED');
      },
    },
    {
      kind: 'task',
      words: ['usage'],
      usage: 'token counts of three model calls',
      *start(turn) {
        yield working();
        yield usage(812, 64);
        yield usage(1_430, 210);
        yield usage(2_055, 38);
        yield* speak(turn, ['Three model calls, ', '4,609 tokens in all.']);
        yield close(turn, 'TASK_STATE_COMPLETED');
      },
    },
  ],
};
