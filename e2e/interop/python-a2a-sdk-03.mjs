// @ts-check
import { encodedTwice, overBareHttp, withHttp } from './bindings.mjs';
import { NEW_QUIRKS } from './python-a2a-sdk.mjs';
import { answered, refused, ticksThen } from './quirks.mjs';
import { SCENARIOS } from './scenarios-0-3.mjs';

/** @typedef {import('./quirks.mjs').PeerRun} PeerRun */
/** @typedef {import('./quirks.mjs').Quirks} Quirks */

/** What a subscription to `slow 3` shows before the task completes. */
export const OLD_TICKS = [
  ...[1, 3, 5].map((i) => `status WORKING: tick ${i}`),
  'artifact result (last): result: slow 3',
];

/** @type {Quirks} */
export const OLD_QUIRKS = {
  ...NEW_QUIRKS,
  cardName: 'Scenario peer (python a2a-sdk 0.3)',
  revalidates: false,
  lists: false,
  asksAgain: false,
  question: 'Which colour?',
  resultText: (text) => `result: ${text}`,
  follow: (answer) => ({
    stream: {
      state: 'COMPLETED',
      artifacts: answered('result', `result: ${answer}`),
      events: [
        `status WORKING: working on: ${answer.split(' ')[0]}`,
        `artifact result (last): result: ${answer}`,
        'status COMPLETED: done',
      ],
    },
    send: { state: 'COMPLETED', artifacts: answered('result', `result: ${answer}`), events: ['task COMPLETED: done'] },
  }),
  historyOfZero: 2,
  subscribeEnded: refused(-32602),
  cancelAgain: refused(-32002),
  subscribed: ticksThen(OLD_TICKS, 'status COMPLETED: done', false),
  codes: { terminalMessage: -32602, noPushConfig: -32603 },
};

/** @type {PeerRun} */
const rpc = {
  peer: 'python-a2a-sdk-03',
  version: '0.3',
  args: [],
  options: [],
  scenarios: [
    ...SCENARIOS,
    {
      text: 'raise',
      // The connection is cut without an error event or a last chunk.
      stream: {
        outcome: 'cut',
        exit: 1,
        state: 'SUBMITTED',
        events: ['task SUBMITTED'],
        error: { layer: 'network' },
        warnings: ['stream-unfinished'],
      },
      send: { ...refused(-32603), events: ['error -32603'] },
    },
  ],
  quirks: OLD_QUIRKS,
};

/** Errors over HTTP+JSON are a status and a message. */
const bare = overBareHttp({ [-32002]: 409 });
const failed = (/** @type {number} */ status) => ({
  outcome: 'error',
  exit: 1,
  error: { layer: 'rest', http_status: status },
});
const CUT = { outcome: 'error', exit: 1, error: { layer: 'network' } };

/** PyPI a2a-sdk 0.3.26. @type {PeerRun[]} */
export const pythonSdk03 = [
  rpc,
  withHttp(rpc, {
    args: ['--rest'],
    adapt: (expected) => encodedTwice(bare(expected)),
    instead: {
      'message to a task that has ended': failed(422),
      'subscribe to a task that has ended': CUT,
      'subscribe to an unknown task': CUT,
      'list tasks, which this version cannot': failed(500),
      'list it': failed(500),
      // There is no route for deleting.
      'delete it': failed(405),
      'list after deleting': failed(500),
      'get a deleted push configuration': { outcome: 'ok', members: { push_config: { id: 'hook-1' } } },
    },
  }),
];
