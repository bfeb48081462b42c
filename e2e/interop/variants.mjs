// @ts-check
import { FREE_PORT } from '../../build/peers.mjs';
import { overHttp } from './bindings.mjs';

/** @typedef {import('./suite.mjs').Checker} Checker */
/** @typedef {import('./compare.mjs').Expected} Expected */
/** @typedef {(check: Checker) => Promise<void>} Checks */

/** @param {number} code @returns {Expected} */
const refused = (code) => ({ outcome: 'error', exit: 1, error: { layer: 'rpc', rpc_code: code } });
const ECHO = { outcome: 'ok', exit: 0, events: ['message: echo: x'] };
const MESSAGE = ['--text', 'msg x'];
const NO_STREAM = ['send', '--no-stream', ...MESSAGE];
const TOKEN = ['--header', 'Authorization: Bearer token-1'];

/**
 * One server, called over every binding it has.
 * @param {string[]} bindings
 * @param {(binding: string, expect: (label: string, args: string[], expected: Expected) => Promise<Record<string, any>>) => Promise<void>} body
 * @returns {Checks}
 */
const over = (bindings, body) => async (check) => {
  for (const binding of bindings) {
    const adapt = binding === 'HTTP+JSON' ? overHttp : (/** @type {Expected} */ expected) => expected;
    await body(binding, (label, [command = '', ...args], expected) =>
      check.expect(
        `${binding} ${label}`,
        [...words(command), check.url, ...args, '--binding', binding],
        adapt(expected),
      ),
    );
  }
};
const words = (/** @type {string} */ command) => command.split(' ');

const WEB = ['JSONRPC', 'HTTP+JSON'];
const ALL = [...WEB, 'GRPC'];

/**
 * Servers that ask for credentials.
 * @param {Server} server
 * @param {Expected} [restAnswer] what a call over HTTP+JSON gets that is let in
 * @returns {Checks}
 */
const guarded = ({ cardWarnings: warnings }, restAnswer = ECHO) =>
  over(WEB, async (binding, expect) => {
    const unauthorized = { outcome: 'error', exit: 1, error: { layer: 'auth', http_status: 401 }, warnings };
    const answer = { ...(binding === 'HTTP+JSON' ? restAnswer : ECHO), warnings };
    await expect('send without credentials', NO_STREAM, unauthorized);
    await expect('stream without credentials', ['send', ...MESSAGE, '--stream'], unauthorized);
    await expect('send with a wrong token', [...NO_STREAM, '--header', 'X-API-Key: no'], unauthorized);
    await expect('send with a bearer token', [...NO_STREAM, ...TOKEN], answer);
    await expect('send with an API key', [...NO_STREAM, '--header', 'X-API-Key: token-1'], answer);
    const card = answer.outcome === 'ok' ? { outcome: 'ok', exit: 0 } : { ...answer, warnings: [] };
    await expect('extended card with a bearer token', ['card', '--extended', ...TOKEN], card);
  });

/**
 * Servers without streaming, push notifications and extended card, which speak 1.0 only.
 * @param {Server} server
 * @returns {Checks}
 */
const plain = (server) =>
  over(ALL, async (binding, expect) => {
    await expect('the card decides: no stream', ['send', ...MESSAGE], {
      ...ECHO,
      members: { operation: 'SendMessage' },
    });
    await expect('stream anyway', ['send', ...MESSAGE, '--stream'], refused(-32004));
    await expect('extended card', ['card', '--extended'], refused(-32004));
    const older = server.olderVersion[binding];
    if (older) await expect('version 0.3 at a server of 1.0 only', [...NO_STREAM, '--version', '0.3'], older);
    const sent = await expect('a task to be reported', ['send', '--text', 'task x'], {
      outcome: 'ok',
      state: 'COMPLETED',
    });
    await expect(
      'push configuration',
      ['push create', sent.task?.id ?? '', '--webhook', 'http://127.0.0.1:9/hook'],
      refused(-32003),
    );
  });

/** Servers whose card announces an extended card that does not exist. @returns {Checks} */
const missing = () =>
  over(ALL, async (_, expect) => {
    await expect('extended card that is announced only', ['card', '--extended'], refused(-32007));
    await expect('send all the same', NO_STREAM, ECHO);
  });

/** The tenant goes along with every request; these servers take any. @param {Server} server @returns {Checks} */
const tenant = ({ tenantOverHttp }) =>
  over(WEB, async (binding, expect) => {
    const answer = binding === 'HTTP+JSON' ? tenantOverHttp : ECHO;
    await expect('send to the tenant of the card', NO_STREAM, answer);
    await expect('send to a tenant of the command line', [...NO_STREAM, '--tenant', 'other'], answer);
  });

