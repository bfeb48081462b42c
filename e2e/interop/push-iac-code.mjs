// @ts-check
import { installPeer } from '../../build/peers.mjs';
import { benchOf, dialectOf } from './iac-code.mjs';
import { same, taskOf } from './iac-code-checks.mjs';
import { answer, questionOf } from './iac-code-permission.mjs';
import { RELEASES, startIacCode } from './iac-code-server.mjs';
import { TEMPLATE } from './iac-code-turns.mjs';
import { openLocalCopy } from './local-copy.mjs';
import {
  briefly,
  eventsIn,
  FORMS,
  inOrder,
  knownProblems,
  openPushes,
  outcomeProblems,
  strangeProblems,
} from './push-bench.mjs';

/** @typedef {import('../../shared/model/receiver.ts').LineCheck} LineCheck */
/** @typedef {import('./iac-code-server.mjs').IacCode} IacCode */
/** @typedef {import('./push-bench.mjs').Delivery} Delivery */
/** @typedef {import('./suite.mjs').Checker} Checker */

/**
 * @typedef {import('./iac-code-checks.mjs').Bench & import('./push-bench.mjs').Pushes & { ordered: boolean }} PushBench
 * ordered: the queue of the server keeps the order of the events
 */

const OUT_OF_ORDER = 'note delivery-out-of-order';
const RETRY = 'note delivery-retry';
/** Turns by which a queue that only looks up for new work is made to look, at most. */
const WAKING_TURNS = 10;

/** What the receiver finds of a form: this server sends all that it was told. @param {string} form @returns {LineCheck[]} */
function proofFor(form) {
  const { token, authentication } = FORMS[form] ?? {};
  return [token ? 'ok' : 'none', authentication ? 'ok' : 'none'];
}

/** Equal for a delivery and the event it repeats. The first event is delivered as the task that it has become. @param {Delivery} one */
const content = ({ event }) => (event?.task ? `task ${event.task.id}` : inOrder(event));

/**
 * Nothing is lost or made up on the way: each event was acknowledged once, in its order where the queue keeps it.
 * @param {Delivery[]} got
 * @param {Delivery[]} events
 * @param {boolean} ordered
 */
function completeProblems(got, events, ordered) {
  const [wanted, came] = [events.map(content), got.map(content)];
  return [
    ...same('events', [...wanted].sort(), [...came].sort()),
    ...(ordered
      ? same(
          'order',
          events.map(({ event }) => briefly(event)).slice(1),
          got.map(({ event }) => briefly(event)).slice(1),
        )
      : []),
    ...(ordered && inOrder(wanted) !== inOrder(came) ? ['the deliveries are in another order'] : []),
  ];
}

/**
 * Marked out of order is exactly what comes after the delivery of something later that the stream had said by then.
 * @param {Delivery[]} got
 * @param {Delivery[]} events
 */
function orderProblems(got, events) {
  const seqs = new Map(events.map((one) => [content(one), one.row.seq]));
  const problems = [];
  for (const [index, { row, event }] of got.entries()) {
    const { fits, attempt, stale } = row.delivery ?? {};
    if (fits === undefined || attempt !== undefined || event?.task) continue;
    const before = got.slice(0, index).filter((one) => one.row.delivery?.attempt === undefined && !one.event?.task);
    const newest = Math.max(0, ...before.map((one) => seqs.get(content(one)) ?? 0).filter((seq) => seq < row.seq));
    const late = fits < newest;
    if (late !== (stale === true)) problems.push(`delivery ${row.seq} of ${fits} after ${newest}: stale is ${stale}`);
  }
  return problems;
}

/** @param {PushBench} bench @param {string} text @param {(typeof FORMS)[string]} form @param {import('./push-bench.mjs').AnswerStep[]} [answers] */
async function turn({ client, register, say }, text, form, answers) {
  const { registration, config } = await register(form, answers);
  const configuration = { taskPushNotificationConfig: config };
  const told = await client.call('SendStreamingMessage', { ...say(text), configuration });
  return { registration, told, events: eventsIn(told.rows, told.entries), task: taskOf(told).taskId };
}

const stateOf = async (/** @type {PushBench} */ { client }, /** @type {string} */ task) =>
  (await client.node(task))?.state;

