// @ts-check
import { encodedTwice, overHttp, withGrpc, withHttp } from './bindings.mjs';
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

/** @type {PeerRun} */
const current = {
  peer: 'python-a2a-sdk',
  version: '1.0',
  args: [],
  options: [],
  scenarios: PYTHON_SCENARIOS,
  quirks: NEW_QUIRKS,
};

/** @type {PeerRun} */
const compatible = {
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
};

const RAISED = ['task SUBMITTED', 'status WORKING: working on: raise'];
/** Over HTTP+JSON an exception has a status and no code. */
const RAISED_REST = { outcome: 'error', exit: 1, error: { layer: 'rest', http_status: 500 } };
/** Over gRPC it is the status UNKNOWN without details. */
const RAISED_GRPC = { outcome: 'error', exit: 1, error: { layer: 'rpc', mentions: 'UNKNOWN' } };

const rest = withHttp(current, {
  scenarios: withDifferences(PYTHON_SCENARIOS, {
    raise: {
      stream: { ...RAISED_REST, events: [...RAISED, 'error 500'] },
      send: { ...RAISED_REST, events: ['error 500'] },
    },
  }),
});

const grpc = withGrpc(current, {
  scenarios: withDifferences(PYTHON_SCENARIOS, {
    raise: {
      stream: { ...RAISED_GRPC, events: [...RAISED, 'error without a code'] },
      send: { ...RAISED_GRPC, events: ['error without a code'] },
    },
  }),
});

/** A stream that the server cuts where it should have reported an error. */
const CUT = { exit: 1, error: { layer: 'network' } };
const CUT_AT_ONCE = { stream: { ...CUT, outcome: 'error', events: [] } };
const CUT_LATER = { ...CUT, outcome: 'cut', warnings: ['stream-unfinished'] };
const NOT_FOUND = { outcome: 'error', exit: 1, error: { layer: 'http', http_status: 404 } };

const compatibleRest = withHttp(compatible, {
  adapt: (expected) => encodedTwice(overHttp(expected)),
  scenarios: withDifferences(compatible.scenarios, {
    badext: { ...CUT_AT_ONCE, send: { ...refused(-32008), events: ['error -32008'] } },
    ctype: CUT_AT_ONCE,
    unsupported: CUT_AT_ONCE,
    badparams: CUT_AT_ONCE,
    raise: { stream: { ...CUT_LATER, events: RAISED }, send: { ...RAISED_REST, events: ['error 500'] } },
    invalid: { stream: { ...CUT_LATER, events: ['task SUBMITTED'] } },
  }),
  instead: {
    'subscribe to a task that has ended': { ...CUT, outcome: 'error' },
    'subscribe to an unknown task': { ...CUT, outcome: 'error' },
    'list tasks, which this version cannot': NOT_FOUND,
    // The route for deleting is missing.
    'delete it': NOT_FOUND,
    'list after deleting': { outcome: 'ok', members: { push_configs: [{ id: 'hook-1' }] } },
    'get a deleted push configuration': { outcome: 'ok', members: { push_config: { id: 'hook-1' } } },
  },
});

/** PyPI a2a-sdk 1.3.0. @type {PeerRun[]} */
export const pythonSdk = [current, compatible, rest, grpc, compatibleRest];
