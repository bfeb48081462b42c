// @ts-check
import { SCENARIOS as OLD } from './scenarios-0-3.mjs';
import { completes, FAILED, MULTI, SCENARIOS, streamOf } from './scenarios-1-0.mjs';
import { eventWords } from './words.mjs';

/** @typedef {import('./compare.mjs').Expected} Expected */
/** @typedef {import('./scenarios-1-0.mjs').Scenario} Scenario */

/**
 * How a server differs from the others where the protocol leaves room, or where it departs from it.
 * @typedef {object} Quirks
 * @property {string} cardName
 * @property {boolean} revalidates answers 304 to If-None-Match
 * @property {boolean} lists has ListTasks
 * @property {boolean} asksAgain knows the answer `again`
 * @property {string} question of the scenario `ask`
 * @property {(text: string) => string} resultText of the artifact `result`
 * @property {(answer: string, before: string, state: string) => { stream: Expected, send: Expected }} follow second turn of a task
 * @property {number | undefined} historyOfZero messages that come with a history length of 0
 * @property {Expected} subscribeEnded
 * @property {Expected} cancelAgain
 * @property {Expected} emptyPushList
 * @property {string[]} [deleteWarnings]
 * @property {(events: Record<string, any>[]) => string[]} subscribed checks the events of a subscription to `slow 3`
 * @property {{ terminalMessage: number, noPushConfig: number }} codes
 */

/**
 * One server in one version.
 * @typedef {object} PeerRun
 * @property {string} peer folder of the agent
 * @property {string} version
 * @property {string[]} args of the agent
 * @property {string[]} options of every command line
 * @property {Scenario[]} scenarios
 * @property {Quirks} quirks
 */

/** @param {number} code @returns {Expected} */
const refused = (code) => ({ outcome: 'error', exit: 1, error: { layer: 'rpc', rpc_code: code } });

/**
 * Replaces what a server does differently.
 * @param {Scenario[]} scenarios
 * @param {Record<string, Partial<Pick<Scenario, 'stream' | 'send' | 'options'>>>} differences by text
 * @returns {Scenario[]}
 */
function withDifferences(scenarios, differences) {
  const known = new Set(scenarios.map((scenario) => scenario.text));
  const stray = Object.keys(differences).find((text) => !known.has(text));
  if (stray) throw new Error(`no scenario has the text '${stray}'`);
  return scenarios.map((scenario) => {
    const difference = scenario.options ? undefined : differences[scenario.text];
    return difference
      ? {
          ...scenario,
          stream: { ...scenario.stream, ...difference.stream },
          send: { ...scenario.send, ...difference.send },
          options: difference.options,
        }
      : scenario;
  });
}

/**
 * The ticks of `slow 3` from wherever the subscription came in, up to the end.
 * @param {string[]} ticks
 * @param {string} end
 * @param {boolean} snapshot a task comes first
 */
function ticksThen(ticks, end, snapshot) {
  return (/** @type {Record<string, any>[]} */ events) => {
    const words = events.map(eventWords);
    const first = words[0] ?? '';
    const problems = [];
    if (snapshot && !first.startsWith('task WORKING')) problems.push(`first event: ${first}`);
    const rest = snapshot ? words.slice(1) : words;
    const wanted = [...ticks, end];
    const tail = wanted.slice(wanted.length - rest.length);
    if (rest.length === 0 || JSON.stringify(rest) !== JSON.stringify(tail))
      problems.push(`events: ${JSON.stringify(words)}`);
    return problems;
  };
}

const NEW_TICKS = [1, 2, 3].map((i) => `status WORKING: tick ${i}/3`);
const OLD_TICKS = [1, 3, 5].map((i) => `status WORKING: tick ${i}`);
const answered = (/** @type {string} */ id, /** @type {string} */ text) => [
  { artifactId: id, text, parts: 1, sealed: true },
];

/** @type {Quirks} */
const NEW_QUIRKS = {
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
  subscribed: ticksThen(NEW_TICKS, 'status COMPLETED: done', true),
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
    warnings: ['event-after-terminal'],
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

/** What 0.3 cannot say: ListTasks, and the media type of a text. */
const COMPAT_QUIRKS = { lists: false };
const COMPAT_MULTI = completes(MULTI.text, MULTI.middle, [
  { ...MULTI.artifact, content: MULTI.artifact.content.map((part) => ('text' in part ? { text: part.text } : part)) },
]);

/** @type {Quirks} */
const PYTHON_03_QUIRKS = {
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
  subscribed: ticksThen([...OLD_TICKS, 'artifact result (last): result: slow 3'], 'status COMPLETED: done', false),
  codes: { terminalMessage: -32602, noPushConfig: -32603 },
};

const BADEXT_03 = { ...refused(-32603), events: ['error -32603'] };

/** @type {PeerRun[]} */
export const PEER_RUNS = [
  { peer: 'python-a2a-sdk', version: '1.0', args: [], options: [], scenarios: PYTHON_SCENARIOS, quirks: NEW_QUIRKS },
  { peer: 'js-a2a-sdk', version: '1.0', args: [], options: [], scenarios: JS_SCENARIOS, quirks: JS_QUIRKS },
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
  {
    peer: 'js-a2a-sdk',
    version: '0.3',
    args: ['--compat'],
    options: ['--version', '0.3'],
    scenarios: withDifferences(JS_SCENARIOS, { multi: COMPAT_MULTI }),
    quirks: { ...JS_QUIRKS, ...COMPAT_QUIRKS },
  },
  {
    peer: 'python-a2a-sdk-03',
    version: '0.3',
    args: [],
    options: [],
    scenarios: [
      ...OLD,
      {
        text: 'raise',
        // The connection is cut without an error event or a last chunk.
        stream: {
          outcome: 'cut',
          exit: 1,
          state: 'SUBMITTED',
          events: ['task SUBMITTED'],
          error: { layer: 'network' },
        },
        send: { ...refused(-32603), events: ['error -32603'] },
      },
    ],
    quirks: PYTHON_03_QUIRKS,
  },
  {
    peer: 'js-a2a-sdk-03',
    version: '0.3',
    args: [],
    options: [],
    scenarios: [
      ...OLD,
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
      ...PYTHON_03_QUIRKS,
      cardName: 'Scenario peer (@a2a-js/sdk 0.3)',
      revalidates: true,
      historyOfZero: 3,
      subscribeEnded: { outcome: 'complete', exit: 0, state: 'COMPLETED', events: ['task COMPLETED: done'] },
      subscribed: ticksThen([...OLD_TICKS, 'artifact result (last): result: slow 3'], 'status COMPLETED: done', true),
      codes: { terminalMessage: -32600, noPushConfig: -32603 },
    },
  },
];
