// @ts-check
import { installPeer } from '../../build/peers.mjs';
import { access } from './iac-code-access.mjs';
import { same } from './iac-code-checks.mjs';
import { openEngine, value } from './iac-code-client.mjs';
import { permission } from './iac-code-permission.mjs';
import { pushesOff, pushesToPrivate } from './iac-code-push-refusals.mjs';
import { RELEASES, startIacCode } from './iac-code-server.mjs';
import { bindings, contexts, overGrpc, slow } from './iac-code-tasks.mjs';
import { providerError, turns, unaryTurn } from './iac-code-turns.mjs';

/** @typedef {import('./iac-code-checks.mjs').Bench} Bench */
/** @typedef {import('./iac-code-checks.mjs').Dialect} Dialect */
/** @typedef {import('./suite.mjs').Checker} Checker */

/** @type {Record<string, Dialect & { version: string }>} */
const DIALECTS = {
  'iac-code-0.16': {
    version: '0.16.0',
    repeats: true,
    names: true,
    asks: true,
    canceled: ['text (whole): Task canceled.', 'state CANCELED'],
  },
  'iac-code-0.7': {
    version: '0.7.0',
    repeats: false,
    names: false,
    asks: false,
    // It says so twice, the second time after the end.
    canceled: ['text (whole): Task cancellation requested.', 'state CANCELED', 'text (whole): Task canceled.'],
  },
};

/** The parts of the suite, by the names that choose them. @type {Record<string, (bench: Bench) => Promise<unknown>>} */
const PARTS = {
  turns,
  unary: unaryTurn,
  permission,
  slow,
  contexts,
  error: providerError,
  bindings,
  'pushes-off': pushesOff,
};

/** @typedef {import('./iac-code-server.mjs').IacCode} IacCode */

/**
 * @param {import('./iac-code-client.mjs').Client} client
 * @param {Dialect} dialect
 * @param {IacCode} server
 * @param {Bench['report']} report
 * @returns {Bench}
 */
export const benchOf = (client, dialect, { workspace }, report) => ({
  client,
  dialect,
  workspace,
  report,
  say: (text, more) => {
    const metadata = { iac_code: { cwd: workspace } };
    return { message: { role: 'ROLE_USER', parts: [{ text }], metadata, ...more } };
  },
});

/** It offers no card: the address is all that is known of it. @param {string} peer @param {IacCode} server @param {Checker} check */
async function grpc(peer, server, { report }) {
  const dialect = dialectOf(peer);
  const client = await openEngine(server.url, { endpoint: server.url, binding: 'GRPC', version: '1.0' });
  try {
    const bench = benchOf(client, dialect, server, report);
    await overGrpc(bench);
    await pushesToPrivate(bench);
  } finally {
    await client.close();
  }
}

/** @param {string} peer */
export function dialectOf(peer) {
  const dialect = DIALECTS[peer];
  if (!dialect) throw new Error(`no release is called ${peer}`);
  return dialect;
}

/**
 * @param {string} peer
 * @param {IacCode} server
 * @param {Checker} check
 * @param {(word: string) => boolean} wanted
 */
async function http(peer, server, { report, expect }, wanted) {
  const dialect = dialectOf(peer);
  const { url } = server;
  const client = await openEngine(url);
  try {
    if (wanted('card')) await card(client, dialect.version, report);
    const bench = benchOf(client, dialect, server, report);
    for (const [name, part] of Object.entries(PARTS)) if (wanted(name)) await part(bench);
  } finally {
    await client.close();
  }
  if (!wanted('cli')) return;
  const metadata = JSON.stringify({ iac_code: { cwd: server.workspace } });
  const message = ['--text', 'tools please', '--message-metadata', metadata];
  const turn = { exit: 0, state: 'INPUT_REQUIRED' };
  const [streamed, whole] = [
    ['send', url, ...message, '--stream'],
    ['send', url, ...message, '--no-stream'],
  ];
  await expect('on the command line, streamed', streamed, { outcome: 'complete', ...turn });
  await expect('on the command line, not streamed', whole, { outcome: 'ok', ...turn });
}

/** @param {Awaited<ReturnType<typeof openEngine>>} client @param {string} version @param {Bench['report']} report */
async function card({ engine, agent, view }, version, report) {
  const { card: known, issues } = value(await engine.call('card.get', { agent }));
  report('card', [
    ...same('connection', 'connected', view.connection),
    ...same('name and version', ['iac-code', version], [known.name, known.version]),
    ...same(
      'bindings',
      ['JSONRPC', 'HTTP+JSON'],
      known.supportedInterfaces.map((item) => item.protocolBinding),
    ),
    ...same(
      'findings',
      [],
      issues.filter(({ severity }) => severity !== 'note').map(({ code }) => code),
    ),
  ]);
  const extended = value(await engine.call('card.fetch', { agent, extended: true }));
  const skills = (extended.card.skills ?? []).map(({ id }) => id);
  report('extended card', skills.includes('iac_code_runtime_details') ? [] : [`skills: ${skills.join(' ')}`]);
  const again = value(await engine.call('card.fetch', { agent }));
  report('card, asked again with its ETag', same('not modified', true, again.notModified));
}

/** Every release in every mode, one started server each. */
export const IAC_CODE_RUNS = Object.entries(RELEASES).flatMap(([peer, release]) => {
  const job = {
    peer,
    version: '1.0',
    install: (/** @type {(line: string) => void} */ say) => installPeer(peer, say, release),
  };
  return [
    {
      ...job,
      name: 'http',
      words: ['card', ...Object.keys(PARTS), 'cli'],
      open: async (/** @type {(word: string) => boolean} */ wanted) => {
        const server = await startIacCode(peer, 'http');
        return { peer: server, checks: (/** @type {Checker} */ check) => http(peer, server, check, wanted) };
      },
    },
    {
      ...job,
      name: 'grpc',
      binding: 'GRPC',
      words: ['grpc'],
      open: async () => {
        const server = await startIacCode(peer, 'grpc');
        return { peer: server, checks: (/** @type {Checker} */ check) => grpc(peer, server, check) };
      },
    },
    {
      ...job,
      name: 'auth',
      words: ['auth'],
      open: async () => {
        const server = await startIacCode(peer, 'auth');
        return { peer: server, checks: (/** @type {Checker} */ check) => access(server, check) };
      },
    },
  ];
});
