// @ts-check
import { createHash } from 'node:crypto';
import { same, taskOf } from './iac-code-checks.mjs';
import { value } from './iac-code-client.mjs';
import { eventsIn, FORMS, findingsBeside, inOrder, outcomeProblems, strangeProblems } from './push-bench.mjs';

/** @typedef {import('../../shared/contract/views.ts').AgentOptions} AgentOptions */
/** @typedef {import('./push-bench.mjs').Pushes & { url: string, report: import('./suite.mjs').Checker['report'] }} Bench */

/** A message. */
export const says = (/** @type {string} */ text, more = {}) => ({
  message: { role: 'ROLE_USER', parts: [{ text }], ...more },
});

/** A task that waits for an answer. @param {Bench} bench @param {AgentOptions} [options] */
export async function asked({ client }, options) {
  return taskOf(await client.call('SendMessage', says('ask'), options));
}

/** Nobody streams: all that is known of the end of the task comes by deliveries. @param {Bench} bench @param {{ name: string, options: AgentOptions }} way */
export async function alone(bench, { name, options }) {
  const { client, register, deliveries, report } = bench;
  const { registration, config } = await register(FORMS.token ?? {});
  const configuration = { returnImmediately: true, taskPushNotificationConfig: config };
  const { taskId } = taskOf(await client.call('SendMessage', { ...says('task alone'), configuration }, options));
  const got = await deliveries(registration, 4);
  const [record] = await client.artifacts(taskId);
  const facts = await client.engine.call('artifacts.facts', {
    session: client.engine.liveSession,
    artifact: record?.id ?? '',
    writes: record?.current.writes.map(({ seq }) => seq) ?? [],
  });
  report(`${name} by deliveries alone`, [
    ...same('deliveries', 4, got.length),
    ...same(
      'verified',
      true,
      got.every(({ row }) => row.delivery?.verified),
    ),
    ...findingsBeside(got, []),
    ...(await outcomeProblems(bench, taskId, 'TASK_STATE_COMPLETED')),
    ...same(
      'digest',
      createHash('sha256').update('result: alone').digest('hex'),
      facts.ok ? facts.value.contents[0]?.sha256 : facts.error.message,
    ),
  ]);
}

/** A call that Loupe knows nothing of. @param {Bench} bench @param {string} method @param {object} params */
async function behindItsBack({ url }, method, params) {
  const response = await fetch(`${url}/a2a/jsonrpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = /** @type {Record<string, unknown>} */ (await response.json());
  if ('error' in answer) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
}

/** @param {string} taskId @param {string} contextId */
const behindAnswer = (taskId, contextId) => ({
  message: { messageId: `red-${taskId}`, role: 'ROLE_USER', parts: [{ text: 'red' }], taskId, contextId },
});

/** Somebody else told the agent of the address, and another token. @param {Bench} bench */
async function wrongToken(bench) {
  const { client, register, deliveries, report } = bench;
  const { registration, config } = await register(FORMS.token ?? {});
  const { taskId, contextId } = await asked(bench);
  await behindItsBack(bench, 'CreateTaskPushNotificationConfig', {
    taskId,
    id: 'other',
    url: config.url,
    token: 'guess',
  });
  await behindItsBack(bench, 'SendMessage', behindAnswer(taskId, contextId));
  const got = await deliveries(registration, 3);
  const node = await client.node(taskId);
  report('a wrong token changes nothing', [
    ...(got.length >= 3 ? [] : [`deliveries: ${got.length}`]),
    ...strangeProblems(got, { status: 403, proof: ['wrong', 'none'] }),
    ...same('state', 'TASK_STATE_INPUT_REQUIRED', node?.state),
    ...same('artifacts', 0, node?.artifacts.length),
  ]);
  // A person says that they are to count.
  for (const { row } of got) value(await client.engine.call('receiver.accept', { seq: row.seq }));
  report('a wrong token, accepted by hand', await outcomeProblems(bench, taskId, 'TASK_STATE_COMPLETED'));
}

/** Two configurations with one address: each event is delivered twice. @param {Bench} bench */
async function twice(bench) {
  const { client, register, deliveries, report } = bench;
  const { registration, config } = await register(FORMS.token ?? {});
  const { taskId, contextId } = await asked(bench);
  for (const id of ['one', 'two']) {
    value(
      await client.engine.call('calls.outcome', {
        exchange: await client.start('CreateTaskPushNotificationConfig', { taskId, id, ...config }),
      }),
    );
  }
  const told = await client.call('SendStreamingMessage', says('red', { taskId, contextId }));
  const events = eventsIn(told.rows, told.entries);
  const got = await deliveries(registration, 2 * events.length);
  const stamped = events.filter(({ event }) => (event?.statusUpdate ?? event?.task)?.status?.timestamp).length;
  const repeats = got.filter(({ row }) => row.marks?.codes?.includes('delivery-duplicate'));
  report('each event delivered twice', [
    ...same('deliveries', 2 * events.length, got.length),
    ...same(
      'verified',
      true,
      got.every(({ row }) => row.delivery?.verified),
    ),
    // A repeated chunk without a timestamp may as well be one that says the same.
    ...same('marked as repeats', stamped, repeats.length),
    ...(await outcomeProblems(bench, taskId, 'TASK_STATE_COMPLETED')),
  ]);
}

/** Neither SDK tries again: what was answered 500 is lost to a receiver that forgets it, and Loupe still shows it. @param {Bench} bench */
async function answered500(bench) {
  const { client, register, deliveries, report } = bench;
  const { registration, config } = await register(FORMS.token ?? {}, [{ status: 500, times: 2 }]);
  const request = { ...says('task x'), configuration: { taskPushNotificationConfig: config } };
  const told = await client.call('SendStreamingMessage', request);
  const events = eventsIn(told.rows, told.entries);
  const got = await deliveries(registration, events.length);
  report('answered 500 twice: not tried again', [
    ...same(
      'statuses',
      events.map((_, index) => (index < 2 ? 500 : 200)),
      got.map(({ row }) => row.status),
    ),
    ...same(
      'simulated',
      events.map((_, index) => index < 2),
      got.map(({ row }) => row.delivery?.simulated === true),
    ),
    ...same(
      'attempts',
      [],
      got.flatMap(({ row }) => row.delivery?.attempt ?? []),
    ),
    ...same(
      'events',
      events.map(({ event }) => inOrder(event)),
      got.map(({ event }) => inOrder(event)),
    ),
    ...(await outcomeProblems(bench, taskOf(told).taskId, 'TASK_STATE_COMPLETED')),
  ]);
}

/** @param {Bench} bench */
async function deleted(bench) {
  const { client, register, deliveries, report } = bench;
  const { registration, config } = await register(FORMS.token ?? {});
  const { taskId, contextId } = await asked(bench);
  await client.call('CreateTaskPushNotificationConfig', { taskId, id: 'gone', ...config });
  const gone = await client.call('DeleteTaskPushNotificationConfig', { taskId, id: 'gone' });
  const told = await client.call('SendStreamingMessage', says('red', { taskId, contextId }));
  report('a deleted configuration', [
    ...same('deleted', 'ok', gone.outcome.outcome),
    ...same('outcome', 'complete', told.outcome.outcome),
    ...same('deliveries', 0, (await deliveries(registration, 0)).length),
  ]);
}

/** What is tried once with each sender. */
export const CASES = [wrongToken, twice, answered500, deleted];
