// @ts-check
import { FREE_PORT, installPeer, startPeer } from '../../build/peers.mjs';
import { same, taskOf } from './iac-code-checks.mjs';
import {
  briefly,
  eventsIn,
  FORMS,
  inOrder,
  knownProblems,
  matchProblems,
  openPushes,
  outcomeProblems,
  strangeProblems,
} from './push-bench.mjs';
import { alone, asked, CASES, says } from './push-sdk-cases.mjs';

/** @typedef {import('../../shared/contract/views.ts').AgentOptions} AgentOptions */
/** @typedef {import('../../shared/model/receiver.ts').LineCheck} LineCheck */
/** @typedef {import('./iac-code-client.mjs').Told} Told */
/** @typedef {import('./push-bench.mjs').Delivery} Delivery */
/** @typedef {import('./push-bench.mjs').Pushes} Pushes */
/** @typedef {import('./suite.mjs').Checker} Checker */

/**
 * How a sender departs from the others.
 * @typedef {object} Sender
 * @property {LineCheck} tokenBesideAuthorization whether it sends the token along when there is an authentication
 * @property {boolean} wholeTasks what was asked for by 0.3 is delivered as whole tasks
 * @property {string[]} cannotCreate where it refuses to create a configuration, by name of the way in
 */

/** @type {Record<string, Sender>} */
const SENDERS = {
  'python-a2a-sdk': { tokenBesideAuthorization: 'ok', wholeTasks: false, cannotCreate: [] },
  'js-a2a-sdk': {
    tokenBesideAuthorization: 'missing',
    wholeTasks: true,
    // The body of the 0.3 proto is refused.
    cannotCreate: ['0.3 HTTP+JSON'],
  },
};

/** @type {Record<string, AgentOptions>} */
const WAYS_IN = {
  JSONRPC: { binding: 'JSONRPC' },
  'HTTP+JSON': { binding: 'HTTP+JSON' },
  GRPC: { binding: 'GRPC' },
  '0.3 JSONRPC': { binding: 'JSONRPC', version: '0.3' },
  '0.3 HTTP+JSON': { binding: 'HTTP+JSON', version: '0.3' },
};

/** @typedef {Pushes & { sender: Sender, url: string, report: Checker['report'] }} Bench */
/** @typedef {{ name: string, options: AgentOptions }} WayIn */

/** What the receiver finds of a form, as this sender goes about it. @param {string} form @param {Sender} sender @returns {LineCheck[]} */
function proofFor(form, { tokenBesideAuthorization }) {
  const { token, authentication } = FORMS[form] ?? {};
  if (!authentication) return [token ? 'ok' : 'none', 'none'];
  return [token ? tokenBesideAuthorization : 'none', 'ok'];
}

/**
 * The deliveries of a turn beside its stream.
 * @param {Bench} bench
 * @param {WayIn} way
 * @param {string} form
 * @param {Told} told
 * @param {Delivery[]} got
 */
async function besideStream(bench, { options }, form, told, got) {
  const { sender } = bench;
  const events = eventsIn(told.rows, told.entries);
  const { taskId } = taskOf(told);
  const whole = sender.wholeTasks && options.version === '0.3';
  const proof = proofFor(form, sender);
  const known = proof.includes('ok') && !proof.includes('missing');
  return [
    ...same('outcome', 'complete', told.outcome.outcome),
    ...(whole
      ? wholeProblems(got, events)
      : same(
          'events',
          events.map(({ event }) => briefly(event)),
          got.map(({ event }) => briefly(event)),
        )),
    // 0.3 says the same in other members.
    ...(options.version === '0.3'
      ? []
      : same(
          'content',
          events.map(({ event }) => inOrder(event)),
          got.map(({ event }) => inOrder(event)),
        )),
    ...(known
      ? knownProblems(got, {
          task: taskId,
          proof,
          ...(whole && { format: '0.3', notes: ['note delivery-late', 'note delivery-out-of-order'] }),
        })
      : strangeProblems(got, { status: 401, proof })),
    ...(proof.includes('missing') ? hintProblems(got) : []),
    ...(known && !whole ? matchProblems(got, events) : []),
    ...(await outcomeProblems(bench, taskId, 'TASK_STATE_COMPLETED')),
  ];
}

