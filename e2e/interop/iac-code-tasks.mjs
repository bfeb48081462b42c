// @ts-check
import { checkRefused, checkTold, same, sameLines, taskOf } from './iac-code-checks.mjs';
import { permission } from './iac-code-permission.mjs';
import { DONE, lastText, rowsOf, streamedTurn, unaryTurn, usage } from './iac-code-turns.mjs';
import { turnWords } from './iac-code-words.mjs';

/** @typedef {import('./iac-code-checks.mjs').Bench} Bench */
/** @typedef {import('./iac-code-client.mjs').Told} Told */

const ALREADY = 'Task is already working.';

/** Tasks of an answered ListTasks. @param {Told} told */
function listed({ outcome: { reading } }) {
  return reading?.type === 'tasks' ? reading.list.tasks : [];
}

/** A slow task: others listen in, a second message bounces off, and then it is canceled. @param {Bench} bench */
export async function slow(bench) {
  const { client, dialect, say, report } = bench;
  const exchange = await client.start('SendStreamingMessage', say('slow please'));
  const { task = '', context = '' } = await client.row(exchange, ({ kind }) => kind === 'text');
  const listening = await client.start('SubscribeToTask', { id: task });
  await client.row(listening, ({ kind }) => kind === 'text');

  for (const operation of /** @type {const} */ (['SendStreamingMessage', 'SendMessage'])) {
    const told = await client.call(operation, say('plain second', { contextId: context }));
    const streamed = operation === 'SendStreamingMessage';
    checkTold(bench, `a second message in a busy context, ${streamed ? 'streamed' : 'not streamed'}`, told, {
      outcome: 'task-failed',
      state: 'FAILED',
      says: ['user: plain second', `error of task: ${ALREADY}`, 'state FAILED'],
      rows: ['request', 'response', 'task', ...(streamed ? ['status'] : []), 'end'],
    });
  }
  const working = await client.call('ListTasks', { contextId: context, status: 'TASK_STATE_WORKING' });
  report(
    'list the working tasks of the context',
    same(
      'ids',
      [task],
      listed(working).map(({ id }) => id),
    ),
  );
  const fetched = await client.call('GetTask', { id: task });
  checkTold(bench, 'get a working task', fetched, { outcome: 'ok', state: 'WORKING' });

  const canceled = await client.call('CancelTask', { id: task });
  checkTold(bench, 'cancel', canceled, { outcome: 'ok', state: 'CANCELED' });
  const [told, heard] = [await client.end(exchange), await client.end(listening)];
  checkTold(bench, 'slow, canceled', told, {
    outcome: 'complete',
    state: 'CANCELED',
    rows: ['request', 'response', 'task', 'status', 'thinking', 'text', 'status', 'end'],
    tools: [],
  });
  const [user, thinking, text = '', ...end] = turnWords(told.turns);
  report('slow, canceled: what it says', [
    ...same('user', 'user: slow please', user),
    ...same('thinking', 'thinking: I will answer slowly so a client can cancel or subscribe.', thinking),
    ...(/^text: chunk 1 of 60\. (chunk \d+ of 60\. )*$/.test(text) ? [] : [`text: ${text}`]),
    ...same('end', dialect.canceled, end),
  ]);
  checkTold(bench, 'subscribed, canceled', heard, {
    outcome: 'complete',
    state: 'CANCELED',
    rows: ['request', 'response', 'task', 'text', 'status', 'end'],
  });
  checkRefused(bench, 'cancel again', await client.call('CancelTask', { id: task }), -32002);
  const more = await client.call('SendMessage', say('plain x', { contextId: context, taskId: task }));
  checkRefused(bench, 'message to a canceled task', more, -32602, 'terminal state');
  const after = await client.call('GetTask', { id: task });
  checkTold(bench, 'get a canceled task', after, { outcome: 'ok', state: 'CANCELED' });
  // The stream, the answer to CancelTask and the fetched task all say the end; it is told once.
  const whole = ['user: slow please', thinking ?? '', text, ...dialect.canceled];
  const lines = turnWords(await client.conversation(task)).slice(0, whole.length);
  report('slow, canceled: the whole conversation', sameLines(whole, lines));
  const node = await client.node(task);
  report('slow, canceled: tree', [
    ...same('state', 'TASK_STATE_CANCELED', node?.state),
    ...same('live', false, node?.live),
    ...same('cut', false, node?.cut),
  ]);
}

