// @ts-check
import { openWebhook } from './webhook.mjs';

/** What the command line prints in place of a secret. */
const MASK = '••••••';

/** @typedef {import('./compare.mjs').Expected} Expected */

/**
 * What a flow works with. `expect` runs the command line, compares and returns the outcome line.
 * @typedef {object} Agent
 * @property {string} url
 * @property {import('./quirks.mjs').Quirks} quirks
 * @property {(label: string, args: string[], expected: Expected) => Promise<Record<string, any>>} expect
 * @property {(label: string, problems: string[]) => void} report
 */

const NO_TASK = 'no-such-task';

/** @param {number} code @param {string} [layer] @returns {Expected} */
const refused = (code, layer = 'rpc') => ({ outcome: 'error', exit: 1, error: { layer, rpc_code: code } });

/** @param {Agent} agent @param {string} label @param {string} text @param {string} state @returns {Promise<{ task: string, context: string }>} */
async function begin({ expect, url }, label, text, state) {
  const paused = state.endsWith('_REQUIRED');
  const outcome = await expect(
    label,
    ['send', url, '--text', text, '--no-stream', ...(state === 'WORKING' ? ['--return-immediately'] : [])],
    paused ? { outcome: 'paused', exit: 0, state } : { outcome: 'ok', exit: 0 },
  );
  return { task: outcome.task?.id ?? '', context: outcome.task?.contextId ?? '' };
}

/** @param {Agent} agent */
async function cards({ expect, url, quirks }) {
  const name = quirks.cardName;
  await expect('card', ['card', url], { outcome: 'ok', exit: 0, members: { card: { name } } });
  await expect('card, asked again with its ETag', ['card', url, '--revalidate'], {
    outcome: 'ok',
    members: { card: { name }, not_modified: quirks.revalidates },
  });
  await expect('extended card', ['card', url, '--extended'], {
    outcome: 'ok',
    exit: 0,
    members: { card: { name: `${name} extended` } },
  });
}

/** @param {Agent} agent */
async function continuations(agent) {
  const { expect, url, quirks } = agent;
  const { question, follow } = quirks;
  const ask = await begin(agent, 'ask, to be answered', 'ask', 'INPUT_REQUIRED');
  if (quirks.asksAgain) {
    // The context goes along: the Python server refuses it in later turns when an earlier one came without.
    await expect(
      'answer ask with: again',
      ['send', url, '--text', 'again', '--task', ask.task, '--context', ask.context, '--no-stream'],
      {
        outcome: 'paused',
        state: 'INPUT_REQUIRED',
        events: ['task INPUT_REQUIRED: and one more thing?'],
      },
    );
  }
  const last = quirks.asksAgain ? 'and one more thing?' : question;
  await expect(
    'answer ask with: red, streamed, task and context',
    ['send', url, '--text', 'red', '--task', ask.task, '--context', ask.context, '--stream'],
    { outcome: 'complete', exit: 0, ...follow('red', `INPUT_REQUIRED: ${last}`, 'TASK_STATE_INPUT_REQUIRED').stream },
  );
  await expect('message to a task that has ended', ['send', url, '--text', 'more', '--task', ask.task, '--no-stream'], {
    ...refused(quirks.codes.terminalMessage),
  });
  const auth = await begin(agent, 'auth, to be answered', 'auth', 'AUTH_REQUIRED');
  await expect(
    'answer auth with the task alone',
    ['send', url, '--text', 'signed in', '--task', auth.task, '--no-stream'],
    {
      outcome: 'ok',
      exit: 0,
      ...follow('signed in', '', '').send,
    },
  );
  await expect(
    'message to an unknown task',
    ['send', url, '--text', 'x', '--task', NO_TASK, '--no-stream'],
    refused(-32001),
  );
  await expect(
    'two messages in one context',
    ['send', url, '--text', 'task second', '--context', ask.context, '--no-stream'],
    { outcome: 'ok', state: 'COMPLETED', members: { task: { contextId: ask.context } } },
  );
}

