import type { Part } from '../model.ts';
import type { Family, TaskScenario } from './scenario.ts';
import { artifact, close, speak, working } from './steps.ts';

/** Takes every message that chooses nothing else, so `rest` is the whole text. */
export const echoScenario: TaskScenario = {
  kind: 'task',
  words: [],
  usage: 'a small task that writes your text into an artifact',
  *start(turn) {
    yield working();
    yield* speak(turn, [
      'I have no scenario of that name, ',
      'so I write down what you sent. ',
      'Send "help" for the list.',
    ]);
    const received = turn.message.parts.map(describePart).join('\n');
    yield artifact({ artifactId: 'echo', name: 'echo.txt', description: 'What the message held.' }, [
      { text: received, mediaType: 'text/plain', filename: 'echo.txt' },
    ]);
    yield close(turn, 'TASK_STATE_COMPLETED');
  },
};

/** Anything else. */
export const echo: Family = {
  skill: {
    id: 'small-task',
    name: 'Small task',
    description: 'Any other message becomes a short task that writes what it received into an artifact.',
    tags: ['task', 'basics'],
    examples: ['Plan a network with two subnets'],
    outputModes: ['text/plain'],
  },
  scenarios: [],
};

function describePart(part: Part): string {
  if (part.text !== undefined) return part.text;
  if (part.url !== undefined) return `[link: ${part.url}]`;
  if (part.raw !== undefined) {
    return `[file: ${part.filename ?? 'no name'}, ${Buffer.byteLength(part.raw, 'base64')} bytes]`;
  }
  return `[data: ${JSON.stringify(part.data)}]`;
}
