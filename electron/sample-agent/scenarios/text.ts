import type { Family, Step, Turn } from './scenario.ts';
import { artifact, close, speak, working } from './steps.ts';

/** Twelve deltas; joined they are the text of the final artifact. */
const streamedText = [
  'A stream of an A2A agent ',
  'begins with the task itself. ',
  'After that come status updates, ',
  'and each of them may carry a message. ',
  'This agent sends its words ',
  'in small pieces, ',
  'as a language model would. ',
  'All pieces share one message id, ',
  'so a client joins them into one text. ',
  'At the end the whole text ',
  'is repeated in an artifact, ',
  'and the task is completed.',
];

const languages = [
  '日本語: ',
  'こんにちは、',
  '世界。\n',
  'Русский: ',
  'Съешь же ещё ',
  'этих мягких булок.\n',
  'Emoji: ',
  '👋🏽 👩‍👩‍👧‍👦 🏳️‍🌈 ',
  '🇺🇳\n',
  'עברית: ',
  'שלום עולם ',
  '(123).\n',
  'العربية: ',
  'مرحبا بالعالم.\n',
];

/** Streamed text. */
export const text: Family = {
  skill: {
    id: 'streamed-text',
    name: 'Streamed text',
    description: 'Writes a text in small pieces through status messages, then repeats the whole of it in one artifact.',
    tags: ['streaming', 'text', 'unicode'],
    examples: ['text about streams', 'languages'],
    outputModes: ['text/plain'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['text'],
      usage: 'a text in twelve deltas and once more as an artifact',
      start: (turn) => tell(turn, streamedText, { artifactId: 'text', name: 'text.txt' }),
    },
    {
      kind: 'task',
      words: ['languages'],
      usage: 'Japanese, Russian, emoji and right-to-left text',
      start: (turn) => tell(turn, languages, { artifactId: 'languages', name: 'languages.txt' }),
    },
  ],
};

function* tell(turn: Turn, pieces: readonly string[], head: { artifactId: string; name: string }): Generator<Step> {
  yield working();
  yield* speak(turn, pieces);
  yield artifact(head, [{ text: pieces.join(''), mediaType: 'text/plain', filename: head.name }]);
  yield close(turn, 'TASK_STATE_COMPLETED');
}