/** @param {Agent} agent */
async function reading(agent) {
  const { expect, url, quirks } = agent;
  const { task, context } = await begin(agent, 'task, to be read', 'task one', 'COMPLETED');
  const artifacts = [{ artifactId: 'result', text: quirks.resultText('task one'), parts: 1, sealed: true }];
  await expect('get a task', ['task', 'get', url, task], { outcome: 'ok', exit: 0, state: 'COMPLETED', artifacts });
  await expect('get a task without history', ['task', 'get', url, task, '--history', '0'], {
    outcome: 'ok',
    state: 'COMPLETED',
    members: { task: { history_count: quirks.historyOfZero } },
  });
  await expect('get an unknown task', ['task', 'get', url, NO_TASK], refused(-32001));
  await expect('subscribe to a task that has ended', ['task', 'subscribe', url, task], quirks.subscribeEnded);
  await expect('subscribe to an unknown task', ['task', 'subscribe', url, NO_TASK], refused(-32001));
  if (!quirks.lists) {
    await expect('list tasks, which this version cannot', ['task', 'list', url], {
      outcome: 'error',
      exit: 1,
      error: { layer: 'not-supported' },
    });
    return;
  }
  const second = await expect(
    'a second task in the context',
    ['send', url, '--text', 'fail', '--context', context, '--no-stream'],
    {
      outcome: 'task-failed',
    },
  );
  const failed = second.task?.id;
  await expect('list the tasks of a context', ['task', 'list', url, '--context', context], {
    outcome: 'ok',
    exit: 0,
    members: { tasks: [{ id: failed }, { id: task }], total_size: 2, next_page_token: '' },
  });
  const first = await expect('list, first page', ['task', 'list', url, '--context', context, '--page-size', '1'], {
    outcome: 'ok',
    members: {
      tasks: [{ id: failed }],
      page_size: 1,
      total_size: 2,
      next_page_token: (/** @type {unknown} */ token) => Boolean(token),
    },
  });
  await expect(
    'list, second page',
    ['task', 'list', url, '--context', context, '--page-size', '1', '--page-token', first.next_page_token ?? ''],
    { outcome: 'ok', members: { tasks: [{ id: task }], next_page_token: '' } },
  );
  await expect('list every page', ['task', 'list', url, '--context', context, '--page-size', '1', '--all'], {
    outcome: 'ok',
    members: { tasks: [{ id: failed }, { id: task }] },
  });
  await expect(
    'list by state with artifacts',
    ['task', 'list', url, '--context', context, '--status', 'completed', '--artifacts'],
    { outcome: 'ok', members: { tasks: [{ id: task, artifacts: [{ artifactId: 'result' }] }] } },
  );
  await expect('list tasks changed after a day to come', ['task', 'list', url, '--after', '2099-01-01T00:00:00Z'], {
    outcome: 'ok',
    members: { tasks: [], total_size: 0 },
  });
  await expect('list with a page token nobody gave', ['task', 'list', url, '--page-token', '!!'], refused(-32602));
}

/** @param {Agent} agent */
async function running(agent) {
  const { expect, url, quirks, report } = agent;
  const live = await begin(agent, 'slow, to be followed', 'slow 3', 'WORKING');
  const followed = await expect('subscribe to a running task', ['task', 'subscribe', url, live.task], {
    outcome: 'complete',
    exit: 0,
    state: 'COMPLETED',
  });
  report('subscribe to a running task: what comes', quirks.subscribed(followed.events ?? []));

  const slow = await begin(agent, 'slow, to be canceled', 'slow 30', 'WORKING');
  await expect('cancel a running task', ['task', 'cancel', url, slow.task], {
    outcome: 'ok',
    exit: 0,
    state: 'CANCELED',
  });
  await expect('cancel it again', ['task', 'cancel', url, slow.task], quirks.cancelAgain);
  await expect('cancel a task that has ended', ['task', 'cancel', url, live.task], refused(-32002));
  await expect('cancel an unknown task', ['task', 'cancel', url, NO_TASK], refused(-32001));
}

/** @param {Agent} agent */
async function push(agent) {
  const { expect, url, quirks, report } = agent;
  const webhook = await openWebhook();
  try {
    const { task } = await begin(agent, 'slow, to be reported', 'slow 30', 'WORKING');
    // What comes back is masked; that the agent has the token shows in its deliveries.
    const config = { id: 'hook-1', taskId: task, url: webhook.url, token: MASK };
    await expect(
      'create a push configuration',
      ['push', 'create', url, task, '--webhook', webhook.url, '--id', 'hook-1', '--webhook-token', 'token-1'],
      { outcome: 'ok', exit: 0, members: { push_config: config } },
    );
    await expect('get it', ['push', 'get', url, task, 'hook-1'], {
      outcome: 'ok',
      exit: 0,
      members: { push_config: config },
    });
    await expect('list it', ['push', 'list', url, task], {
      outcome: 'ok',
      exit: 0,
      members: { push_configs: [config] },
    });
    const deliveries = await webhook.received(1);
    report('the webhook is called with the token', [
      ...(deliveries.length > 0 ? [] : ['no delivery arrived']),
      ...deliveries
        .filter((delivery) => delivery.headers['x-a2a-notification-token'] !== 'token-1')
        .map((delivery) => `headers: ${JSON.stringify(delivery.headers)}`)
        .slice(0, 1),
    ]);
    await expect('delete it', ['push', 'delete', url, task, 'hook-1'], {
      outcome: 'ok',
      exit: 0,
      warnings: quirks.deleteWarnings,
    });
    await expect('list after deleting', ['push', 'list', url, task], quirks.emptyPushList);
    await expect(
      'get a deleted push configuration',
      ['push', 'get', url, task, 'hook-1'],
      refused(quirks.codes.noPushConfig),
    );
    await expect(
      'create a push configuration with credentials',
      ['push', 'create', url, task, '--webhook', webhook.url, '--auth-scheme', 'Bearer', '--auth-credentials', 'c-1'],
      { outcome: 'ok', members: { push_config: { url: webhook.url, authentication: { scheme: 'Bearer' } } } },
    );
    await expect('push configuration of an unknown task', ['push', 'create', url, NO_TASK, '--webhook', webhook.url], {
      ...refused(-32001),
    });
    await expect('end the reported task', ['task', 'cancel', url, task], { outcome: 'ok', state: 'CANCELED' });
  } finally {
    webhook.close();
  }
}

/** Sequences of several commands, each a part of the suite that can be chosen by name. */
export const FLOWS = { cards, continuations, reading, running, push };