/** Every form, for tasks that run at the same time. @param {PushBench} bench */
async function forms(bench) {
  const { deliveries, report, ordered } = bench;
  const one = async (/** @type {string} */ form) => {
    const { registration, told, events, task } = await turn(bench, 'plain x', FORMS[form] ?? {});
    const got = await deliveries(registration, events.length);
    const proof = proofFor(form);
    const known = proof.includes('ok');
    return [
      ...same('outcome', 'complete', told.outcome.outcome),
      ...completeProblems(got, events, ordered),
      ...(known
        ? knownProblems(got, { task, proof, notes: ordered ? [] : [OUT_OF_ORDER] })
        : strangeProblems(got, { status: 401, proof })),
      ...(known ? orderProblems(got, events) : []),
      ...same('state', 'TASK_STATE_INPUT_REQUIRED', await stateOf(bench, task)),
    ];
  };
  const names = Object.keys(FORMS);
  const problems = await Promise.all(names.map(one));
  for (const [index, name] of names.entries()) report(`sent along, ${name}`, problems[index] ?? []);
}

/** A configuration for a task that rests; its next turn is delivered. @param {PushBench} bench */
async function created(bench) {
  const { client, register, deliveries, report, say, ordered } = bench;
  const { taskId, contextId } = taskOf(await client.call('SendStreamingMessage', say('plain first')));
  const { registration, config } = await register(FORMS.token ?? {});
  const made = await client.call('CreateTaskPushNotificationConfig', { taskId, id: 'later', ...config });
  const told = await client.call('SendStreamingMessage', say('parallel please', { taskId, contextId }));
  const events = eventsIn(told.rows, told.entries);
  const got = await deliveries(registration, events.length);
  report('created, token', [
    ...same('created', 'ok', made.outcome.outcome),
    ...completeProblems(got, events, ordered),
    ...knownProblems(got, { task: taskId, proof: ['ok', 'none'], notes: ordered ? [] : [OUT_OF_ORDER] }),
    ...orderProblems(got, events),
    ...same('state', 'TASK_STATE_INPUT_REQUIRED', await stateOf(bench, taskId)),
  ]);
}

/** What is answered 500 is tried again until it is taken. @param {PushBench} bench */
async function answered500(bench) {
  const { deliveries, received, report, ordered } = bench;
  const { registration, events, task } = await turn(bench, 'plain x', FORMS.token ?? {}, [{ status: 500, times: 2 }]);
  // The queue in Redis looks for what is to be tried again only when there is something new.
  for (let turns = 0; ordered && turns < WAKING_TURNS; turns++) {
    if ((await received(registration.id)) >= events.length + 2) break;
    const { registration: other, events: more } = await turn(bench, 'plain waking', FORMS.token ?? {});
    await deliveries(other, more.length);
  }
  const got = await deliveries(registration, events.length + 2);
  const refused = got.filter(({ row }) => row.status === 500);
  const taken = got.filter(({ row }) => row.status === 200);
  const again = taken.filter(({ row }) => row.delivery?.attempt !== undefined);
  report('answered 500 twice: tried again', [
    ...same('refused', 2, refused.length),
    ...same(
      'simulated',
      true,
      refused.every(({ row }) => row.delivery?.simulated === true),
    ),
    ...same('tried again', refused.map(content).sort(), again.map(content).sort()),
    ...same(
      'attempts',
      [2, 2],
      again.map(({ row }) => row.delivery?.attempt),
    ),
    ...completeProblems(taken, events, false),
    ...knownProblems(taken, { task, proof: ['ok', 'none'], notes: [OUT_OF_ORDER, RETRY] }),
    ...same('state', 'TASK_STATE_INPUT_REQUIRED', await stateOf(bench, task)),
  ]);
}

/** The server says no more than that the task was taken; all that follows is delivered. @param {PushBench} bench */
async function alone(bench) {
  const { client, register, deliveries, received, report, say, ordered } = bench;
  const { registration, config } = await register(FORMS.token ?? {});
  const configuration = { returnImmediately: true, taskPushNotificationConfig: config };
  const told = await client.call('SendMessage', { ...say('plain alone'), configuration });
  const { taskId } = taskOf(told);
  const got = await deliveries(registration, bench.dialect.repeats ? 8 : 7);
  const states = got.map(({ event }) => briefly(event));
  report('by deliveries alone', [
    ...same('outcome', 'ok', told.outcome.outcome),
    ...same('deliveries', got.length, await received(registration.id)),
    ...knownProblems(got, { task: taskId, proof: ['ok', 'none'], notes: ordered ? [] : [OUT_OF_ORDER] }),
    ...same('ends', 1, states.filter((state) => state === 'status INPUT_REQUIRED').length),
    // Progress has no timestamp: where it comes in any order, nobody can tell that it is older than the end.
    ...(ordered ? same('state', 'TASK_STATE_INPUT_REQUIRED', await stateOf(bench, taskId)) : []),
  ]);
}

/**
 * The file that the server wrote, as events tell of it, and the same on the disk.
 * @param {PushBench} bench
 * @param {string} label
 * @param {string} task
 * @param {number[]} writes events that bring it
 */
