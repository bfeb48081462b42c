// @ts-check
import { overHttp, withHttp, withoutNames } from './bindings.mjs';
import { OLD_QUIRKS, OLD_TICKS } from './python-a2a-sdk-03.mjs';
import { ticksThen } from './quirks.mjs';
import { SCENARIOS } from './scenarios-0-3.mjs';
import { FAILED } from './scenarios-1-0.mjs';

/** @type {import('./quirks.mjs').PeerRun} */
const rpc = {
  peer: 'js-a2a-sdk-03',
  version: '0.3',
  args: [],
  options: [],
  scenarios: [
    ...SCENARIOS,
    {
      text: 'raise',
      // The failure is reported for a task id of its own, not for the task of the same stream.
      stream: {
        ...FAILED,
        events: [
          'task SUBMITTED',
          'status WORKING: working on: raise',
          'status FAILED: Agent execution error: on purpose',
        ],
        warnings: ['task-id-changed'],
      },
      send: { ...FAILED, events: ['task FAILED: Agent execution error: on purpose'] },
    },
  ],
  quirks: {
    ...OLD_QUIRKS,
    cardName: 'Scenario peer (@a2a-js/sdk 0.3)',
    revalidates: true,
    historyOfZero: 3,
    subscribeEnded: { outcome: 'complete', exit: 0, state: 'COMPLETED', events: ['task COMPLETED: done'] },
    subscribed: ticksThen(OLD_TICKS, 'status COMPLETED: done', true),
    codes: { terminalMessage: -32600, noPushConfig: -32603 },
  },
};

/** npm @a2a-js/sdk 0.3.14. @type {import('./quirks.mjs').PeerRun[]} */
export const jsSdk03 = [
  rpc,
  withHttp(rpc, {
    adapt: (expected) => withoutNames(overHttp(expected)),
    instead: {
      'subscribe to an unknown task': { outcome: 'error', exit: 1, error: { layer: 'rest', rpc_code: -32603 } },
      'list tasks, which this version cannot': {
        outcome: 'error',
        exit: 1,
        error: { layer: 'http', http_status: 404 },
      },
    },
  }),
];
