// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { same, taskOf } from './iac-code-checks.mjs';
import { openEngine, value } from './iac-code-client.mjs';
import { KEY_HEADER, SECRETS } from './iac-code-server.mjs';
import { turnWords } from './iac-code-words.mjs';

/** @typedef {Awaited<ReturnType<typeof openEngine>>} Client */
/** @typedef {import('./suite.mjs').Checker['report']} Report */
/** @typedef {import('../../shared/model/credential.ts').CredentialScheme} CredentialScheme */
/** @typedef {{ scheme: CredentialScheme, cardScheme: string, secret: string, value: string, options: (secret: string) => string[] }} Entry */

const WRONG = 'not-the-secret';

/** What the server takes: the scheme, what is secret about it, and its options on the command line. @type {Record<string, Entry>} */
const SCHEMES = {
  bearer: {
    scheme: { type: 'bearer' },
    cardScheme: 'bearerAuth',
    secret: 'token',
    value: SECRETS.token,
    options: (secret) => ['--token', secret],
  },
  basic: {
    scheme: { type: 'basic', username: SECRETS.user },
    cardScheme: 'basicAuth',
    secret: 'password',
    value: SECRETS.password,
    options: (secret) => ['--basic', `${SECRETS.user}:${secret}`],
  },
  'API key': {
    scheme: { type: 'apiKey', in: 'header', name: KEY_HEADER },
    cardScheme: 'apiKeyAuth',
    secret: 'value',
    value: SECRETS.key,
    options: (secret) => ['--api-key', secret, '--api-key-header', KEY_HEADER],
  },
};

/** Ways in which a secret may have been written down. */
const FORMS = [SECRETS.token, SECRETS.password, SECRETS.key, WRONG].flatMap((secret) => [
  secret,
  Buffer.from(`${SECRETS.user}:${secret}`).toString('base64'),
]);

/** Everything below a folder. @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/**
 * A 401 without and with a wrong secret, then the card with the right one.
 * @param {Client} client
 * @param {string} name
 * @param {Entry} entry
 * @param {Report} report
 */
async function signIn({ engine, agent, view }, name, { scheme, cardScheme, secret, value: right }, report) {
  report(`${name}: nothing entered`, [
    ...same('connection', 'needs-access', view.connection),
    ...same('status', 401, view.error?.httpStatus),
    ...(view.error?.message.includes('401') ? [] : [`message: ${view.error?.message}`]),
  ]);
  const entered = { agent, name: `my ${name}`, scheme, cardScheme, keep: /** @type {const} */ ('session') };
  const saved = value(await engine.call('access.save', { ...entered, secrets: { [secret]: WRONG } }));
  const refused = await engine.call('card.fetch', { agent });
  const { refusal, using } = value(await engine.call('access.get', { agent }));
  report(`${name}: wrong secret`, [
    ...same('code', 'auth', refused.ok ? undefined : refused.error.code),
    ...same('refusal', [401, [`my ${name}`]], [refusal?.status, refusal?.tried]),
    ...(refusal?.text.includes(`my ${name}`) ? [] : [`explained: ${refusal?.text}`]),
    ...same(
      'state',
      ['refused'],
      using.map(({ state }) => state),
    ),
  ]);
  const again = { ...entered, credential: saved.id, secrets: { [secret]: right } };
  value(await engine.call('access.save', again));
  const { card, signatures } = value(await engine.call('card.fetch', { agent }));
  report(`${name}: card`, [
    ...same('schemes', ['apiKeyAuth', 'basicAuth', 'bearerAuth'], Object.keys(card.securitySchemes ?? {}).sort()),
    ...same(
      'signatures',
      [['cannot-check', 'HS256', 'default']],
      signatures.map(({ state, alg, kid }) => [state, alg, kid]),
    ),
  ]);
}

/** One turn and what can be asked about it. @param {Client} client @param {string} name @param {string} workspace @param {Report} report */
async function use(client, name, workspace, report) {
  const { engine, agent } = client;
  const extended = value(await engine.call('card.fetch', { agent, extended: true }));
  report(`${name}: extended card`, same('source', 'extended', extended.source));
  const metadata = { iac_code: { cwd: workspace } };
  const told = await client.call('SendStreamingMessage', {
    message: { role: 'ROLE_USER', parts: [{ text: 'plain please' }], metadata },
  });
  const { taskId } = taskOf(told);
  const state = value(await engine.call('access.get', { agent })).using.map((item) => item.state);
  report(`${name}: stream`, [
    ...same('outcome', 'complete', told.outcome.outcome),
    ...same('end', 'state INPUT_REQUIRED', turnWords(told.turns).at(-1)),
    ...same('state', ['valid'], state),
  ]);
  for (const options of /** @type {const} */ ([{}, { binding: 'HTTP+JSON' }])) {
    const way = 'binding' in options ? ` over ${options.binding}` : '';
    const fetched = await client.call('GetTask', { id: taskId }, options);
    report(`${name}: get the task${way}`, same('id', taskId, fetched.outcome.task?.id));
    const { reading } = (await client.call('ListTasks', {}, options)).outcome;
    const ids = reading?.type === 'tasks' ? reading.list.tasks.map(({ id }) => id) : [];
    report(`${name}: list tasks, its own only${way}`, same('ids', [taskId], ids));
  }
  return taskId;
}

/** The same credentials on the command line. @param {string} url @param {string} workspace @param {import('./suite.mjs').Checker['expect']} expect */
async function onTheCommandLine(url, workspace, expect) {
  const metadata = JSON.stringify({ iac_code: { cwd: workspace } });
  for (const [name, { options, value: right }] of Object.entries(SCHEMES)) {
    const send = ['send', url, '--text', 'plain please', '--message-metadata', metadata, '--stream'];
    await expect(`command line, ${name}`, [...send, ...options(right)], {
      outcome: 'complete',
      exit: 0,
      state: 'INPUT_REQUIRED',
    });
    await expect(`command line, ${name}, wrong secret`, [...send, ...options(WRONG)], {
      outcome: 'error',
      exit: 1,
      error: { layer: 'auth', http_status: 401 },
    });
  }
}

/**
 * Every scheme the server takes, each in an engine of its own, so that none can help out another.
 * @param {import('./iac-code-server.mjs').IacCode} server
 * @param {import('./suite.mjs').Checker} check
 */
export async function access({ url, workspace }, { report, expect }) {
  /** @type {{ name: string, client: Client, task: string }[]} */
  const owners = [];
  try {
    for (const [name, entry] of Object.entries(SCHEMES)) {
      const owner = { name, client: await openEngine(url), task: '' };
      owners.push(owner);
      await signIn(owner.client, name, entry, report);
      owner.task = await use(owner.client, name, workspace, report);
    }
    for (const { name, client } of owners) {
      for (const { name: owner, task } of owners.filter((other) => other.name !== name)) {
        const told = await client.call('GetTask', { id: task });
        report(`${name}: the task of ${owner} is not found`, same('code', -32001, told.outcome.error?.a2a?.code));
      }
      const session = client.engine.liveSession;
      const { content } = value(await client.engine.call('sessions.export', { session }));
      await client.close(false);
      const written = [content, ...filesBelow(client.dataDir).map((file) => readFileSync(file, 'latin1'))];
      const found = FORMS.filter((form) => written.some((text) => text.includes(form)));
      report(`${name}: no secret is written down`, [
        ...same('secrets', [], found),
        ...(content.length > 0 && written.length > 1 ? [] : ['nothing was written at all']),
      ]);
    }
  } finally {
    for (const { client } of owners) await client.close();
  }
  await onTheCommandLine(url, workspace, expect);
}