/** Where the token is left out beside a right Authorization line, the person is told what to do. @param {Delivery[]} got */
const hintProblems = (got) =>
  got
    .flatMap(({ view }) => view.issues.map(({ message }) => message))
    .filter((message) => !message.includes('give the agent only one of them'))
    .map((message) => `no hint: ${message}`);

/** Whole tasks, one for each event of the stream. @param {Delivery[]} got @param {Delivery[]} events */
function wholeProblems(got, events) {
  let state = '';
  const wanted = events.map(({ event }) => {
    state = event?.artifactUpdate ? state : briefly(event).replace(/^\w+ /, '');
    return `task ${state}`;
  });
  return same(
    'whole tasks',
    wanted,
    got.map(({ event }) => briefly(event)),
  );
}

/** Every form, written into the message itself. @param {Bench} bench @param {WayIn} way */
async function inline(bench, way) {
  const { client, register, deliveries, report } = bench;
  const turn = async (/** @type {string} */ form) => {
    const { registration, config } = await register(FORMS[form] ?? {});
    const request = { ...says(`task ${form}`), configuration: { taskPushNotificationConfig: config } };
    const told = await client.call('SendStreamingMessage', request, way.options);
    const got = await deliveries(registration, eventsIn(told.rows, told.entries).length);
    return besideStream(bench, way, form, told, got);
  };
  const forms = Object.keys(FORMS);
  const problems = await Promise.all(forms.map(turn));
  for (const [index, form] of forms.entries()) report(`${way.name} sent along, ${form}`, problems[index] ?? []);
}

/** Every form, for a task that is there already; its next turn is delivered. @param {Bench} bench @param {WayIn} way */
async function created(bench, way) {
  const { client, register, deliveries, report, sender } = bench;
  const cannot = sender.cannotCreate.includes(way.name);
  const turn = async (/** @type {string} */ form) => {
    const { registration, config } = await register(FORMS[form] ?? {});
    const { taskId, contextId } = await asked(bench, way.options);
    const id = `hook-${way.name}`;
    const made = await client.call('CreateTaskPushNotificationConfig', { taskId, id, ...config }, way.options);
    const told = await client.call('SendStreamingMessage', says('red', { taskId, contextId }), way.options);
    const got = await deliveries(registration, cannot ? 0 : eventsIn(told.rows, told.entries).length);
    if (cannot) return [...same('created', 'error', made.outcome.outcome), ...same('deliveries', 0, got.length)];
    return [...same('created', 'ok', made.outcome.outcome), ...(await besideStream(bench, way, form, told, got))];
  };
  const forms = Object.keys(FORMS);
  const problems = await Promise.all(forms.map(turn));
  for (const [index, form] of forms.entries()) report(`${way.name} created, ${form}`, problems[index] ?? []);
}

/** @param {string} peer @param {Checker} check */
async function checks(peer, { url, report }) {
  const sender = SENDERS[peer];
  if (!sender) throw new Error(`no sender is called ${peer}`);
  const pushes = await openPushes(url);
  try {
    const named = (/** @type {string} */ label, /** @type {string[]} */ problems) =>
      report(`pushed, ${label}`, problems);
    const bench = { ...pushes, sender, url, report: named };
    for (const [name, options] of Object.entries(WAYS_IN)) {
      const way = { name, options };
      await inline(bench, way);
      await created(bench, way);
      await alone(bench, way);
    }
    for (const part of CASES) await part(bench);
  } finally {
    await pushes.client.close();
  }
}

/** Real senders and the receiver of the product. One server each speaks every version over every binding. */
export const PUSH_SDK_RUNS = Object.keys(SENDERS).map((peer) => ({
  peer,
  version: '1.0',
  name: 'pushes',
  words: ['pushes'],
  install: (/** @type {(line: string) => void} */ say) => installPeer(peer, say),
  open: async () => ({
    peer: await startPeer(peer, ['--compat', '--grpc-port', FREE_PORT]),
    checks: (/** @type {Checker} */ check) => checks(peer, check),
  }),
}));
