// @ts-check
import { FAILED, PAUSED, reply, stops } from './scenarios-1-0.mjs';
import { times } from './words.mjs';

/** @typedef {import('./scenarios-1-0.mjs').Scenario} Scenario */

/**
 * A task of the agents of generation 0.3: whatever it did, it ends with an artifact that repeats the text.
 * @param {string} text
 * @param {string[]} middle
 * @param {import('./compare.mjs').ExpectedArtifact[]} [artifacts] before that one
 * @returns {Scenario}
 */
function completes(text, middle, artifacts = []) {
  const word = text.split(' ')[0];
  const ending = {
    exit: 0,
    state: 'COMPLETED',
    artifacts: [
      ...artifacts,
      { artifactId: 'result', name: 'result', text: `result: ${text}`, parts: 1, sealed: true },
    ],
  };
  return {
    text,
    stream: {
      ...ending,
      outcome: 'complete',
      events: [
        'task SUBMITTED',
        `status WORKING: working on: ${word}`,
        ...middle,
        `artifact result (last): result: ${text}`,
        'status COMPLETED: done',
      ],
    },
    send: { ...ending, outcome: 'ok', events: ['task COMPLETED: done'] },
  };
}

const MULTI = {
  exit: 0,
  state: 'COMPLETED',
  artifacts: [
    {
      artifactId: 'multi',
      name: 'multi',
      text: 't',
      parts: 4,
      sealed: true,
      content: [
        { text: 't' },
        { raw: 'aGk=', filename: 'a.bin', mediaType: 'application/octet-stream' },
        { url: 'https://example.com/x.pdf', filename: 'x.pdf', mediaType: 'application/pdf' },
        { data: { k: 1 } },
      ],
    },
  ],
};

/** Everything the agents of generation 0.3 know. @type {Scenario[]} */
export const SCENARIOS = [
  reply('msg good morning', 'echo: good morning'),
  reply('help', 'echo: '.trimEnd()),
  completes('task one', []),
  completes(
    'stream 5',
    times(5, (i) => `artifact stream${i > 0 ? ' +' : ''}${i === 4 ? ' (last)' : ''}: line ${i}`),
    [
      {
        artifactId: 'stream',
        text: times(5, (i) => `line ${i}\n`).join(''),
        parts: 5,
        sealed: true,
      },
    ],
  ),
  completes('slow 1', ['status WORKING: tick 1']),
  stops('ask', 'INPUT_REQUIRED', 'Which colour?', PAUSED),
  stops('auth', 'AUTH_REQUIRED', 'sign in', PAUSED),
  stops('fail', 'FAILED', 'it broke', FAILED),
  {
    text: 'reject',
    stream: {
      ...FAILED,
      state: 'REJECTED',
      events: ['task SUBMITTED', 'status WORKING: working on: reject', 'status REJECTED: no'],
    },
    send: { ...FAILED, state: 'REJECTED', events: ['task REJECTED: no'] },
  },
  {
    text: 'multi',
    stream: {
      ...MULTI,
      outcome: 'complete',
      events: [
        'task SUBMITTED',
        'status WORKING: working on: multi',
        'artifact multi (last): t [raw url data]',
        'status COMPLETED: done',
      ],
    },
    send: { ...MULTI, outcome: 'ok', events: ['task COMPLETED: done'] },
  },
];
