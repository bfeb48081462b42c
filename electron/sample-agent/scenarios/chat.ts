import type { Family } from './scenario.ts';

/** Plain answers: a Message and no task. */
export const chat: Family = {
  skill: {
    id: 'chat',
    name: 'Plain answers',
    description: 'Answers at once with a single message and makes no task.',
    tags: ['message', 'basics'],
    examples: ['hello', 'help'],
  },
  scenarios: [
    {
      kind: 'reply',
      words: ['hello'],
      usage: 'a greeting as a plain message',
      reply: () => [{ text: 'Hello. I am the sample agent. Send "help" to see what I can show you.' }],
    },
    {
      kind: 'reply',
      words: ['msg'],
      usage: 'says your text back as a plain message',
      reply: ({ rest }) => [{ text: rest ? `You said: ${rest}` : 'You said nothing after "msg".' }],
    },
  ],
};
