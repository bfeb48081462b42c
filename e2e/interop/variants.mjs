// @ts-check

/** @typedef {import('./suite.mjs').Checker} Checker */

/** @param {number} code @returns {import('./compare.mjs').Expected} */
const refused = (code) => ({ outcome: 'error', exit: 1, error: { layer: 'rpc', rpc_code: code } });
const ECHO = { outcome: 'ok', exit: 0, events: ['message: echo: x'] };
const MESSAGE = ['--text', 'msg x'];

/**
 * Servers that ask for credentials and have a tenant.
 * @param {string[]} warnings about their card
 * @returns {(check: Checker) => Promise<void>}
 */
const guarded =
  (warnings) =>
  async ({ url, expect }) => {
    const token = ['--header', 'Authorization: Bearer token-1'];
    const unauthorized = { outcome: 'error', exit: 1, error: { layer: 'auth', http_status: 401 }, warnings };
    const echo = { ...ECHO, warnings };
    await expect('send without credentials', ['send', url, ...MESSAGE, '--no-stream'], unauthorized);
    await expect('stream without credentials', ['send', url, ...MESSAGE, '--stream'], unauthorized);
    await expect(
      'send with a wrong token',
      ['send', url, ...MESSAGE, '--no-stream', '--header', 'X-API-Key: no'],
      unauthorized,
    );
    await expect('send with a bearer token', ['send', url, ...MESSAGE, '--no-stream', ...token], echo);
    await expect(
      'send with an API key',
      ['send', url, ...MESSAGE, '--no-stream', '--header', 'X-API-Key: token-1'],
      echo,
    );
    await expect('extended card with a bearer token', ['card', url, '--extended', ...token], {
      outcome: 'ok',
      exit: 0,
    });
  };

/**
 * Servers without streaming, push notifications and extended card, which speak 1.0 only.
 * @param {number} oldMethod code of their answer to a 0.3 request
 * @returns {(check: Checker) => Promise<void>}
 */
const plain =
  (oldMethod) =>
  async ({ url, expect }) => {
    await expect('the card decides: no stream', ['send', url, ...MESSAGE], {
      ...ECHO,
      members: { operation: 'SendMessage' },
    });
    await expect('stream anyway', ['send', url, ...MESSAGE, '--stream'], refused(-32004));
    await expect('extended card', ['card', url, '--extended'], refused(-32004));
    await expect('version 0.3 at a server of 1.0 only', ['send', url, ...MESSAGE, '--no-stream', '--version', '0.3'], {
      ...refused(oldMethod),
    });
    const sent = await expect('a task to be reported', ['send', url, '--text', 'task x'], {
      outcome: 'ok',
      state: 'COMPLETED',
    });
    await expect(
      'push configuration',
      ['push', 'create', url, sent.task?.id ?? '', '--webhook', 'http://127.0.0.1:9/hook'],
      refused(-32003),
    );
  };

/** How the two servers differ. The JS server writes security schemes of its card in a form of its own. */
const SERVERS = [
  { peer: 'python-a2a-sdk', oldMethod: -32601, cardWarnings: [] },
  { peer: 'js-a2a-sdk', oldMethod: -32009, cardWarnings: ['security-scheme-form', 'security-scheme-form'] },
];

/**
 * Servers started with other options.
 * @type {{ name: string, peer: string, version: string, args: string[], checks: (check: Checker) => Promise<void> }[]}
 */
export const VARIANTS = SERVERS.flatMap(({ peer, oldMethod, cardWarnings }) => [
  {
    name: 'guarded',
    peer,
    version: '1.0',
    args: ['--token', 'token-1', '--tenant', 'acme'],
    checks: guarded(cardWarnings),
  },
  {
    name: 'plain',
    peer,
    version: '1.0',
    args: ['--no-streaming', '--no-push', '--extended', 'off'],
    checks: plain(oldMethod),
  },
]);
