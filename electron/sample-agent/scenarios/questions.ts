import { isJsonObject, type Message, type Part } from '../model.ts';
import type { Family, Step, Turn } from './scenario.ts';
import { artifact, close, working } from './steps.ts';

/** What the answer to `ask` may look like; it may come as a data part or as text. */
const answerSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Network',
  type: 'object',
  properties: {
    region: { type: 'string', title: 'Region', enum: ['north', 'south', 'west'], default: 'north' },
    subnets: { type: 'integer', title: 'Subnets', minimum: 1, maximum: 8, default: 2 },
    public: { type: 'boolean', title: 'Reachable from outside', default: false },
  },
  required: ['region'],
};

const askedAgain = /^again\b/i;

/** Turns that stop and wait for the user. */
export const questions: Family = {
  skill: {
    id: 'questions',
    name: 'Questions',
    description:
      'Stops and asks for a decision or for a sign-in. Send the answer with the same task id; "again" makes it ask once more.',
    tags: ['input-required', 'auth-required', 'multi-turn'],
    examples: ['ask me something', 'auth'],
    outputModes: ['text/plain', 'application/json'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['ask'],
      usage: 'asks where to build; answer in the same task, "again" repeats the question',
      *start(turn) {
        yield working();
        yield question(turn, 'In which region shall I build the network?');
      },
      *resume(turn) {
        yield working();
        const answer = readAnswer(turn.message);
        if (askedAgain.test(answer)) {
          yield question(turn, 'Once more: in which region shall I build the network?');
          return;
        }
        yield artifact({ artifactId: 'answer', name: 'answer.txt' }, [{ text: answer, mediaType: 'text/plain' }]);
        yield close(turn, 'TASK_STATE_COMPLETED', [{ text: `Thank you, I noted: ${answer}` }]);
      },
    },
    {
      kind: 'task',
      words: ['auth'],
      usage: 'asks for a sign-in; go on with any message in the same task',
      *start(turn) {
        yield working();
        yield close(turn, 'TASK_STATE_AUTH_REQUIRED', [
          { text: 'Sign in to the cloud account, then send any message in this task.' },
          { data: { scheme: 'oauth2', scopes: ['network:read'] }, mediaType: 'application/json' },
        ]);
      },
      *resume(turn) {
        yield working();
        yield close(turn, 'TASK_STATE_COMPLETED', [{ text: 'Signed in. The account is connected.' }]);
      },
    },
  ],
};

function question(turn: Turn, text: string): Step {
  const form: Part = { data: { schema: answerSchema }, mediaType: 'application/json' };
  return close(turn, 'TASK_STATE_INPUT_REQUIRED', [{ text }, form]);
}

/** The answer as one line: the text, or the data as JSON. */
function readAnswer({ parts }: Message): string {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .trim();
  if (text) return text;
  const data = parts.find((part) => part.data !== undefined)?.data;
  return isJsonObject(data) ? JSON.stringify(data) : 'nothing';
}