async function fileOnDisk({ client, report, workspace }, label, task, writes) {
  const [record] = await client.artifacts(task);
  const session = client.engine.liveSession;
  const facts = await client.engine.call('artifacts.facts', { session, artifact: record?.id ?? '', writes });
  const [file] = facts.ok ? facts.value.contents : [];
  const declared = file?.declared ?? {};
  const opened = await openLocalCopy(client.engine, { session, artifact: record?.id ?? '', writes, content: 0 });
  report(label, [
    ...same('events', 1, writes.length),
    ...same('files', 1, facts.ok ? facts.value.contents.length : facts.error.message),
    ...same('address', `iac-code-artifact://${record?.id}/vpc.yaml`, file?.url),
    ...same('declared uri', file?.url, declared.uri),
    ...same('source', true, declared.sourcePath?.startsWith(workspace)),
    ...same('path', declared.sourcePath, opened.local.path),
    ...same('size', [declared.bytes, declared.bytes], [opened.local.bytes, opened.copy.bytes]),
    ...same('sha256', declared.sha256, opened.copy.sha256),
    ...same('read from', 'file', opened.copy.from),
    ...same('content', TEMPLATE, opened.text),
  ]);
}

/** @param {import('./iac-code-client.mjs').Client} client @param {string} task */
const writesOf = async (client, task) => (await client.artifacts(task))[0]?.current.writes.map(({ seq }) => seq) ?? [];

/** A file that the server writes once it may. What follows the answer to its question is streamed only. @param {PushBench} bench */
async function allowed(bench) {
  const { client, deliveries, report } = bench;
  const { registration, told: asked, events, task } = await turn(bench, 'write please', FORMS.token ?? {});
  const told = await answer(bench, asked, questionOf(asked), 'allow_once');
  const got = await deliveries(registration, events.length);
  report('write, allow_once: deliveries up to the question', [
    ...same('outcome', 'complete', told.outcome.outcome),
    ...completeProblems(got, events, bench.ordered),
    ...knownProblems(got, { task, proof: ['ok', 'none'], notes: [OUT_OF_ORDER] }),
    ...orderProblems(got, events),
    ...(await outcomeProblems(bench, task, 'TASK_STATE_INPUT_REQUIRED')),
  ]);
  await fileOnDisk(bench, 'write, allow_once: the file as it was streamed', task, await writesOf(client, task));
}

/** A file that the server writes unasked. @param {PushBench} bench */
async function unasked(bench) {
  const { client, deliveries, report } = bench;
  const { registration, events, task } = await turn(bench, 'write please', FORMS.token ?? {});
  const got = await deliveries(registration, events.length);
  report('write, unasked: deliveries', [
    ...completeProblems(got, events, bench.ordered),
    ...knownProblems(got, { task, proof: ['ok', 'none'] }),
    ...(await outcomeProblems(bench, task, 'TASK_STATE_INPUT_REQUIRED')),
  ]);
  const delivered = got.filter(({ event }) => event?.artifactUpdate).map(({ row }) => row.seq);
  await fileOnDisk(bench, 'write, unasked: the file as it was streamed', task, await writesOf(client, task));
  await fileOnDisk(bench, 'write, unasked: the file as it was delivered', task, delivered);
}

/** The release before questions tells of no file that it writes. @param {PushBench} bench */
async function written(bench) {
  if (bench.ordered) await unasked(bench);
  else if (bench.dialect.asks) await allowed(bench);
}

const PARTS = [forms, created, alone, written, answered500];

/** @param {string} peer @param {string} queue @param {IacCode} server @param {Checker} check */
async function checks(peer, queue, server, { report }) {
  const pushes = await openPushes(server.url);
  try {
    const named = (/** @type {string} */ label, /** @type {string[]} */ problems) =>
      report(`pushed by ${queue}, ${label}`, problems);
    const bench = { ...benchOf(pushes.client, dialectOf(peer), server, named), ...pushes };
    for (const part of PARTS) await part({ ...bench, ordered: queue === 'redis-streams' });
  } finally {
    await pushes.client.close();
  }
}

/** Releases with the queues that are tried with them. @type {[peer: string, queue: string][]} */
const QUEUES = [
  ['iac-code-0.16', 'local-file'],
  ['iac-code-0.16', 'redis-streams'],
  ['iac-code-0.7', 'local-file'],
];

/** Releases that deliver to this machine, one started server for each queue. */
export const PUSH_IAC_CODE_RUNS = QUEUES.map(([peer, queue]) => ({
  peer,
  version: '1.0',
  name: `pushes by ${queue}`,
  words: ['pushes', queue],
  install: (/** @type {(line: string) => void} */ say) => installPeer(peer, say, RELEASES[peer]),
  open: async () => {
    const server = await startIacCode(peer, queue);
    return { peer: server, checks: (/** @type {Checker} */ check) => checks(peer, queue, server, check) };
  },
}));