/** Several tasks and turns in one context, and a message from another folder. @param {Bench} bench */
export async function contexts(bench) {
  const { client, dialect, say, report, workspace } = bench;
  const first = await client.call('SendStreamingMessage', say('plain first'));
  const { taskId, contextId } = taskOf(first);
  const elsewhere = { metadata: { iac_code: { cwd: `${workspace}/other` } } };
  const away = await client.call('SendStreamingMessage', say('plain x', { contextId, ...elsewhere }));
  checkTold(bench, 'another cwd in the context', away, {
    outcome: 'task-failed',
    state: 'FAILED',
    says: ['user: plain x', 'error of task: ValueError: A2A context belongs to a different workspace', 'state FAILED'],
    rows: ['request', 'response', 'task', 'status', 'end'],
  });
  const second = await client.call('SendStreamingMessage', say('plain again', { contextId }));
  checkTold(bench, 'a second task in the context', second, {
    outcome: 'complete',
    state: 'INPUT_REQUIRED',
    says: [
      'user: plain again',
      lastText(dialect, 'Plain answer for turn 2. No tool was used.'),
      usage(dialect, 120, 10),
      DONE,
    ],
    rows: rowsOf(dialect, ['text']),
  });
  const third = await client.call('SendStreamingMessage', say('plain third', { contextId, taskId }));
  checkTold(bench, 'a second turn of the first task', third, {
    outcome: 'complete',
    state: 'INPUT_REQUIRED',
    says: [
      'user: plain third',
      lastText(dialect, 'Plain answer for turn 3. No tool was used.'),
      usage(dialect, 130, 10),
      DONE,
    ],
    rows: rowsOf(dialect, ['text']).filter((kind) => kind !== 'task'),
  });
  const list = await client.call('ListTasks', { contextId });
  report('list the tasks of the context', [
    ...same('outcome', 'ok', list.outcome.outcome),
    ...same(
      'ids and states',
      [
        [taskId, 'TASK_STATE_INPUT_REQUIRED'],
        [taskOf(away).taskId, 'TASK_STATE_FAILED'],
        [taskOf(second).taskId, 'TASK_STATE_INPUT_REQUIRED'],
      ].sort(),
      listed(list)
        .map(({ id, status }) => [id, status.state])
        .sort(),
    ),
  ]);
  const fetched = await client.call('GetTask', { id: taskId });
  const reading = fetched.outcome.reading;
  const users = reading?.type === 'task' ? reading.task.history?.filter(({ role }) => role === 'ROLE_USER') : [];
  report('get the task of two turns', [
    ...same('state', 'TASK_STATE_INPUT_REQUIRED', fetched.outcome.task?.state),
    ...same(
      'messages of the user',
      ['plain third'],
      users?.map(({ parts }) => parts[0]?.text),
    ),
  ]);
  checkRefused(bench, 'get an unknown task', await client.call('GetTask', { id: 'no-such-task' }), -32001);
}

/** The same server over its other ways in. @param {Bench} bench */
export async function bindings(bench) {
  const { client } = bench;
  const rest = { prefix: 'HTTP+JSON ', options: /** @type {const} */ ({ binding: 'HTTP+JSON' }) };
  const { taskId } = taskOf(await streamedTurn(bench, 'tools', rest));
  await unaryTurn(bench, rest);
  const fetched = await client.call('GetTask', { id: taskId }, rest.options);
  checkTold(bench, 'HTTP+JSON get a task', fetched, { outcome: 'ok', state: 'INPUT_REQUIRED' });
  const list = await client.call('ListTasks', { pageSize: 1 }, rest.options);
  bench.report('HTTP+JSON list tasks', same('tasks', 1, listed(list).length));
  const idle = await client.call('CancelTask', { id: taskId }, rest.options);
  checkRefused(bench, 'HTTP+JSON cancel a resting task', idle, -32002);
  const nobody = await client.call('GetTask', { id: 'no-such-task' }, rest.options);
  checkRefused(bench, 'HTTP+JSON get an unknown task', nobody, -32001);
  await streamedTurn(bench, 'tools', { prefix: '0.3 ', options: { version: '0.3' } });
}

/** A server that speaks gRPC alone. @param {Bench} bench */
export async function overGrpc(bench) {
  const { client, report } = bench;
  const { taskId } = taskOf(await streamedTurn(bench, 'tools'));
  await unaryTurn(bench);
  await permission(bench);
  await slow(bench);
  const fetched = await client.call('GetTask', { id: taskId });
  checkTold(bench, 'get a task', fetched, { outcome: 'ok', state: 'INPUT_REQUIRED' });
  const list = await client.call('ListTasks', { pageSize: 1 });
  report('list tasks', same('tasks', 1, listed(list).length));
  checkRefused(bench, 'get an unknown task', await client.call('GetTask', { id: 'no-such-task' }), -32001);
}
