// @ts-check
import { overHttp, withGrpc, withHttp, withoutNames } from './bindings.mjs';
import { NEW_QUIRKS } from './python-a2a-sdk.mjs';
import { answered, COMPAT_MULTI, COMPAT_QUIRKS, refused, withDifferences } from './quirks.mjs';
import { FAILED, SCENARIOS, streamOf } from './scenarios-1-0.mjs';

/** @typedef {import('./scenarios-1-0.mjs').Scenario} Scenario */
/** @typedef {import('./quirks.mjs').PeerRun} PeerRun */
/** @typedef {import('./quirks.mjs').Quirks} Quirks */

/** @type {Quirks} */
const JS_QUIRKS = {
  ...NEW_QUIRKS,
  cardName: 'Scenario peer (@a2a-js/sdk)',
  follow: (answer, before) => ({
    stream: {
      state: 'COMPLETED',
      artifacts: answered('answer', `you said: ${answer}`),
      events: [
        `task ${before}`,
        // The agent prints the number of the state.
        'status WORKING: continuing after 6',
        `artifact answer (last): you said: ${answer}`,
        'status COMPLETED: done',
      ],
    },
    send: {
      state: 'COMPLETED',
      artifacts: answered('answer', `you said: ${answer}`),
      events: ['task COMPLETED: done'],
    },
  }),
  // Cancelling twice is fine here.
  cancelAgain: { outcome: 'ok', exit: 0, state: 'CANCELED' },
};

/** @param {string} says @returns {Pick<Scenario, 'stream' | 'send'>} a task that failed before it worked, said twice in a stream */
const failedTask = (says) => ({
  stream: {
    ...FAILED,
    error: undefined,
    state: 'FAILED',
    events: [`task FAILED: ${says}`, `status FAILED: ${says}`],
  },
  send: { ...FAILED, error: undefined, state: 'FAILED', events: [`task FAILED: ${says}`] },
});

/** Errors of the agent become failed tasks, and a stream stays open while the agent waits for a sign-in. */
const JS_SCENARIOS = [
  ...withDifferences(SCENARIOS, {
    auth: { options: ['--idle-timeout-ms', '1500'] },
    badext: failedTask('Agent execution error: extension urn:example:a2a:tool-trace:v1 is required'),
    ctype: failedTask('Agent execution error: this agent takes text/plain only'),
    unsupported: failedTask('Agent execution error: not here'),
    badparams: failedTask('Agent execution error: bad parameter'),
  }),
  {
    text: 'raise',
    stream: {
      ...FAILED,
      state: 'FAILED',
      events: [
        'task SUBMITTED',
        'status WORKING: working on: raise',
        'status FAILED: Agent execution error: executor raised on purpose',
      ],
    },
    send: { ...FAILED, state: 'FAILED', events: ['task FAILED: Agent execution error: executor raised on purpose'] },
  },
  {
    text: 'invalid',
    stream: { ...refused(-32004), state: 'SUBMITTED', events: ['task SUBMITTED', 'error -32004'] },
    // Without a stream the stray message is taken for the answer.
    send: { outcome: 'ok', exit: 0, events: ['message: stray'] },
  },
  streamOf(500),
];

/** @type {PeerRun} */
const current = {
  peer: 'js-a2a-sdk',
  version: '1.0',
  args: [],
  options: [],
  scenarios: JS_SCENARIOS,
  quirks: JS_QUIRKS,
};

/** @type {PeerRun} */
const compatible = {
  peer: 'js-a2a-sdk',
  version: '0.3',
  args: ['--compat'],
  options: ['--version', '0.3'],
  scenarios: withDifferences(JS_SCENARIOS, { multi: COMPAT_MULTI }),
  quirks: { ...JS_QUIRKS, ...COMPAT_QUIRKS },
};

const NOT_CREATED = { outcome: 'error', exit: 1, error: { layer: 'rest', http_status: 400, rpc_code: -32602 } };
const WRAPPED = [
  { data: { n: 1 } },
  { data: { value: [1, 2] } },
  { data: { value: 'str' } },
  { data: { value: null } },
];

const compatibleRest = withHttp(compatible, {
  adapt: (expected) => withoutNames(overHttp(expected)),
  scenarios: compatible.scenarios.map((scenario) => {
    // Data that is no object comes wrapped, without the mark that says so.
    const artifacts = [{ artifactId: 'data', parts: 4, content: WRAPPED }];
    return scenario.text === 'data'
      ? { ...scenario, stream: { ...scenario.stream, artifacts }, send: { ...scenario.send, artifacts } }
      : scenario;
  }),
  instead: {
    'list tasks, which this version cannot': { outcome: 'ok', exit: 0 },
    // The body of the 0.3 proto is refused here, though not by the older server.
    'create a push configuration': NOT_CREATED,
    'get it': { outcome: 'error', exit: 1, error: { layer: 'rest', rpc_code: -32001 } },
    'list it': { outcome: 'ok', members: { push_configs: [] } },
    'create a push configuration with credentials': NOT_CREATED,
    'push configuration of an unknown task': NOT_CREATED,
  },
  skipped: ['the webhook is called with the token'],
});

/** npm @a2a-js/sdk 1.3.0. @type {PeerRun[]} */
export const jsSdk = [current, compatible, withHttp(current), withGrpc(current), compatibleRest];