/** Bindings and addresses that were not on the card. @returns {Checks} */
const forced =
  () =>
  async ({ url, expect }) => {
    await expect('a binding that the card does not have', ['send', url, ...MESSAGE, '--binding', 'GRPC'], {
      outcome: 'error',
      exit: 1,
      error: { layer: 'not-supported', mentions: 'The card has no GRPC interface' },
    });
    await expect(
      'an endpoint of another binding',
      ['send', url, ...MESSAGE, '--no-stream', '--binding', 'HTTP+JSON', '--endpoint', `${url}/a2a/rest`],
      ECHO,
    );
  };

/**
 * How the two servers differ.
 * @typedef {object} Server
 * @property {string} peer
 * @property {Record<string, Expected>} olderVersion what a request of 0.3 gets, by binding
 * @property {string[]} cardWarnings about a card with security schemes
 * @property {Expected} tenantOverHttp
 */
const NOT_FOUND = { outcome: 'error', exit: 1, error: { layer: 'http', http_status: 404 } };

/** @type {Server[]} */
const SERVERS = [
  {
    peer: 'python-a2a-sdk',
    olderVersion: { JSONRPC: refused(-32601), 'HTTP+JSON': NOT_FOUND, GRPC: refused(-32601) },
    cardWarnings: [],
    // Below a path, the tenant's routes are mounted in another place than the specification wants.
    tenantOverHttp: NOT_FOUND,
  },
  {
    peer: 'js-a2a-sdk',
    olderVersion: { JSONRPC: refused(-32009), 'HTTP+JSON': refused(-32009), GRPC: refused(-32601) },
    // The card's security schemes are written in a form of the library's own.
    cardWarnings: ['security-scheme-form', 'security-scheme-form'],
    tenantOverHttp: ECHO,
  },
];

/** Servers that are asked for their card and one turn. @type {(name: string) => Checks} */
const oneTurn =
  (name) =>
  async ({ url, expect }) => {
    const known = OTHERS[name];
    if (!known) throw new Error(`no server is called ${name}`);
    await expect('card', ['card', url], { outcome: 'ok', exit: 0, members: { card: { name: known.cardName } } });
    for (const { text, ...expected } of known.turns)
      await expect(`stream: ${text}`, ['send', url, '--text', text, '--stream'], expected);
  };

/** @type {Record<string, { cardName: string, turns: (Expected & { text: string })[] }>} */
const OTHERS = {
  fasta2a: {
    cardName: 'Scenario peer (fasta2a)',
    turns: [
      {
        text: 'stream 3',
        outcome: 'complete',
        exit: 0,
        state: 'COMPLETED',
        artifacts: [{ artifactId: 'stream', text: 'line 0\nline 1\nline 2\n', parts: 3, sealed: true }],
        events: [
          'task SUBMITTED',
          'status WORKING: working on stream',
          'artifact stream: line 0',
          'artifact stream +: line 1',
          'artifact stream + (last): line 2',
          'status COMPLETED',
        ],
      },
    ],
  },
  // The card says localhost, and the server listens on IPv4 only.
  'google-adk': {
    cardName: 'scenario',
    turns: [
      {
        text: 'tools',
        outcome: 'complete',
        exit: 0,
        state: 'COMPLETED',
        artifacts: [{ artifactId: 'UUID', text: 'result: tools', parts: 1, sealed: true }],
        events: [
          'task SUBMITTED',
          'status WORKING',
          'status WORKING: let me think',
          'status WORKING [data]',
          'status WORKING [data]',
          'status WORKING: result: tools',
          'artifact UUID (last): result: tools',
          'status COMPLETED',
        ],
      },
    ],
  },
};

const GRPC = ['--grpc-port', FREE_PORT];

/**
 * Servers started with other options, and servers that are not run through every scenario.
 * @type {{ name: string, peer: string, version: string, binding?: string, args: string[], checks: Checks }[]}
 */
export const VARIANTS = [
  ...SERVERS.flatMap((server) => {
    const { peer } = server;
    const variant = (/** @type {string} */ name, /** @type {string[]} */ args, /** @type {Checks} */ checks) => ({
      name,
      peer,
      version: '1.0',
      args,
      checks,
    });
    return [
      variant('guarded', ['--token', 'token-1', '--tenant', 'acme'], guarded(server, server.tenantOverHttp)),
      variant('token', ['--token', 'token-1'], guarded(server)),
      variant('tenant', ['--tenant', 'acme'], tenant(server)),
      variant('plain', [...GRPC, '--no-streaming', '--no-push', '--extended', 'off'], plain(server)),
      variant('missing', [...GRPC, '--extended', 'missing'], missing()),
      variant('forced', [], forced()),
    ];
  }),
  ...Object.keys(OTHERS).map((peer) => ({ name: 'one turn', peer, version: '1.0', args: [], checks: oneTurn(peer) })),
];
