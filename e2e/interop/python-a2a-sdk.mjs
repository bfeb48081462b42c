// @ts-check
import { COMPAT_MULTI, COMPAT_QUIRKS, refused, ticksThen, withDifferences } from './quirks.mjs';
import { SCENARIOS, streamOf } from './scenarios-1-0.mjs';

/** @typedef {import('./quirks.mjs').PeerRun} PeerRun */
/** @typedef {import('./quirks.mjs').Quirks} Quirks */

const TICKS = [1, 2, 3].map((i) => `status WORKING: tick ${i}/3`);

/** @type {Quirks} */
export const NEW_QUIRKS = {
  cardName: 'Scenario peer (python a2a-sdk)',
  revalidates: true,
  lists: true,
  asksAgain: true,
  question: 'Which colour? [data]',
  resultText: (text) => `result: ${text.replace(/^task /, '')}`,
  // The Python server begins a second turn with a status update, not with the task. The agent leaves the artifact's id
  // to the server and names the artifact only.
  follow: (answer, _before, state) => ({
    stream: {
      state: 'COMPLETED',
      artifacts: [{ artifactId: 'UUID', name: 'answer', text: `you said: ${answer}`, parts: 1, sealed: true }],
      events: [
        `status WORKING: continuing after ${state}`,
        `artifact UUID (last): you said: ${answer}`,
        'status COMPLETED: done',
      ],
    },
    send: {
      state: 'COMPLETED',
      artifacts: [{ artifactId: 'UUID', name: 'answer', text: `you said: ${answer}`, parts: 1, sealed: true }],
      events: ['task COMPLETED: done'],
    },
  }),
  historyOfZero: undefined,
  subscribeEnded: refused(-32004),
  cancelAgain: refused(-32002),
  emptyPushList: { outcome: 'ok', exit: 0, members: { push_configs: [] } },
  subscribed: ticksThen(TICKS, 'status COMPLETED: done', true),
  codes: { terminalMessage: -32004, noPushConfig: -32001 },
};

/** An exception of the agent and a broken stream, as the Python server reports them. */
const PYTHON_SCENARIOS = [
  ...SCENARIOS,
  {
    text: 'raise',
    stream: {
      ...refused(-32603),
      state: 'WORKING',
      events: ['task SUBMITTED', 'status WORKING: working on: raise', 'error -32603'],
    },
    send: { ...refused(-32603), events: ['error -32603'] },
  },
  {
    text: 'invalid',
    stream: { ...refused(-32006), state: 'SUBMITTED', events: ['task SUBMITTED', 'error -32006'] },
    send: { ...refused(-32006), events: ['error -32006'] },
  },
  streamOf(5000),
];

const BADEXT_03 = { ...refused(-32603), events: ['error -32603'] };

/** PyPI a2a-sdk 1.3.0. @type {PeerRun[]} */
export const pythonSdk = [
  { peer: 'python-a2a-sdk', version: '1.0', args: [], options: [], scenarios: PYTHON_SCENARIOS, quirks: NEW_QUIRKS },
  {
    peer: 'python-a2a-sdk',
    version: '0.3',
    args: ['--compat'],
    options: ['--version', '0.3'],
    scenarios: withDifferences(PYTHON_SCENARIOS, {
      multi: COMPAT_MULTI,
      // 0.3 has no code for a missing extension.
      badext: { stream: BADEXT_03, send: BADEXT_03 },
    }),
    // The history length is ignored here.
    quirks: { ...NEW_QUIRKS, ...COMPAT_QUIRKS, historyOfZero: 2 },
  },
];
